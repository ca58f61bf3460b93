package script

import "strings"

// EncodeURL percent-encodes what may not stand in a URL. Text that is encoded already stays: "%20"
// is a blank, a "%" without two hexadecimal digits is itself. A "?" or "/" between quotes belongs
// to a key, and "&" between quotes to a value.
func EncodeURL(s string) string {
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
