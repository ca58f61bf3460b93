// Package jsontext reads and writes JSON that holds no entities: scripts look into answers without decoding
// them, and control requests travel as JSON.
//
// It is a tenth of encoding/json, which would add 60 KB to the compressed wasm. Not here: entities,
// whose types and spelling have rules of their own (package edm).
// Source: RFC 8259.
package jsontext

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deep objects and arrays may be nested.
const maxDepth = 1000

// SkipSpace returns the position of the next byte from i on that is not white space.
func SkipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r') {
		i++
	}
	return i
}

// Error returns the position at which s stops being one JSON value, -1 if it is one.
func Error(s string) int {
	i := Skip(s, 0)
	if i < 0 {
		return -1 - i
	}
	if i = SkipSpace(s, i); i < len(s) {
		return i
	}
	return -1
}

// Skip returns the position after the value at i, or -1-p if the text is wrong at position p.
func Skip(s string, i int) int { return skip(s, i, maxDepth) }

func skip(s string, i, depth int) int {
	i = SkipSpace(s, i)
	if i >= len(s) || depth == 0 {
		return -1 - i
	}
	switch c := s[i]; {
	case c == '"':
		return skipString(s, i)
	case c == '{' || c == '[':
		return each(s, i, depth-1, nil)
	case c == '-' || isDigit(c):
		return skipNumber(s, i)
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(s[i:], word) {
			return i + len(word)
		}
	}
	return -1 - i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func skipString(s string, i int) int {
	for j := i + 1; j < len(s); j++ {
		switch {
		case s[j] == '"':
			return j + 1
		case s[j] == '\\':
			n := escapeLen(s[j:])
			if n == 0 {
				return -1 - j
			}
			j += n - 1
		case s[j] < ' ':
			return -1 - j
		}
	}
	return -1 - len(s)
}

// escapeLen returns the length of the escape at the beginning of s, 0 if it is not one.
func escapeLen(s string) int {
	if len(s) < 2 {
		return 0
	}
	if strings.IndexByte(`"\/bfnrt`, s[1]) >= 0 {
		return 2
	}
	if _, ok := unit(s); ok {
		return 6
	}
	return 0
}

// unit reads \uXXXX.
func unit(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	r := rune(0)
	for _, c := range []byte(s[2:6]) {
		digit := strings.IndexByte("0123456789abcdefABCDEF", c)
		if digit > 15 {
			digit -= 6
		}
		if digit < 0 {
			return 0, false
		}
		r = r<<4 | rune(digit)
	}
	return r, true
}

func skipNumber(s string, i int) int {
	from := i
	if s[i] == '-' {
		i++
	}
	whole := skipDigits(s, i)
	if whole == i || s[i] == '0' && whole > i+1 {
		return -1 - from
	}
	i = whole
	if i < len(s) && s[i] == '.' {
		fraction := skipDigits(s, i+1)
		if fraction == i+1 {
			return -1 - i
		}
		i = fraction
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		exponent := skipDigits(s, j)
		if exponent == j {
			return -1 - i
		}
		i = exponent
	}
	return i
}

func skipDigits(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

// Each calls visit for every member of the object or element of the array that begins at i, with
// the range of its value; the name is "" in an array. It ends early when visit returns false. It
// returns false if there is no object or array at i, or if its text is wrong.
func Each(s string, i int, visit func(name string, from, to int) bool) bool {
	if i = SkipSpace(s, i); i >= len(s) || s[i] != '{' && s[i] != '[' {
		return false
	}
	return each(s, i, maxDepth, visit) >= 0
}

// each returns what Skip returns, 0 after a visit that returned false. Visit may be nil.
func each(s string, i, depth int, visit func(name string, from, to int) bool) int {
	object, end := s[i] == '{', s[i]+2 // '{' and '}', '[' and ']' are two apart
	i = SkipSpace(s, i+1)
	if i < len(s) && s[i] == end {
		return i + 1
	}
	for {
		name := ""
		if object {
			from := i
			if i = skipName(s, i); i < 0 {
				return i
			}
			if visit != nil {
				name = Unquote(s[from : from+strings.LastIndexByte(s[from:i], '"')+1])
			}
		}
		from := SkipSpace(s, i)
		if i = skip(s, from, depth); i < 0 {
			return i
		}
		if visit != nil && !visit(name, from, i) {
			return 0
		}
		i = SkipSpace(s, i)
		switch {
		case i < len(s) && s[i] == end:
			return i + 1
		case i >= len(s) || s[i] != ',':
			return -1 - i
		}
		i = SkipSpace(s, i+1)
	}
}

// skipName returns the position after the colon of a member.
func skipName(s string, i int) int {
	if i >= len(s) || s[i] != '"' {
		return -1 - i
	}
	if i = skipString(s, i); i < 0 {
		return i
	}
	if i = SkipSpace(s, i); i >= len(s) || s[i] != ':' {
		return -1 - i
	}
	return i + 1
}

// Unquote returns the text of a JSON string that Skip has found right. A surrogate without its
// partner becomes U+FFFD.
func Unquote(s string) string {
	s = s[1 : len(s)-1]
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			b = append(b, s[i])
			i++
			continue
		}
		r, n := unescape(s[i:])
		b = utf8.AppendRune(b, r)
		i += n
	}
	return string(b)
}

// Text returns what a JSON text says: a string without its quotes and escapes, anything else as it is
// written.
func Text(s string) string {
	if strings.HasPrefix(s, `"`) {
		return Unquote(s)
	}
	return s
}

// MemberText returns the text of a member of an object, "" if there is none.
func MemberText(object, name string) string {
	v, _ := Member(object, name)
	return Text(v)
}

func unescape(s string) (r rune, n int) {
	if r, ok := unit(s); ok {
		if low, ok := unit(s[6:]); ok && utf16.IsSurrogate(r) {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
		return r, 6 // AppendRune writes U+FFFD for a lone surrogate
	}
	if i := strings.IndexByte("bfnrt", s[1]); i >= 0 {
		return rune("\b\f\n\r\t"[i]), 2
	}
	return rune(s[1]), 2
}

// Member returns the text of the member of an object with a name.
func Member(s, name string) (value string, ok bool) {
	if i := SkipSpace(s, 0); i >= len(s) || s[i] != '{' {
		return "", false
	}
	Each(s, 0, func(key string, from, to int) bool {
		if key == name {
			value, ok = s[from:to], true
		}
		return !ok
	})
	return value, ok
}
