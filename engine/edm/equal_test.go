package edm

import (
	"strings"
	"testing"
)

func TestEqualIsTheOperator(t *testing.T) {
	for n := range 40 {
		a := strings.Repeat("ab", n)[:n]
		if !equal(a, strings.Clone(a)) {
			t.Errorf("equal(%q, itself) = false", a)
		}
		if equal(a, a+"a") || equal(a+"a", a) {
			t.Errorf("equal(%q, a longer text) = true", a)
		}
		for i := range n {
			if b := a[:i] + "\xff" + a[i+1:]; equal(a, b) || equal(b, a) {
				t.Errorf("equal(%q, %q) = true", a, b)
			}
		}
	}
}
