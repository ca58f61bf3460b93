package script

import (
	"strconv"
	"strings"
)

const upperHex = "0123456789ABCDEF"

// encodeURL percent-encodes what may not stand in a URL. Text that is encoded already stays: "%20"
// is a blank, a "%" without two hexadecimal digits is itself. A "?" or "/" between quotes belongs
// to a key, and "&" between quotes to a value.
func encodeURL(s string) string {
	q := queryStart(s)
	origin := 0
	if i := strings.Index(s[:q], "://"); i >= 0 {
		origin = i + 3
	}
	var b strings.Builder
	b.WriteString(s[:origin])
	encodePath(&b, s[origin:q])
	for i, o := range splitQuery(s[q:]) {
		b.WriteByte("?&"[min(i, 1)])
		encodeOption(&b, s[q+o.at:q+o.at+len(o.name)], false)
		if end := q + o.at + len(o.name); end < len(s) && s[end] == '=' {
			b.WriteByte('=')
			encodeOption(&b, o.value, strings.Contains(o.value, " "))
		}
	}
	return b.String()
}

func encodePath(b *strings.Builder, s string) {
	quoted := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\'' {
			quoted = !quoted
		}
		switch {
		case c == '/' && quoted, c == '%' && !isEscape(s[i:]):
			escapeByte(b, c)
		case c == '%', isUnreserved(c), strings.IndexByte("!$&'()*+,;=:@/", c) >= 0:
			b.WriteByte(c)
		default:
			escapeByte(b, c)
		}
	}
}

// encodeOption encodes the name or the value of an option. In a value that holds blanks, and so was
// not encoded before, "+" is a plus sign.
func encodeOption(b *strings.Builder, s string, raw bool) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && !isEscape(s[i:]), c == '+' && raw, c == '&':
			escapeByte(b, c)
		case c == '%', isUnreserved(c), strings.IndexByte("!$'()*+,;=:@/", c) >= 0:
			b.WriteByte(c)
		default:
			escapeByte(b, c)
		}
	}
}

// encodeValue percent-encodes everything but unreserved characters: {{%name}}.
// Source: RFC 3986, section 2.3.
func encodeValue(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if isUnreserved(s[i]) {
			b.WriteByte(s[i])
			continue
		}
		escapeByte(&b, s[i])
	}
	return b.String()
}

// Unescape decodes percent escapes; a "%" that begins none stays.
func Unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || !isEscape(s[i:]) {
			b.WriteByte(s[i])
			continue
		}
		n, _ := strconv.ParseUint(s[i+1:i+3], 16, 8) // isEscape saw both digits
		b.WriteByte(byte(n))
		i += 2
	}
	return b.String()
}

func escapeByte(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(upperHex[c>>4])
	b.WriteByte(upperHex[c&15])
}

func isEscape(s string) bool { return len(s) >= 3 && isHex(s[1]) && isHex(s[2]) }

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func isUnreserved(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
