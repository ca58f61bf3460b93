package odata

import (
	"slices"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/message"
)

// This file explains, in our own words, what the service only refuses.

// Hints that are given in several places.
const (
	hintRange      message.Code = "filter-search"
	hintInside     message.Code = "filter-inside"
	hintQuotes     message.Code = "filter-quotes"
	hintApostrophe message.Code = "filter-apostrophe"
	hintNull       message.Code = "filter-null"
	hintArithmetic message.Code = "filter-arithmetic"
	hintIn         message.Code = "filter-in"
)

// unsupported returns the hint about an operator that other dialects have between two operands, "" for
// any other word.
func unsupported(word string) message.Code {
	switch word {
	case "add", "sub", "mul", "div", "mod":
		return hintArithmetic
	case "in":
		return hintIn
	case "has":
		return "filter-has"
	}
	return ""
}

// unexpected is the error of a token that follows a complete expression; prev is the last of it.
func unexpected(s string, prev, t token) *SyntaxError {
	e := invalid(t.pos, t.end, "Syntax error "+at(s, t.end))
	word := t.text(s)
	switch {
	case symbolAt(e, s, t.pos), looksTyped(e, s, prev.pos), numberWithComma(e, s, prev.pos):
		return e
	case t.kind == kindClose:
		return e.with("", "filter-never-opened")
	case word == ",":
		return e.with(padded(s, t.pos, t.end, "and"), "filter-comma")
	case isOperator(strings.ToLower(word)) && !isOperator(word):
		return e.with(padded(s, t.pos, t.end, strings.ToLower(word)), "filter-lowercase")
	case prev.kind == kindString && prev.end == t.pos:
		return apostrophe(e, s, prev, t)
	case t.kind != kindIdent:
		return e.with("", "filter-no-operator")
	case strings.EqualFold(word, "between"):
		return between(e, s, prev, t)
	case strings.EqualFold(word, "in"):
		return oneOf(e, s, prev, t)
	case searchOf(word) != searchNothing:
		return infix(e, s, prev, t)
	case strings.EqualFold(word, "is"):
		return e.with("", hintNull)
	case prev.kind == kindIdent && isProperty(s, prev):
		return blankInName(e, s, prev, t)
	}
	return e.with("", "filter-no-and-or")
}

// numberWithComma explains a number at i whose commas part thousands, or whose only comma is its decimal sign.
func numberWithComma(e *SyntaxError, s string, i int) bool {
	number := strings.TrimRight(s[i:len(s)-len(strings.TrimLeft(s[i:], "-.,0123456789"))], "-.,")
	whole, rest, _ := strings.Cut(number, ",")
	digits := digitsEnd(rest, 0)
	fix := strings.ReplaceAll(number, ",", "")
	if digits != 3 || strings.Trim(whole, "-0") == "" {
		fix = strings.ReplaceAll(whole, ".", "") + "." + rest
	}
	if digits == 0 || digits != 3 && strings.Contains(rest, ",") {
		return false // a list
	}
	e.Pos, e.End = i, i+len(number)
	e.with(fix, "filter-number-comma", fix)
	return true
}

