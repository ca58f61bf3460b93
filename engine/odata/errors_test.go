package odata_test

import (
	"strings"
	"testing"

	"rowkey/engine/odata"
)

const (
	notImplemented = "The requested operation is not implemented on the specified resource."
	notValid       = "One of the request inputs is not valid."
	notBoolean     = "The $filter expression must evaluate to a single boolean value."
)

// TestErrorsAreThoseOfTheService: a $ at the end of want stands for " in 'FILTER'.".
// ENG-Q1: an error says where it is. ENG-Q2: functions, arithmetic and what else a language might have
// are refused.
func TestErrorsAreThoseOfTheService(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"three-names", "aaa bbb ccc", "Syntax error at position 7$"},
		{"angle-bracket", "<class 'filter'>", "Syntax error: character '<' is not valid at position 0$"},
		{"number-alone", "1", notBoolean},
		{"text-alone", "'a'", notBoolean},
		{"text-as-a-condition", "a eq 1 and 'x'", notBoolean},
		{"null-as-a-condition", "null", notBoolean},
		{"null-on-the-right", "col eq null", notValid},
		{"null-on-the-left", "null ne col", notValid},
		{"key-as-a-condition", "(PartitionKey ) and (RowKey ge '000050')", notValid},
		{"key-compared-with-a-number", "PartitionKey eq 5", notValid},
		{"number-compared-with-a-key", "5 le RowKey", notValid},
		{"syntax-before-types", "PartitionKey EQ 'a'", "Syntax error at position 15$"},
		{"two-properties", "PartitionKey eq abc", notImplemented},
		{"function", "startswith(Name,'a')", notImplemented},
		{"function-as-a-value", "a eq length(b)", notImplemented},
		{"arithmetic", "a add 1 eq 2", notImplemented},
		{"arithmetic-behind-a-number", "1 mul 2 eq a", notImplemented},
		{"negation", "a eq -b", notImplemented},
		{"in", "a in ('x','y')", notImplemented},
		{"has", "a has 'x'", notImplemented},
		{"path", "a/b eq 1", notImplemented},
		{"condition-compared-with-a-number", "(a eq 1) eq 5", notImplemented},
		{"condition-ordered", "(a eq 1) gt true", notImplemented},
		{"conditions-compared", "(a eq 1) eq (b eq 2)", notImplemented},
		{"single", "a eq 1.5f", notValid},
		{"decimal", "a eq 1M", notValid},
		{"nothing-behind-the-operator", "a eq", "Expression expected at position 4$"},
		{"nothing-behind-and", "a eq 1 and ", "Expression expected at position 11$"},
		{"nothing-behind-not", "not", "Expression expected at position 3$"},
		{"operator-at-the-beginning", "= 5", "Expression expected at position 0$"},
		{"empty-parentheses", "()", "Expression expected at position 1$"},
		{"open-parenthesis", "(a eq 1", "')' or operator expected at position 7$"},
		{"something-in-parentheses", "(a eq 1 b)", "')' or operator expected at position 8$"},
		{"closing-parenthesis", "a eq 1)", "Syntax error at position 7$"},
		{"equals-sign", "a = 1", "Syntax error at position 3$"},
		{"two-equals-signs", "a == 1", "Syntax error at position 3$"},
		{"upper-case-operator", "a eq 1 AND b eq 2", "Syntax error at position 10$"},
		{"call-of-an-operator", "and(a eq 1)", "Syntax error at position 3$"},
		{"double-quote", `a eq "b"`, `Syntax error: character '"' is not valid at position 5$`},
		{"typographic-quote", "a eq ’b’", "Syntax error: character '’' is not valid at position 5$"},
		{"open-text", "a eq 'b", "There is an unterminated string literal at position 7$"},
		{"open-date", "a eq datetime'2020", "There is an unterminated literal at position 18$"},
		{"point-without-digit", "a eq 1.", "A digit was expected at position 7$"},
		{"exponent-without-digit", "a eq 1e+", "A digit was expected at position 8$"},
		{"bad-date", "a eq datetime'soon'", "Unrecognized 'Edm.DateTime' literal 'datetime'soon'' at '5'$"},
		{"bad-guid", "a eq guid'5'", "Unrecognized 'Edm.Guid' literal 'guid'5'' at '5'$"},
		{"odd-binary", "a eq X'012'", "Unrecognized 'Edm.Binary' literal 'X'012'' at '5'$"},
		{"int32-too-large", "a eq 2147483648", "Unrecognized 'Edm.Int32' literal '2147483648' at '5'$"},
		{"int64-too-large", "a eq 9223372036854775808L", "Unrecognized 'Edm.Int64' literal '9223372036854775808L' at '5'$"},
		{"double-too-large", "a eq 1e999", "Unrecognized 'Edm.Double' literal '1e999' at '5'$"},
		{"position-in-utf-16", "a eq '😀é' x", "Syntax error at position 12$"},
		{"unknown-prefix", "a eq time'x'", notImplemented},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			x, err := odata.Parse(test.in)
			if x != nil {
				t.Errorf("Parse(%q) = %s, want an error", test.in, odata.Text(x))
			}
			e := syntaxError(t, err)
			want, cut := strings.CutSuffix(test.want, "$")
			if cut {
				want += " in '" + test.in + "'."
			}
			code := "InvalidInput"
			if want == notImplemented {
				code = "NotImplemented"
			}
			if e.Msg != want || e.Code != code {
				t.Errorf("Parse(%q): %s %s\nwant %s %s", test.in, e.Code, e.Msg, code, want)
			}
			if e.Hint == nil {
				t.Error("no hint")
			}
		})
	}
}

