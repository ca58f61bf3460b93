package store

import (
	"strings"

	"rowkey/engine/utf16text"
)

// Parts returns the tuple that a key was made of: the opposite of [Key].
func Parts(key string) []string {
	var parts []string
	for key != "" {
		part, rest, _ := strings.Cut(key, terminator)
		parts, key = append(parts, readPart(part)), rest
	}
	return parts
}

// readPart is the opposite of writePart.
func readPart(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == 0 {
			i++ // the rest of an escape
			b.WriteByte(0)
			continue
		}
		b.WriteByte(utf16text.Unrank(s[i]))
	}
	return b.String()
}
