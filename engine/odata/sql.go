package odata

import "strings"

// This file knows comparisons of SQL that a filter has only in longer words.

// between explains Age between 20 and 30, and offers the two comparisons that it is.
func between(e *SyntaxError, s string, prev, t token) *SyntaxError {
	low := lex(s, t.end)
	and := lex(s, low.end)
	high := lex(s, and.end)
	if prev.kind == kindIdent && isValue(low) && strings.EqualFold(and.text(s), "and") && isValue(high) {
		e.Pos, e.End = prev.pos, high.end
		e.Fix = prev.text(s) + " ge " + low.text(s) + " and " + prev.text(s) + " le " + high.text(s)
		e.enclose(s)
	}
	return e.with(e.Fix, "filter-between")
}

// oneOf explains Name in ('a','b'), and offers a comparison for each value.
func oneOf(e *SyntaxError, s string, prev, t token) *SyntaxError {
	var terms []string
	sep := lex(s, t.end)
	for v := lex(s, sep.end); isValue(v) && (sep.kind == kindOpen || sep.text(s) == ","); v = lex(s, sep.end) {
		terms = append(terms, prev.text(s)+" eq "+v.text(s))
		sep = lex(s, v.end)
	}
	e.with("", hintIn)
	if name := prev.text(s); name == "PartitionKey" || name == "RowKey" {
		return e.with("", "filter-in-keys") // a lookup of each, not the scan that an "or" is
	}
	if len(terms) > 0 && prev.kind == kindIdent && sep.kind == kindClose {
		e.Pos, e.End = prev.pos, sep.end
		e.Fix = "(" + strings.Join(terms, " or ") + ")"
	}
	return e
}

// isValue reports whether a token is a literal.
func isValue(t token) bool {
	return t.kind == kindString || t.kind == kindNumber || t.kind == kindTyped
}

// enclose puts a fix of several comparisons into parentheses if it comes after "not".
func (e *SyntaxError) enclose(s string) {
	if strings.HasSuffix(strings.TrimSpace(s[:e.Pos]), "not") {
		e.Fix = "(" + e.Fix + ")"
	}
}
