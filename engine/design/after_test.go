package design

import (
	"testing"
	"unicode/utf8"

	"rowkey/engine/edm"
)

// Every text that begins with prefix is below after(prefix), in the order of the service.
func TestAfterIsAboveEverythingThatBeginsWithThePrefix(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ prefix, want string }{
		{"a", "b"}, {"Sales_", "Sales`"}, {"Mü", "Mý"}, {"\u00ff", "\u0100"}, {"\uD7FF", "\U00010000"}, {"\uFFFF", ""},
		{"a\uFFFF", "b"}, {"\U0010FFFF", "\uE000"}, {"😀", "😁"}, {"", ""},
	} {
		got := after(tt.prefix)
		if got != tt.want || !utf8.ValidString(got) {
			t.Errorf("after(%q) = %q, want %q", tt.prefix, got, tt.want)
		}
		for _, end := range []string{"", "a", "\uFFFF", "\U0010FFFF", "\uFFFF\uFFFF"} {
			if got != "" && edm.CompareText(tt.prefix+end, got) >= 0 {
				t.Errorf("after(%q) = %q is not above %q", tt.prefix, got, tt.prefix+end)
			}
		}
	}
}
