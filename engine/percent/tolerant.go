package percent

import "strings"

// AppendByte appends the escape of a byte.
func AppendByte(b []byte, c byte) []byte { return append(b, '%', upperHex[c>>4], upperHex[c&15]) }

// IsUnreserved reports whether a byte stands for itself everywhere in a URL.
// Source: RFC 3986, section 2.3.
func IsUnreserved(c byte) bool { return alphanumeric(c) || strings.IndexByte(Unreserved, c) >= 0 }

// Encode returns s with everything escaped but unreserved characters.
func Encode(s string) string { return string(Append(nil, s, Unreserved)) }

// IsEscape reports whether s begins with an escape: "%" and two hexadecimal digits.
func IsEscape(s string) bool {
	return len(s) >= 3 && s[0] == '%' && digit(s[1]) >= 0 && digit(s[2]) >= 0
}

// DecodeTolerant decodes escapes once; a "%" that begins none stays.
func DecodeTolerant(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if !IsEscape(s[i:]) {
			b = append(b, s[i])
			continue
		}
		b = append(b, byte(digit(s[i+1])<<4|digit(s[i+2])))
		i += 2
	}
	return string(b)
}
