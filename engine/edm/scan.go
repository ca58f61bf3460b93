package edm

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind is what a JSON value is.
type kind uint8

const (
	kindNone kind = iota
	kindString
	kindInteger // a number without fraction and exponent
	kindNumber
	kindTrue
	kindFalse
	kindNull
	kindNested // an object or an array
)

const maxNesting = 64 // levels of objects and arrays in a member that is ignored

// scanner reads JSON from the front of s. Strings are parts of s unless they contain escapes.
type scanner struct {
	s string
	i int
}

func (p *scanner) space() {
	for p.i < len(p.s) {
		switch p.s[p.i] {
		case ' ', '\t', '\r', '\n':
			p.i++
		default:
			return
		}
	}
}

// next skips white space and takes c if it comes next.
func (p *scanner) next(c byte) bool {
	p.space()
	if p.i < len(p.s) && p.s[p.i] == c {
		p.i++
		return true
	}
	return false
}

// scalar reads a value and returns what it is and its text, without quotes and escapes. Objects
// and arrays are checked and skipped. ok is false if no JSON value comes next.
func (p *scanner) scalar() (k kind, text string, ok bool) {
	p.space()
	if p.i >= len(p.s) {
		return kindNone, "", false
	}
	switch c := p.s[p.i]; {
	case c == '"':
		text, ok = p.quoted()
		return kindString, text, ok
	case c == '-' || isDigit(c):
		return p.number()
	case c == '{' || c == '[':
		return kindNested, "", p.skip(maxNesting)
	}
	switch {
	case p.word("true"):
		return kindTrue, "", true
	case p.word("false"):
		return kindFalse, "", true
	case p.word("null"):
		return kindNull, "", true
	}
	return kindNone, "", false
}

func (p *scanner) word(w string) bool {
	if !strings.HasPrefix(p.s[p.i:], w) {
		return false
	}
	p.i += len(w)
	return true
}

// skip reads an object or an array of at most depth levels.
func (p *scanner) skip(depth int) bool {
	if depth == 0 {
		return false
	}
	object := p.s[p.i] == '{'
	end := byte(']')
	if object {
		end = '}'
	}
	p.i++
	if p.next(end) {
		return true
	}
	for {
		if object && !p.skipName() {
			return false
		}
		if !p.skipValue(depth - 1) {
			return false
		}
		if p.next(end) {
			return true
		}
		if !p.next(',') {
			return false
		}
	}
}

func (p *scanner) skipName() bool {
	p.space()
	_, ok := p.quoted()
	return ok && p.next(':')
}

func (p *scanner) skipValue(depth int) bool {
	p.space()
	if p.i < len(p.s) && (p.s[p.i] == '{' || p.s[p.i] == '[') {
		return p.skip(depth)
	}
	_, _, ok := p.scalar()
	return ok
}

// number reads a number by the grammar of JSON.
func (p *scanner) number() (k kind, text string, ok bool) {
	from := p.i
	k = kindInteger
	if p.s[p.i] == '-' {
		p.i++
	}
	first := p.i
	if n := p.digits(); n == 0 || n > 1 && p.s[first] == '0' {
		return kindNone, "", false
	}
	if p.i < len(p.s) && p.s[p.i] == '.' {
		k = kindNumber
		p.i++
		if p.digits() == 0 {
			return kindNone, "", false
		}
	}
	if p.i < len(p.s) && p.s[p.i]|0x20 == 'e' {
		k = kindNumber
		p.i++
		if p.i < len(p.s) && (p.s[p.i] == '+' || p.s[p.i] == '-') {
			p.i++
		}
		if p.digits() == 0 {
			return kindNone, "", false
		}
	}
	return k, p.s[from:p.i], true
}

func (p *scanner) digits() int {
	from := p.i
	for p.i < len(p.s) && isDigit(p.s[p.i]) {
		p.i++
	}
	return p.i - from
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// quoted reads a string.
func (p *scanner) quoted() (string, bool) {
	if p.i >= len(p.s) || p.s[p.i] != '"' {
		return "", false
	}
	p.i++
	from := p.i
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case c == '"':
			p.i++
			return strings.ToValidUTF8(p.s[from:p.i-1], "\uFFFD"), true
		case c == '\\':
			return p.escaped(from)
		case c < ' ':
			return "", false
		}
		p.i++
	}
	return "", false
}

// escaped reads the rest of a string that began at from; the scanner is at a backslash.
func (p *scanner) escaped(from int) (string, bool) {
	b := append([]byte(nil), p.s[from:p.i]...)
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case c == '"':
			p.i++
			return strings.ToValidUTF8(string(b), "\uFFFD"), true
		case c < ' ':
			return "", false
		case c == '\\':
			r, ok := p.escape()
			if !ok {
				return "", false
			}
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, c)
			p.i++
		}
	}
	return "", false
}

const (
	escapes  = `"\/bfnrt`
	escapeds = "\"\\/\b\f\n\r\t"
)

// escape reads one escape sequence, or two that form a surrogate pair. Half a pair becomes U+FFFD.
func (p *scanner) escape() (rune, bool) {
	p.i++ // the backslash
	if p.i >= len(p.s) {
		return 0, false
	}
	c := p.s[p.i]
	p.i++
	if c != 'u' {
		k := strings.IndexByte(escapes, c)
		if k < 0 {
			return 0, false
		}
		return rune(escapeds[k]), true
	}
	r, ok := p.hex4()
	if !ok || r < 0xD800 || r > 0xDBFF || !strings.HasPrefix(p.s[p.i:], `\u`) {
		return r, ok
	}
	mark := p.i
	p.i += 2
	low, ok := p.hex4()
	if !ok {
		return 0, false
	}
	if low < 0xDC00 || low > 0xDFFF {
		p.i = mark
		return utf8.RuneError, true
	}
	return (r-0xD800)<<10 | (low - 0xDC00) + 0x10000, true
}

func (p *scanner) hex4() (rune, bool) {
	if len(p.s)-p.i < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(p.s[p.i:p.i+4], 16, 32)
	p.i += 4
	return rune(n), err == nil
}
