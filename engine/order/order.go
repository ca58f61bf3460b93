// Package order sorts lists, and writes numbers so that their texts sort as they do. [By] does what
// slices.SortStableFunc does, in a tenth of the code: every kind of list that a program sorts gets its own copy of that
// code, and the copies made up a fortieth of what a browser had to load for the engine.
//
// Not here: what lists are sorted by, and the order of texts in UTF-16 (package utf16text).
package order

import (
	"strings"
	"unicode/utf8"
)

// short is up to how many elements are sorted by insertion.
const short = 12

// By sorts a list in place. Elements that compare equal keep their order. It takes n log n comparisons
// and room for half of the list.
func By[T any](list []T, compare func(a, b T) int) {
	if len(list) <= short {
		insertion(list, compare)
		return
	}
	half := len(list) / 2
	By(list[:half], compare)
	By(list[half:], compare)
	merge(list, append([]T(nil), list[:half]...), compare)
}

func insertion[T any](list []T, compare func(a, b T) int) {
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && compare(list[k], list[k-1]) < 0; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
}

// merge joins left, which was the first part of the list, with the rest of it; both are sorted.
func merge[T any](list, left []T, compare func(a, b T) int) {
	right := list[len(left):]
	for i := range list {
		switch {
		case len(left) == 0:
			return
		case len(right) > 0 && compare(right[0], left[0]) < 0:
			list[i], right = right[0], right[1:]
		default:
			list[i], left = left[0], left[1:]
		}
	}
}

// Pad puts zeros in front of a number until it has a width in characters, so that texts sort as their numbers do. A
// longer number stays as it is.
func Pad(number string, width int) string {
	return strings.Repeat("0", max(0, width-utf8.RuneCountInString(number))) + number
}
