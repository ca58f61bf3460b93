// Package percent writes and reads percent escapes, as URLs have them: "a/b" is "a%2Fb".
//
// Rule book: RFC 3986, section 2. Not here: which part of a URL is escaped (its parsers).
package percent

import "strings"

// Unreserved are the characters besides letters and digits that no URL escapes.
// Source: RFC 3986, section 2.3.
const Unreserved = "-_.~"

// Marks are the unreserved characters of the older standard, by which the service still writes keys and names.
// Source: RFC 2396, section 2.3; recorded traffic. .NET's Uri.EscapeDataString did it at the time.
const Marks = "-_.!~*'()"

const upperHex = "0123456789ABCDEF"

// Append writes s to b. ASCII letters, digits and the characters of keep stay as they are, every other
// byte becomes an escape.
func Append(b []byte, s, keep string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if alphanumeric(c) || strings.IndexByte(keep, c) >= 0 {
			b = append(b, c)
			continue
		}
		b = append(b, '%', upperHex[c>>4], upperHex[c&15])
	}
	return b
}

func alphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// Decode decodes escapes once. The result is false if one is cut short or not hexadecimal.
func Decode(s string) (string, bool) { return decode(s, false) }

// DecodeQuery is Decode for a name or value of a query string, in which "+" is a space.
func DecodeQuery(s string) (string, bool) { return decode(s, true) }

func decode(s string, plus bool) (string, bool) {
	if !strings.Contains(s, "%") && !(plus && strings.Contains(s, "+")) {
		return s, true
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '+' && plus:
			b = append(b, ' ')
		case s[i] != '%':
			b = append(b, s[i])
		case i+2 >= len(s):
			return "", false
		default:
			high, low := digit(s[i+1]), digit(s[i+2])
			if high < 0 || low < 0 {
				return "", false
			}
			b = append(b, byte(high<<4|low))
			i += 2
		}
	}
	return string(b), true
}

// digit returns the value of a hexadecimal digit, -1 for any other character.
func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

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
