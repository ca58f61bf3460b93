package odata

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rowkey/engine/edm"
)

type kind uint8

const (
	kindEnd    kind = iota
	kindIdent       // a property, an operator, true, false, null, NaN, INF
	kindString      // 'text'
	kindNumber      // 1, -1L, 1.5, 1e3, -INF
	kindTyped       // datetime'…', guid'…', X'…', binary'…'
	kindOpen
	kindClose
	kindPunct // what OData knows and a filter of the service does not use

	// What cannot be read. [lexError] says why.
	kindCharacter // one character that begins nothing
	kindOpenText  // a string without its closing quote
	kindOpenTyped // a typed literal without its closing quote
	kindNoDigit   // a number that breaks off
)

// token is the piece pos to end of a filter, in bytes.
type token struct {
	kind     kind
	pos, end int
}

func (t token) text(s string) string { return s[t.pos:t.end] }

// bad reports whether the token is something that cannot be read.
func (t token) bad() bool { return t.kind >= kindCharacter }

// lex reads the token that begins at or after i.
func lex(s string, i int) token {
	i = skipSpace(s, i)
	if i == len(s) {
		return token{kindEnd, i, i}
	}
	switch c := s[i]; {
	case c == '(':
		return token{kindOpen, i, i + 1}
	case c == ')':
		return token{kindClose, i, i + 1}
	case c == '\'':
		return lexString(s, i)
	case isDigit(s, i), c == '-' && isDigit(s, i+1):
		return lexNumber(s, i)
	case strings.HasPrefix(s[i:], "-INF") && identEnd(s, i+1) == i+4:
		return token{kindNumber, i, i + 4}
	case strings.IndexByte("-,=/?.*:", c) >= 0:
		return token{kindPunct, i, i + 1}
	}
	if end := identEnd(s, i); end > i {
		return lexIdent(s, i, end)
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return token{kindCharacter, i, i + size}
}

func skipSpace(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsSpace(r) {
			break
		}
		i += size
	}
	return i
}

// identEnd returns where the identifier ends that begins at i, i if none does.
func identEnd(s string, i int) int {
	from := i
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !edm.InName(r, i == from) {
			break
		}
		i += size
	}
	return i
}

// lexIdent reads an identifier, or the typed literal that it is the prefix of.
func lexIdent(s string, i, end int) token {
	if end == len(s) || s[end] != '\'' {
		return token{kindIdent, i, end}
	}
	switch s[i:end] {
	case "datetime", "guid", "binary", "X", "x":
	default:
		return token{kindIdent, i, end}
	}
	n := strings.IndexByte(s[end+1:], '\'')
	if n < 0 {
		return token{kindOpenTyped, i, len(s)}
	}
	return token{kindTyped, i, end + n + 2}
}

func lexString(s string, i int) token {
	for end := i + 1; end < len(s); end++ {
		if s[end] != '\'' {
			continue
		}
		if end+1 == len(s) || s[end+1] != '\'' {
			return token{kindString, i, end + 1}
		}
		end++
	}
	return token{kindOpenText, i, len(s)}
}

// lexNumber reads a number with its suffix; s has a digit or a minus and a digit at i.
func lexNumber(s string, i int) token {
	end := digitsEnd(s, i+1)
	if end < len(s) && s[end] == '.' {
		if !isDigit(s, end+1) {
			return token{kindNoDigit, i, end + 1}
		}
		end = digitsEnd(s, end+1)
	}
	if end < len(s) && s[end]|0x20 == 'e' {
		end++
		if end < len(s) && (s[end] == '+' || s[end] == '-') {
			end++
		}
		if !isDigit(s, end) {
			return token{kindNoDigit, i, end}
		}
		end = digitsEnd(s, end)
	}
	if end < len(s) && strings.IndexByte("LlDdFfMm", s[end]) >= 0 {
		end++
	}
	return token{kindNumber, i, end}
}

func isDigit(s string, i int) bool { return i < len(s) && '0' <= s[i] && s[i] <= '9' }

func digitsEnd(s string, i int) int {
	for isDigit(s, i) {
		i++
	}
	return i
}
