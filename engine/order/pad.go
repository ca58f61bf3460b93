package order

import (
	"strings"
	"unicode/utf8"
)

// Pad puts zeros in front of a number until it has a width in characters, so that texts sort as their numbers do. A
// longer number stays as it is.
func Pad(number string, width int) string {
	return strings.Repeat("0", max(0, width-utf8.RuneCountInString(number))) + number
}
