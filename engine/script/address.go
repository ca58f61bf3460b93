package script

import (
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/odata"
	"rowkey/engine/percent"
)

// EncodeURL percent-encodes what must not appear in a URL. Text that is already encoded stays: "%20"
// is a space, a "%" without two hexadecimal digits is itself. A "?" or "/" between quotes belongs
// to a key, and "&" between quotes to a value.
func EncodeURL(s string) string {
	q := queryStart(s)
	origin := 0
	if i := strings.Index(s[:q], "://"); i >= 0 {
		origin = i + 3
	}
	b := appendPath([]byte(s[:origin]), s[origin:q])
	for i, o := range splitQuery(s[q:]) {
		b = append(b, "?&"[min(i, 1)])
		b = appendOption(b, s[q+o.at:q+o.at+len(o.name)], false)
		if end := q + o.at + len(o.name); end < len(s) && s[end] == '=' {
			b = appendOption(append(b, '='), o.value, strings.Contains(o.value, " "))
		}
	}
	return string(b)
}

func appendPath(b []byte, s string) []byte {
	quoted := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\'' {
			quoted = !quoted
		}
		switch {
		case c == '/' && quoted, c == '%' && !percent.IsEscape(s[i:]):
			b = percent.AppendByte(b, c)
		case c == '%', percent.IsUnreserved(c), strings.IndexByte("!$&'()*+,;=:@/", c) >= 0:
			b = append(b, c)
		default:
			b = percent.AppendByte(b, c)
		}
	}
	return b
}

// appendOption encodes the name or the value of an option. In a value that holds spaces, and so was
// not encoded before, "+" is a plus sign.
func appendOption(b []byte, s string, raw bool) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && !percent.IsEscape(s[i:]), c == '+' && raw, c == '&':
			b = percent.AppendByte(b, c)
		case c == '%', percent.IsUnreserved(c), strings.IndexByte("!$'()*+,;=:@/", c) >= 0:
			b = append(b, c)
		default:
			b = percent.AppendByte(b, c)
		}
	}
	return b
}

// KeyOf reads the key of an operation from its address or, for an insert, from its body.
func KeyOf(path, body string) explain.Key {
	if open := strings.IndexByte(path, '('); open >= 0 {
		pk, rk := quotedAfter(path, "PartitionKey="), quotedAfter(path, "RowKey=")
		return explain.Key{Partition: pk, Row: rk}
	}
	return explain.Key{Partition: jsontext.MemberText(body, "PartitionKey"), Row: jsontext.MemberText(body, "RowKey")}
}

// quotedAfter returns the decoded literal that follows a name in a path.
func quotedAfter(path, name string) string {
	_, text, ok := strings.Cut(path, name)
	if !ok || !strings.HasPrefix(text, "'") {
		return ""
	}
	n := quotedLen(text)
	text = odata.Unescape(strings.TrimSuffix(text[1:n], "'"))
	return percent.DecodeTolerant(text)
}
