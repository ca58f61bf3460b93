package odata

import (
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/message"
)

// This file explains, in our own words, what the service only refuses.

// Hints that are given in several places.
var (
	hintRange      = message.New("filter-search")
	hintQuotes     = message.New("filter-quotes")
	hintApostrophe = message.New("filter-apostrophe")
	hintNull       = message.New("filter-null")
)

const hintArithmetic message.Code = "filter-arithmetic"

// unsupported lists operators that other dialects have between two operands.
var unsupported = map[string]message.Code{
	"add": hintArithmetic, "sub": hintArithmetic, "mul": hintArithmetic, "div": hintArithmetic,
	"mod": hintArithmetic, "in": "filter-in", "has": "filter-has",
}

// unexpected is the error of a token that follows a complete expression; prev is the last of it.
func unexpected(s string, prev, t token) *SyntaxError {
	e := invalid(t.pos, t.end, "Syntax error "+at(s, t.end))
	word := t.text(s)
	switch {
	case symbolAt(e, s, t.pos), looksTyped(e, s, prev.pos):
		return e
	case t.kind == kindClose:
		return e.with(message.New("filter-never-opened"), "")
	case prev.kind == kindString && prev.end == t.pos:
		return apostrophe(e, s, prev, t)
	case t.kind != kindIdent:
		return e.with(message.New("filter-no-operator"), "")
	case isOperator(strings.ToLower(word)) && !isOperator(word):
		return e.with(message.New("filter-lowercase"), strings.ToLower(word))
	case searches[strings.ToLower(word)]:
		return e.with(hintRange, "")
	case strings.EqualFold(word, "is"):
		return e.with(hintNull, "")
	case prev.kind == kindIdent && isProperty(s, prev):
		return blankInName(e, s, prev, t)
	}
	return e.with(message.New("filter-no-and-or"), "")
}

// apostrophe explains a text that ends too early, and offers one that ends at the next quote.
func apostrophe(e *SyntaxError, s string, prev, t token) *SyntaxError {
	e.Hint = hintApostrophe
	if n := strings.IndexByte(s[t.end:], '\''); n >= 0 {
		end := t.end + n
		e.Pos, e.End = prev.pos, end+1
		e.Fix = s[prev.pos:prev.end] + "'" + s[t.pos:end+1]
	}
	return e
}

// searches lists what people write to search inside of a text.
var searches = map[string]bool{
	"like": true, "contains": true, "startswith": true, "endswith": true, "beginswith": true,
	"matches": true, "between": true, "substringof": true, "ilike": true,
}

func isOperator(word string) bool {
	switch word {
	case "and", "or", "not":
		return true
	}
	return word != "" && parseOp(word) != 0
}

func isProperty(s string, t token) bool {
	kind := kindName(s, t)
	return kind == "prop" || kind == "key"
}

// blankInName explains two names in a row: one name with a blank, if an operator comes next.
func blankInName(e *SyntaxError, s string, prev, t token) *SyntaxError {
	next := lex(s, t.end)
	if next.kind == kindIdent && parseOp(next.text(s)) != 0 {
		e.Pos = prev.pos
		return e.with(message.New("filter-blank-in-name"), prev.text(s)+t.text(s))
	}
	return e.with(message.New("filter-no-comparison"), "")
}

// expressionExpected is the error of a token that begins no operand.
func expressionExpected(s string, prev, t token) *SyntaxError {
	if t.kind == kindPunct && t.text(s) == "-" {
		return notImplemented(t.pos, t.end, message.New(hintArithmetic))
	}
	e := invalid(t.pos, t.end, "Expression expected "+at(s, t.pos))
	switch {
	case t.kind != kindEnd && symbolAt(e, s, t.pos):
		return e
	case t.kind == kindEnd && prev.end > 0:
		return e.with(message.New("filter-ends-early", prev.text(s)), "")
	}
	return e.with(message.New("filter-no-operand"), "")
}

// closeExpected is the error of a parenthesis, opened at open, that t does not close.
func closeExpected(s string, prev, t token, open int) *SyntaxError {
	e := invalid(t.pos, t.end, "')' or operator expected "+at(s, t.pos))
	if t.kind == kindEnd {
		e.Pos, e.End = open, open+1
		return e.with(message.New("filter-never-closed"), "")
	}
	why := unexpected(s, prev, t)
	e.Pos, e.End = why.Pos, why.End
	return e.with(why.Hint, why.Fix)
}

// functionCall is the error of a name with an opening parenthesis behind it.
func functionCall(s string, t token) *SyntaxError {
	word := strings.ToLower(t.text(s))
	switch {
	case isOperator(word):
		e := invalid(t.pos, t.end, "Syntax error "+at(s, t.end))
		if word == t.text(s) {
			return e.with(message.New("filter-nothing-before"), "")
		}
		return e.with(message.New("filter-lowercase"), word)
	case searches[word] || word == "substring" || word == "indexof":
		return notImplemented(t.pos, t.end, message.New("filter-functions").And(hintRange))
	}
	return notImplemented(t.pos, t.end,
		message.New("filter-function-stored"))
}

func comparedWithNull(left, right operand) *SyntaxError {
	return invalidInput(left.pos, right.end, hintNull)
}

// twoProperties is the error of a comparison between names; mostly one of them lacks its quotes.
func twoProperties(s string, left, right operand) *SyntaxError {
	e := notImplemented(right.pos, right.end, nil)
	if looksTyped(e, s, right.pos) {
		return e
	}
	switch strings.ToLower(right.property) {
	case "null", "none", "nil":
		return e.with(hintNull, "")
	}
	e.End = wordsEnd(s, right.end)
	return e.with(message.New("filter-two-properties").And(hintQuotes),
		Literal(edm.String(s[e.Pos:e.End])))
}

// wordsEnd returns where the names end that follow i and are no operators.
func wordsEnd(s string, i int) int {
	for {
		t := lex(s, i)
		if t.kind != kindIdent || isOperator(strings.ToLower(t.text(s))) {
			return i
		}
		i = t.end
	}
}

// looksTyped explains a GUID or a date that stands at i without its prefix and quotes.
func looksTyped(e *SyntaxError, s string, i int) bool {
	end := i
	for end < len(s) && (isHex(s, end) || strings.IndexByte("-:.+TZ", s[end]) >= 0) {
		end++
	}
	text := s[i:end]
	if v, err := edm.GUID(text); err == nil && strings.Contains(text, "-") {
		e.Pos, e.End = i, end
		e.with(message.New("filter-bare-guid"), Literal(v))
		return true
	}
	if v, err := edm.ParseDateTime(text); err == nil {
		e.Pos, e.End = i, end
		e.with(message.New("filter-bare-datetime"), Literal(v))
		return true
	}
	return false
}

func notBoolean(o operand) *SyntaxError {
	return invalid(o.pos, o.end, "The $filter expression must evaluate to a single boolean value.").
		with(message.New("filter-value-alone"), "")
}
