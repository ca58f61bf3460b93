package odata_test

import (
	"errors"
	"strings"
	"testing"

	"rowkey/engine/edm"
	"rowkey/engine/odata"
)

func parse(t testing.TB, filter string) odata.Expr {
	t.Helper()
	x, err := odata.Parse(filter)
	if err != nil {
		t.Fatalf("Parse(%q): %v", filter, err)
	}
	return x
}

func syntaxError(t testing.TB, err error) *odata.SyntaxError {
	t.Helper()
	var e *odata.SyntaxError
	if !errors.As(err, &e) {
		t.Fatalf("error = %v, want a SyntaxError", err)
	}
	return e
}

// TestParse compares the canonical text, which shows how the filter was understood.
// ENG-Q1: comparisons, and, or, not, parentheses and literals of every type are read.
func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"blank", " \t ", ""},
		{"empty", "", ""},
		{"text", "PartitionKey eq 'pk'", "PartitionKey eq 'pk'"},
		{"all-operators", "a eq 1 and a ne 2 and a gt 3 and a ge 4 and a lt 5 and a le 6",
			"a eq 1 and a ne 2 and a gt 3 and a ge 4 and a lt 5 and a le 6"},
		{"and-binds-tighter-than-or", "a eq 1 or b eq 2 and c eq 3", "a eq 1 or b eq 2 and c eq 3"},
		{"parentheses-that-change-something", "(a eq 1 or b eq 2) and c eq 3", "(a eq 1 or b eq 2) and c eq 3"},
		{"parentheses-that-change-nothing", "((a eq 1)) or (b eq 2 and (c eq 3))", "a eq 1 or b eq 2 and c eq 3"},
		{"grouped-to-the-right", "a eq 1 and (b eq 2 and c eq 3)", "a eq 1 and (b eq 2 and c eq 3)"},
		{"not-takes-the-comparison", "not a eq 1 and b eq 2", "not (a eq 1) and b eq 2"},
		{"not-takes-parentheses", "not (a eq 1 and b eq 2)", "not (a eq 1 and b eq 2)"},
		{"not-without-a-blank", "not(PartitionKey lt 'Part2')", "not (PartitionKey lt 'Part2')"},
		{"not-not", "not not a eq 1", "not (not (a eq 1))"},
		{"no-blanks-around-parentheses", "(a eq 1)and(b eq 2)or(c eq 3)", "a eq 1 and b eq 2 or c eq 3"},
		{"many-blanks", "  a   eq\t1\n", "a eq 1"},
		{"no-break-space", "a\u00A0eq 1", "a eq 1"},
		{"literal-on-the-left", "'2022-07-12' eq PartitionKey", "PartitionKey eq '2022-07-12'"},
		{"literal-on-the-left-turns-the-operator", "1 lt a and 2 le b and 3 gt c and 4 ge d and 5 ne e",
			"a gt 1 and b ge 2 and c lt 3 and d le 4 and e ne 5"},
		{"bare-property", "IsAdmin", "IsAdmin eq true"},
		{"bare-property-in-an-expression", "not IsAdmin and (Active or a eq 1)",
			"not (IsAdmin eq true) and (Active eq true or a eq 1)"},
		{"true", "true", "true"},
		{"false-in-an-expression", "false or a eq 1", "false or a eq 1"},
		{"truth-values-in-any-case", "a eq True or b eq TRUE or c ne faLsE or FALSE",
			"a eq true or b eq true or c ne false or false"},
		{"other-words-in-another-case-are-properties", "NULL eq 1 and nan eq 2 and inf eq 3",
			"NULL eq 1 and nan eq 2 and inf eq 3"},
		{"condition-eq-true", "(a eq 1) eq true", "a eq 1"},
		{"condition-eq-false", "(a eq 1) eq false", "not (a eq 1)"},
		{"true-ne-condition", "true ne (a eq 1)", "not (a eq 1)"},
		{"two-literals", "1 eq 1 and 'a' gt 'b'", "true and false"},
		{"property-in-parentheses", "(a) eq (1)", "a eq 1"},
		{"apostrophes", "Chars eq '?''/!_^#'", "Chars eq '?''/!_^#'"},
		{"only-an-apostrophe", "a eq ''''", "a eq ''''"},
		{"operators-in-a-text", `a eq 'x and y eq "{}"'`, `a eq 'x and y eq "{}"'`},
		{"empty-text", "a ne ''", "a ne ''"},
		{"int64", "large_int eq 1099511627776L and b eq -1l", "large_int eq 1099511627776L and b eq -1L"},
		{"int32-limits", "a ge -2147483648 and a le 2147483647", "a ge -2147483648 and a le 2147483647"},
		{"doubles", "a eq 123.45 or a eq 1e3 or a eq 5D or a eq -1.5E-7 or a eq 0d",
			"a eq 123.45 or a eq 1000.0 or a eq 5.0 or a eq -1.5E-07 or a eq 0.0"},
		{"special-doubles", "a eq NaN or a eq INF or a eq -INF", "a eq NaN or a eq INF or a eq -INF"},
		{"date-time", "d eq datetime'1970-10-04T00:00:00.000000Z'", "d eq datetime'1970-10-04T00:00:00Z'"},
		{"guid", "g eq guid'C9DA6455-213D-42C9-9A79-3E9149A57833'", "g eq guid'c9da6455-213d-42c9-9a79-3e9149a57833'"},
		{"binary", "b eq X'010232' or b eq x'FF' or b eq binary'0a' or b eq X''",
			"b eq X'010232' or b eq X'ff' or b eq X'0a' or b eq X''"},
		{"every-name-that-is-stored", "e\u0301 eq 1 and a\u203fb eq 2 and a\u200d eq 3 and Ⅻ eq 4",
			"e\u0301 eq 1 and a\u203fb eq 2 and a\u200d eq 3 and Ⅻ eq 4"},
		{"unicode-name", "Straße eq 1 and 部門 eq 'x' and _1 eq 2", "Straße eq 1 and 部門 eq 'x' and _1 eq 2"},
		{"names-that-begin-like-keywords", "nothing eq 1 and android eq 2 and X eq 3 and datetime eq 4",
			"nothing eq 1 and android eq 2 and X eq 3 and datetime eq 4"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			x, err := odata.Parse(test.in)
			if got := odata.Text(x); err != nil || got != test.want {
				t.Errorf("Parse(%q) = %q, %v, want %q", test.in, got, err, test.want)
			}
		})
	}
}

