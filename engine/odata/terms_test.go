package odata_test

import (
	"strings"
	"testing"

	"rowkey/engine/odata"
)

func TestTermsAreTheSidesOfAllNestedAnds(t *testing.T) {
	for _, c := range []struct {
		filter      string
		terms       int
		comparisons int
		simple      bool
	}{
		{"", 0, 0, true},
		{"a eq 1", 1, 1, true},
		{"a eq 1 and (b eq 2 and c ne 3) and d eq 4", 4, 4, true},
		{"a eq 1 and (b eq 2 or c eq 3)", 2, 3, false},
		{"not (a eq 1 and b eq 2)", 1, 2, false},
		{"a eq 1 and true", 2, 1, false},
	} {
		x, err := odata.Parse(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		terms := odata.Terms(x)
		list, ok := odata.Comparisons(x)
		if len(terms) != c.terms || len(list) != c.comparisons || ok != c.simple {
			t.Errorf("%q: %d terms, %d comparisons, simple %v, want %+v", c.filter, len(terms), len(list), ok, c)
		}
		flat := strings.NewReplacer("(b eq 2 and c ne 3)", "b eq 2 and c ne 3").Replace(c.filter)
		if got := odata.Text(odata.All(terms...)); got != flat {
			t.Errorf("All(Terms(%q)) = %q, want %q", c.filter, got, flat)
		}
	}
}
