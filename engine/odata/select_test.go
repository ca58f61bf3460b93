package odata_test

import (
	"slices"
	"testing"

	"rowkey/engine/odata"
)

func TestParseSelect(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		want     []string
	}{
		{"empty", "", nil},
		{"blank", " ", nil},
		{"star", "*", nil},
		{"star-among-names", "age,*,sex", nil},
		{"names", "age,sex,xyz", []string{"age", "sex", "xyz"}},
		{"blanks", " age , sex ", []string{"age", "sex"}},
		{"comma-at-the-end", "age,sex,", []string{"age", "sex"}},
		{"name-twice", "age,sex,age", []string{"age", "sex"}},
		{"names-that-differ-in-case", "age,Age", []string{"age", "Age"}},
		{"unicode", "部門,_x1", []string{"部門", "_x1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := odata.ParseSelect(test.in)
			if err != nil || !slices.Equal(got, test.want) || (got == nil) != (test.want == nil) {
				t.Errorf("ParseSelect(%q) = %q, %v, want %q", test.in, got, err, test.want)
			}
		})
	}
}

func TestParseSelectRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"list-of-another-language", "['age, sex']", "An identifier was expected at position 0."},
		{"comma-at-the-beginning", ",age", "An identifier was expected at position 0."},
		{"two-commas", "é,,age", "An identifier was expected at position 2."},
		{"number", "age,1", "An identifier was expected at position 4."},
		{"no-comma", "age sex", "Syntax error at position 7 in 'age sex'."},
		{"path", "age/x", "Syntax error at position 4 in 'age/x'."},
		{"bad-character", "age;sex", "Syntax error: character ';' is not valid at position 3 in 'age;sex'."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			names, err := odata.ParseSelect(test.in)
			e := syntaxError(t, err)
			if e.Msg != test.want || e.Code != "InvalidInput" || e.Hint == nil || names != nil {
				t.Errorf("ParseSelect(%q) = %q, %s (%s), want %s", test.in, names, e.Msg, e.Code, test.want)
			}
		})
	}
}