// apostrophe explains a string that ends too early: its own quote is missing, or it ends at the next one.
func apostrophe(e *SyntaxError, s string, prev, t token) *SyntaxError {
	e.Hint = message.New(hintApostrophe)
	if size := quoteIn(s[prev.pos:prev.end]); prev.pos+size < prev.end {
		e.Pos, e.End = prev.pos, prev.pos+size
		return e.with(s[e.Pos:e.End]+"'", "filter-open-value")
	}
	if n := strings.IndexByte(s[t.end:], '\''); n >= 0 {
		e.Pos, e.End = prev.pos, t.pos+quoteIn(s[t.pos:t.end+n+1])
		rest := strings.TrimSuffix(s[t.pos:e.End], "'") + "'"
		e.Fix = strings.TrimSuffix(s[prev.pos:prev.end-1], `\`) + "''" + rest
	}
	return e
}

// open explains a value that has only one of its quotes, and offers the other.
func (e *SyntaxError) open(s string) *SyntaxError {
	if from := strings.LastIndexAny(s[:e.Pos], " (,") + 1; from < e.Pos {
		e.Pos, e.End = from, e.Pos+1
		return e.with("'"+s[from:e.End], hintQuotes)
	}
	e.End = e.Pos + quoteIn(s[e.Pos:])
	return e.with(s[e.Pos:e.End]+"'", "filter-open-value").and(hintApostrophe)
}

// quoteIn returns where the quote belongs in a text that has it only after more comparisons, or not at all.
func quoteIn(s string) int {
	for i := range s {
		if s[i] != ' ' {
			continue
		}
		end := identEnd(s, i+1)
		if join := strings.ToLower(s[i+1 : end]); (join == "and" || join == "or") && beginsComparison(s, end) {
			return i
		}
	}
	return len(s)
}

// beginsComparison reports whether a name and an operator, perhaps of another language, come next.
func beginsComparison(s string, i int) bool {
	name := lex(s, i)
	for name.kind == kindOpen || name.text(s) == "not" {
		name = lex(s, name.end)
	}
	op := lex(s, name.end)
	word := op.text(s)
	return isProperty(s, name) && (parseOp(strings.ToLower(word)) != 0 || searchOf(word) != searchNothing ||
		symbolAt(new(SyntaxError), s, op.pos))
}

func isOperator(word string) bool { return slices.Contains(Operators(), word) }

func isProperty(s string, t token) bool {
	kind := kindName(s, t)
	return kind == "prop" || kind == "key"
}

// blankInName explains two names in a row: one name with a space, if an operator comes next.
func blankInName(e *SyntaxError, s string, prev, t token) *SyntaxError {
	next := lex(s, t.end)
	if next.kind == kindIdent && parseOp(next.text(s)) != 0 {
		e.Pos = prev.pos
		return e.with(prev.text(s)+t.text(s), "filter-blank-in-name")
	}
	return e.with("", "filter-no-comparison")
}

// expressionExpected is the error of a token that begins no operand.
func expressionExpected(s string, prev, t token) *SyntaxError {
	if t.kind == kindPunct && t.text(s) == "-" {
		return notImplemented(t.pos, t.end, hintArithmetic)
	}
	e := invalid(t.pos, t.end, "Expression expected "+at(s, t.pos))
	switch {
	case t.kind != kindEnd && symbolAt(e, s, t.pos):
		return e
	case t.kind == kindEnd && prev.end > 0:
		return e.with("", "filter-ends-early", prev.text(s))
	}
	return e.with("", "filter-no-operand")
}

// closeExpected is the error of a parenthesis, opened at open, that t does not close.
func closeExpected(s string, prev, t token, open int) *SyntaxError {
	e := invalid(t.pos, t.end, "')' or operator expected "+at(s, t.pos))
	if t.kind == kindEnd {
		e.Pos, e.End = open, open+1
		return e.with("", "filter-never-closed")
	}
	why := unexpected(s, prev, t)
	why.Msg = e.Msg
	return why
}

// functionCall is the error of a name with an opening parenthesis after it.
func functionCall(s string, t token) *SyntaxError {
	word := strings.ToLower(t.text(s))
	switch {
	case isOperator(word):
		e := invalid(t.pos, t.end, "Syntax error "+at(s, t.end))
		if word == t.text(s) {
			return e.with("", "filter-nothing-before")
		}
		return e.with(word, "filter-lowercase")
	case searchOf(word) != searchNothing || word == "substring" || word == "indexof":
		return searchCall(s, t)
	}
	return notImplemented(t.pos, t.end, "filter-function-stored")
}

func comparedWithNull(left, right operand) *SyntaxError {
	return invalidInput(left.pos, right.end, hintNull)
}

// twoProperties is the error of a comparison between names; usually one of them lacks its quotes.
func twoProperties(s string, left, right operand) *SyntaxError {
	e := notImplemented(right.pos, right.end, "filter-two-properties").and(hintQuotes)
	if looksTyped(e, s, right.pos) {
		return e
	}
	switch strings.ToLower(right.property) {
	case "null", "none", "nil":
		return e.with("", hintNull)
	}
	e.End = wordsEnd(s, right.end)
	e.Fix = Literal(edm.String(s[e.Pos:e.End]))
	if strings.HasPrefix(s[e.End:], "'") {
		e.End++ // which has only the other quote
	}
	return e
}

// wordsEnd returns where the names after i end, before the next operator.
func wordsEnd(s string, i int) int {
	for {
		t := lex(s, i)
		if t.kind != kindIdent || isOperator(strings.ToLower(t.text(s))) {
			return i
		}
		i = t.end
	}
}

// looksTyped explains a GUID or a date at i without its prefix and quotes.
func looksTyped(e *SyntaxError, s string, i int) bool {
	end := i
	for end < len(s) && (isHex(s, end) || strings.IndexByte("-:.+TZ", s[end]) >= 0) {
		end++
	}
	text := s[i:end]
	if v, err := edm.GUID(text); err == nil && strings.Contains(text, "-") {
		e.Pos, e.End = i, end
		e.with(Literal(v), "filter-bare-guid")
		return true
	}
	if v, err := edm.ParseDateTime(text); err == nil {
		e.Pos, e.End = i, end
		e.with(Literal(v), "filter-bare-datetime")
		return true
	}
	return false
}

func notBoolean(o operand) *SyntaxError {
	return invalid(o.pos, o.end, "The $filter expression must evaluate to a single boolean value.").
		with("", "filter-value-alone")
}