func TestParseOfBlankIsNil(t *testing.T) {
	t.Parallel()
	if x, err := odata.Parse("  "); x != nil || err != nil {
		t.Errorf("Parse = %v, %v, want nil, nil", x, err)
	}
}

func TestCompareKnowsItsPlace(t *testing.T) {
	t.Parallel()
	filter := "x eq 1 and ('é' le Name)"
	and, ok := parse(t, filter).(*odata.And)
	if !ok {
		t.Fatalf("Parse(%q) is no And", filter)
	}
	c, ok := and.Y.(*odata.Compare)
	if !ok {
		t.Fatalf("right side = %T, want *Compare", and.Y)
	}
	want := odata.Compare{Property: "Name", Op: odata.Ge, Literal: edm.String("é"), Pos: 12, End: 24}
	if *c != want || filter[c.Pos:c.End] != "'é' le Name" {
		t.Errorf("Compare = %+v, want %+v", *c, want)
	}
}

func TestParseBoundsWhatItBuilds(t *testing.T) {
	t.Parallel()
	terms := func(n int) string { return strings.TrimSuffix(strings.Repeat("a eq 1 or ", n), " or ") }
	tests := []struct{ name, in, want string }{
		{"as-a-library-asks-for-200-entities", "PartitionKey eq 'a' and (" +
			strings.TrimSuffix(strings.Repeat("(RowKey eq '1' and Id eq 'x') or ", 200), " or ") + ")", ""},
		{"1000-comparisons", terms(1000), ""},
		{"1001-comparisons", terms(1001), "One of the request inputs is not valid."},
		{"many-constants", strings.Repeat("true and ", 1e5) + "true", "One of the request inputs is not valid."},
		{"800-levels", strings.Repeat("(", 800) + "a" + strings.Repeat(")", 800), ""},
		{"801-levels", strings.Repeat("(", 801) + "a" + strings.Repeat(")", 801), "Recursion depth exceeded allowed limit."},
		{"a-million-parentheses", strings.Repeat("(", 1e6), "Recursion depth exceeded allowed limit."},
		{"a-million-nots", strings.Repeat("not ", 1e6), "Recursion depth exceeded allowed limit."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := odata.Parse(test.in)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("Parse: %q, want %q", got, test.want)
			}
		})
	}
}
