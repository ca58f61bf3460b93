package edm

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// AppendString appends s as a JSON string. Non-ASCII characters are escaped, as the service always
// does; invalid UTF-8 becomes U+FFFD.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if ' ' <= c && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		b = append(b, s[from:i]...)
		r, size := utf8.DecodeRuneInString(s[i:])
		b = appendEscape(b, r)
		i += size
		from = i
	}
	b = append(b, s[from:]...)
	return append(b, '"')
}

func appendEscape(b []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(b, '\\', byte(r))
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	if r > 0xFFFF {
		r -= 0x10000
		b = appendUnit(b, 0xD800+r>>10)
		r = 0xDC00 + r&0x3FF
	}
	return appendUnit(b, r)
}

// appendUnit appends one UTF-16 code unit as \uXXXX with lower-case digits.
func appendUnit(b []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	return append(b, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}

// AppendDouble appends a finite double with the fewest digits that identify it, as .NET writes it:
// with a fraction below 1E+15 and from 0.0001 on, with an exponent of at least two digits outside.
func AppendDouble(b []byte, f float64) []byte {
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e15) {
		return strconv.AppendFloat(b, f, 'E', -1, 64)
	}
	b = strconv.AppendFloat(b, f, 'f', -1, 64)
	if f == math.Trunc(f) {
		b = append(b, '.', '0')
	}
	return b
}
