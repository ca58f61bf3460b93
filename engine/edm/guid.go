package edm

import "errors"

var errGUID = errors.New("a GUID has 32 hexadecimal digits in groups of 8-4-4-4-12")

// GUID returns the value of a GUID written as 8-4-4-4-12 hexadecimal digits, as 32 digits without
// dashes, or as either of them in braces or parentheses; the service reads the same forms.
// It fails for any other text.
func GUID(s string) (Value, error) {
	if n := len(s); n > 2 && (s[0] == '{' && s[n-1] == '}' || s[0] == '(' && s[n-1] == ')') {
		s = s[1 : n-1]
	}
	if len(s) != 36 && len(s) != 32 {
		return Value{}, errGUID
	}
	dashed := len(s) == 36
	out := make([]byte, 0, 36)
	for i := 0; i < len(s); i++ {
		if dashed && isDashPlace(i) {
			if s[i] != '-' {
				return Value{}, errGUID
			}
			continue
		}
		if isDashPlace(len(out)) {
			out = append(out, '-')
		}
		c, ok := lowerHex(s[i])
		if !ok {
			return Value{}, errGUID
		}
		out = append(out, c)
	}
	return Value{typ: TypeGUID, str: string(out)}, nil
}

func isDashPlace(i int) bool { return i == 8 || i == 13 || i == 18 || i == 23 }

func lowerHex(c byte) (lower byte, ok bool) {
	switch {
	case '0' <= c && c <= '9', 'a' <= c && c <= 'f':
		return c, true
	case 'A' <= c && c <= 'F':
		return c + 'a' - 'A', true
	}
	return 0, false
}