// TestHints names the part that is wrong, a word of the explanation, and the filter after the
// offered replacement; "" if none is offered.
func TestHints(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, part, hint, fixed string }{
		{"typographic-single", "a eq ‘b’", "‘b’", "straight", "a eq 'b'"},
		{"typographic-double", "a eq “it's”", "“it's”", "straight", "a eq 'it''s'"},
		{"typographic-without-end", "a eq “b", "“", "straight", ""},
		{"back-quotes", "a eq `b`", "`b`", "straight", "a eq 'b'"},
		{"double-quotes", `a eq "b"`, `"b"`, "not double", "a eq 'b'"},
		{"equals", "a = 5", "=", "eq in place of =", "a eq 5"},
		{"two-equals", "a == 5", "==", "eq in place of ==", "a eq 5"},
		{"three-equals", "a === 5", "===", "eq in place of ===", "a eq 5"},
		{"not-equal", "a!=5", "!=", "ne in place of !=", "a ne 5"},
		{"less", "a<5", "<", "lt in place of <", "a lt 5"},
		{"greater-or-equal", "a >=5", ">=", "ge in place of >=", "a ge 5"},
		{"ampersands", "a eq 5 && b eq 6", "&&", "and in place of &&", "a eq 5 and b eq 6"},
		{"bars", "a eq 5 || b eq 6", "||", "or in place of ||", "a eq 5 or b eq 6"},
		{"exclamation-mark", "!a", "!", "not in place of !", "not a"},
		{"startswith", "startswith(Name,'Jo')", "startswith(Name,'Jo')", "begin alike", "Name ge 'Jo' and Name lt 'Jp'"},
		{"startswith-turned", "startsWith('O''', Name) and b", "startsWith('O''', Name)", "begin alike",
			"Name ge 'O''' and Name lt 'O(' and b"},
		{"startswith-is-true", "a and startswith(Name,'Jo') eq true", "startswith(Name,'Jo') eq true", "begin alike",
			"a and Name ge 'Jo' and Name lt 'Jp'"},
		{"not-startswith", "not startswith(Name,'z')", "startswith(Name,'z')", "begin alike",
			"not (Name ge 'z' and Name lt '{')"},
		{"startswith-nothing", "startswith(Name,'')", "startswith", "begin alike", ""},
		{"startswith-of-a-function", "startswith(tolower(Name),'a')", "startswith", "begin alike", ""},
		{"startswith-without-end", "startswith(Name,", "startswith", "begin alike", ""},
		{"substringof", "substringof('a',Name)", "substringof", "contain a text", ""},
		{"contains", "contains(Name,'a')", "contains", "contain a text", ""},
		{"endswith", "endswith(Name,'a')", "endswith", "contain a text", ""},
		{"other-function", "year(d) eq 2020", "year", "no functions", ""},
		{"like", "Name like 'a%'", "Name like 'a%'", "range of strings", "Name ge 'a' and Name lt 'b'"},
		{"upper-case-like", "b or not Name LIKE 'ab%'", "Name LIKE 'ab%'", "range of strings",
			"b or not (Name ge 'ab' and Name lt 'ac')"},
		{"like-inside", "Name like '%a%'", "like", "contain a text", ""},
		{"like-letter", "Name like 'a_c%'", "Name like 'a_c%'", "range of strings", "Name ge 'a_c' and Name lt 'a_d'"},
		{"like-digits", "a like 'in_2014%'", "a like 'in_2014%'", "begin alike", "a ge 'in_2014' and a lt 'in_2015'"},
		{"like-letter-alone", "Name like 'a_c'", "like", "contain a text", ""},
		{"like-joined-by-or", "RowKey like 'B%' or a eq 1", "RowKey like 'B%'", "read the whole partition",
			"RowKey ge 'B' and RowKey lt 'C' or a eq 1"},
		{"startswith-joined-by-or", "startswith(RowKey,'B') or a", "startswith(RowKey,'B')", "read the whole partition",
			"RowKey ge 'B' and RowKey lt 'C' or a"},
		{"like-class", "Name like '[B-E]%'", "like", "range of strings", ""},
		{"like-without-pattern", "Name like 'a'", "like", "range of strings", ""},
		{"ilike", "Name ilike 'a%'", "ilike", "range of strings", ""},
		{"infix-startswith", "Name startswith 'a'", "Name startswith 'a'", "range of strings",
			"Name ge 'a' and Name lt 'b'"},
		{"infix-contains", "Name contains 'a'", "contains", "contain a text", ""},
		{"name-with-a-blank", "Last Name eq 'x'", "Last Name", "no spaces", "LastName eq 'x'"},
		{"name-with-a-blank-in-parentheses", "(Last Name eq 'x')", "Last Name", "no spaces", "(LastName eq 'x')"},
		{"missing-quotes", "a eq Sales", "Sales", "single quotes", "a eq 'Sales'"},
		{"missing-quotes-two-words", "a eq Sales Team and b", "Sales Team", "single quotes", "a eq 'Sales Team' and b"},
		{"upper-case-and", "a eq 1 AND b eq 2", "AND", "lowercase", "a eq 1 and b eq 2"},
		{"capital-or", "a eq 1 Or b eq 2", "Or", "lowercase", "a eq 1 or b eq 2"},
		{"upper-case-eq", "a EQ 1", "EQ", "lowercase", "a eq 1"},
		{"upper-case-not", "NOT (a eq 1)", "NOT", "lowercase", "not (a eq 1)"},
		{"none", "a eq None", "None", "no null", ""},
		{"null", "a eq null", "a eq null", "no null", ""},
		{"is-null", "a is null", "is", "no null", ""},
		{"apostrophe", "a eq 'O'Brien' and b", "'O'Brien'", "twice", "a eq 'O''Brien' and b"},
		{"backslash", "a eq 'O\\'Brien' and b", "'O\\'Brien'", "backslash", "a eq 'O''Brien' and b"},
		{"apostrophe-without-end", "a eq 'O'Brien", "Brien", "twice", ""},
		{"open-text", "a eq 'x", "'x", "missing", "a eq 'x'"},
		{"no-last-quote", "a eq 'x and not (b eq 'y')", "'x", "missing", "a eq 'x' and not (b eq 'y')"},
		{"no-first-quote", "a eq Ann' and b eq 'y'", "Ann'", "single quotes", "a eq 'Ann' and b eq 'y'"},
		{"no-first-quote-of-two-words", "a eq x y' and b eq 'z'", "x y'", "single quotes", "a eq 'x y' and b eq 'z'"},
		{"no-first-quote-of-the-last", "a eq Ann'", "Ann'", "single quotes", "a eq 'Ann'"},
		{"apostrophe-without-last-quote", "a eq 'O'Brien and b eq 'x'", "'O'Brien", "twice",
			"a eq 'O''Brien' and b eq 'x'"},
		{"apostrophe-of-words", "a eq 'Tom and Jerry's'", "'Tom and Jerry's'", "twice", "a eq 'Tom and Jerry''s'"},
		{"open-guid", "a eq guid'c9da6455-213d-42c9-9a79-3e9149a57833", "guid'c9da6455-213d-42c9-9a79-3e9149a57833",
			"missing", "a eq guid'c9da6455-213d-42c9-9a79-3e9149a57833'"},
		{"bare-day", "d ge 2020-01-05", "2020-01-05", "date-time", "d ge datetime'2020-01-05T00:00:00Z'"},
		{"bare-time", "d ge 2020-01-05T10:00:00Z and a", "2020-01-05T10:00:00Z", "date-time",
			"d ge datetime'2020-01-05T10:00:00Z' and a"},
		{"bare-guid", "g eq c9da6455-213d-42c9-9a79-3e9149a57833", "c9da6455-213d-42c9-9a79-3e9149a57833", "GUID",
			"g eq guid'c9da6455-213d-42c9-9a79-3e9149a57833'"},
		{"bare-guid-that-begins-with-digits", "g eq 69da6455-213d-42c9-9a79-3e9149a57833",
			"69da6455-213d-42c9-9a79-3e9149a57833", "GUID", "g eq guid'69da6455-213d-42c9-9a79-3e9149a57833'"},
		{"int64-without-l", "a eq 5000000000", "5000000000", "L", "a eq 5000000000L"},
		{"far-too-large", "a eq 99999999999999999999", "99999999999999999999", "Int64", ""},
		{"percent-encoded", "a%20eq 1", "%", "percent-encoded", ""},
		{"variable", "a eq {{x}}", "{", "variable", ""},
		{"other-character", "a eq 1;", ";", "no meaning", ""},
		{"open-parenthesis", "a and (b eq 1", "(", "never closed", ""},
		{"closing-parenthesis", "a eq 1)", ")", "never opened", ""},
		{"missing-operator", "a eq 1 b eq 2", "b", "`and` or `or`", ""},
		{"missing-comparison", "a 'x'", "'x'", "operator", ""},
		{"in", "a in ('x', 'y') and b", "a in ('x', 'y')", "one comparison per value", "(a eq 'x' or a eq 'y') and b"},
		{"upper-case-in", "b or not a IN (1,2)", "a IN (1,2)", "one comparison per value",
			"b or not (a eq 1 or a eq 2)"},
		{"in-names", "a in (x)", "in", "one comparison per value", ""},
		{"in-without-parentheses", "a in 'x'", "in", "one comparison per value", ""},
		{"between", "a between 1 and 2", "a between 1 and 2", "both bounds", "a ge 1 and a le 2"},
		{"upper-case-between", "not a BETWEEN 'x' AND 'y' or b", "a BETWEEN 'x' AND 'y'", "both bounds",
			"not (a ge 'x' and a le 'y') or b"},
		{"between-without-an-end", "a between 1", "between", "both bounds", ""},
		{"comma-after-a-string", "a eq 'x', b eq 'y'", ",", "not by a comma", "a eq 'x' and b eq 'y'"},
		{"decimal-comma", "a gt 4,2", "4,2", "between its thousands: 4.2.", "a gt 4.2"},
		{"comma-after-a-number", "(a eq 1,b eq 2)", ",", "not by a comma", "(a eq 1 and b eq 2)"},
		{"and-right-after-a-string", "a eq 'x'AND b", "AND", "lowercase", "a eq 'x' and b"},
		{"arithmetic", "a add 1 eq 2", "add", "calculate", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := odata.Parse(test.in)
			e := syntaxError(t, err)
			if got := test.in[e.Pos:e.End]; got != test.part {
				t.Errorf("part = %q, want %q", got, test.part)
			}
			if !strings.Contains(e.Hint.String(), test.hint) {
				t.Errorf("hint = %q, want %q in it", e.Hint.String(), test.hint)
			}
			fixed := ""
			if e.Fix != "" {
				fixed = test.in[:e.Pos] + e.Fix + test.in[e.End:]
				parse(t, fixed)
			}
			if strings.Join(strings.Fields(fixed), " ") != test.fixed {
				t.Errorf("fixed = %q, want %q", fixed, test.fixed)
			}
		})
	}
}
