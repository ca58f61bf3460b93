package odata

import (
	"testing"

	"rowkey/engine/edm"
)

// TestAfterAll compares the end of a range with what has to be in it.
func TestAfterAll(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "Jo": "Jp", "é": "ê", "a\uffff": "b", "\uffff": "", "\ud7ff": "\U00010000", "x😀": "x😁",
		"\U0010ffff": "\ue000",
	} {
		end := afterAll(text)
		if end != want {
			t.Errorf("afterAll(%q) = %q, want %q", text, end, want)
		}
		if end == "" {
			continue
		}
		for _, more := range []string{"", "a", "z😀", "\uffff", "\uffff\uffff"} {
			if edm.CompareText(text+more, end) >= 0 {
				t.Errorf("%q is not before %q", text+more, end)
			}
		}
	}
}
