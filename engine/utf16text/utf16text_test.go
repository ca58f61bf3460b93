package utf16text_test

import (
	"slices"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"rowkey/engine/utf16text"
)

func FuzzCompare(f *testing.F) {
	for _, s := range [][2]string{
		{"", "a"}, {"\uffff", "\U00010000"}, {"\ue000", "\U0010ffff"}, {"\ud7ff", "\ue000"}, {"a\U00010000", "a\ufffd"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		one, two := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
		if got, want := utf16text.Compare(a, b), slices.Compare(one, two); got != want {
			t.Errorf("Compare(%q, %q) = %d, want %d", a, b, got, want)
		}
		if got := utf16text.Len(a); got != len(one) {
			t.Errorf("Len(%q) = %d, want %d", a, got, len(one))
		}
	})
}
