package odata

import (
	"strings"
	"unicode/utf8"

	"rowkey/engine/edm"
	"rowkey/engine/message"
)

// symbols lists operators of other languages, longer ones first.
var symbols = [...]struct{ theirs, ours string }{
	{"===", "eq"}, {"!==", "ne"}, {"==", "eq"}, {"!=", "ne"}, {"<>", "ne"}, {"<=", "le"},
	{">=", "ge"}, {"&&", "and"}, {"||", "or"}, {"=", "eq"}, {"<", "lt"}, {">", "gt"},
	{"!", "not"}, {"&", "and"}, {"|", "or"},
}

// symbolAt explains an operator of another language at i. It returns false if there is none.
func symbolAt(e *SyntaxError, s string, i int) bool {
	for _, y := range symbols {
		if strings.HasPrefix(s[i:], y.theirs) {
			e.Pos, e.End = i, i+len(y.theirs)
			e.with(padded(s, e.Pos, e.End, y.ours), "filter-symbol", y.theirs, y.ours)
			return true
		}
	}
	return false
}

// padded adds the spaces that a word needs in place of the bytes pos to end.
func padded(s string, pos, end int, word string) string {
	if pos > 0 && skipSpace(s, pos-1) == pos-1 {
		word = " " + word
	}
	if end < len(s) && skipSpace(s, end) == end {
		word += " "
	}
	return word
}

// lexError is the error of a token that cannot be read.
func lexError(s string, t token) *SyntaxError {
	switch t.kind {
	case kindOpenText:
		return invalid(t.pos, t.end, "There is an unterminated string literal "+at(s, t.end)).open(s)
	case kindOpenTyped:
		return invalid(t.pos, t.end, "There is an unterminated literal "+at(s, t.end)).open(s)
	case kindNoDigit:
		return invalid(t.pos, t.end, "A digit was expected "+at(s, t.end)).with("", "filter-no-digits")
	}
	return badCharacter(s, t.pos)
}

// badCharacter is the error of a character that no token begins with.
func badCharacter(s string, i int) *SyntaxError {
	r, size := utf8.DecodeRuneInString(s[i:])
	e := invalid(i, i+size, "Syntax error: character '"+s[i:i+size]+"' is not valid "+at(s, i))
	switch {
	case r == '"':
		return quotedWrongly(e, s, i, size, "filter-double-quotes")
	case strings.ContainsRune("‘’‚‛“”„‟′″`´«»‹›＇＂", r):
		return quotedWrongly(e, s, i, size, "filter-typographic-quotes")
	case strings.HasPrefix(s[i:], "{{"):
		return e.with("", "filter-variable")
	case r == '%' && isHex(s, i+1) && isHex(s, i+2):
		return e.with("", "filter-encoded")
	case symbolAt(e, s, i):
		return e
	}
	return e.with("", "filter-character")
}

// quotes are the quotes that can end a string, by its opening one.
var quotes = map[string]string{
	`"`: `"`, "‘": "’‘'", "’": "’'", "‚": "‘’'", "‛": "’'",
	"“": `”“"`, "”": `”"`, "„": `“”"`, "‟": `”"`,
	"′": "′", "″": "″", "`": "`´'", "´": "´'",
	"«": "»", "»": "«", "‹": "›", "›": "‹", "＇": "＇", "＂": "＂",
}

// quotedWrongly offers the same string in single quotes, if it has an end.
func quotedWrongly(e *SyntaxError, s string, i, size int, hint message.Code) *SyntaxError {
	e.with("", hint)
	from := i + size
	n := strings.IndexAny(s[from:], quotes[s[i:from]])
	if n < 0 {
		return e
	}
	_, last := utf8.DecodeRuneInString(s[from+n:])
	e.End = from + n + last
	e.Fix = Literal(edm.String(s[from : from+n]))
	return e
}

func isHex(s string, i int) bool {
	return i < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[i]) >= 0
}
