package xmltext

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// characters collects the character data of an element. Data in one piece shares the memory of the document.
type characters struct {
	first string
	more  []byte // all of it, once there are two pieces
}

func (c *characters) add(s string) {
	switch {
	case s == "":
	case c.first == "":
		c.first = s
	case c.more == nil:
		c.more = append([]byte(c.first), s...)
	default:
		c.more = append(c.more, s...)
	}
}

func (c *characters) String() string {
	if c.more == nil {
		return c.first
	}
	return string(c.more)
}

var entities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}

// forbidden returns where the first character is that no document may contain, -1 if there is none.
// Source: Extensible Markup Language 1.0, "Characters".
func forbidden(s string) int {
	return strings.IndexFunc(s, func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
	})
}

// Decode replaces the references in character data. If one of them has no meaning, all stay as they are.
func Decode(s string) string {
	if text, ok := decode(s); ok {
		return text
	}
	return s
}

// decode replaces the references in character data. The result is false for one that has no meaning.
func decode(s string) (string, bool) {
	if strings.IndexByte(s, '&') < 0 {
		return s, true
	}
	b := make([]byte, 0, len(s))
	for {
		before, rest, found := strings.Cut(s, "&")
		b = append(b, before...)
		if !found {
			return string(b), true
		}
		name, rest, found := strings.Cut(rest, ";")
		text, known := entities[name]
		if digits, ok := strings.CutPrefix(name, "#"); ok {
			text, known = reference(digits)
		}
		if !found || !known {
			return "", false
		}
		b = append(b, text...)
		s = rest
	}
}

// reference decodes a numeric character reference.
func reference(digits string) (string, bool) {
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
		return "", false
	}
	text := string(rune(n))
	return text, forbidden(text) < 0
}
