package script

import (
	"strconv"
	"strings"
)

const upperHex = "0123456789ABCDEF"

// EncodeValue percent-encodes everything but unreserved characters: {{%name}}.
// Source: RFC 3986, section 2.3.
func EncodeValue(s string) string {
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
