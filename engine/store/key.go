package store

import (
	"strings"

	"rowkey/engine/utf16text"
)

// A key is a tuple of strings. Each part is escaped and terminated, so that the byte order of
// keys is the order of the tuples, part by part, by UTF-16 code unit: the service sorts that way.
// Source: Understanding the Table service data model, "Sorting"; recordings ("ordinal").
const (
	escape     = "\x00\xff" // a zero byte inside a part
	terminator = "\x00\x01" // the end of a part
	after      = "\x00\x02" // greater than every key that begins with the part
)

// Key returns the key of a tuple. Different tuples have different keys, whatever their bytes.
func Key(parts ...string) string { return Extend("", parts...) }

// Extend returns the key of the tuple of key followed by parts.
func Extend(key string, parts ...string) string {
	n := len(key) + len(terminator)*len(parts)
	for _, p := range parts {
		n += len(p)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteString(key)
	for _, p := range parts {
		writePart(&b, p)
		b.WriteString(terminator)
	}
	return b.String()
}

// First returns the first part of a key, if it needed no translation.
func First(key string) string {
	first, _, _ := strings.Cut(key, terminator)
	return first
}

// Ending returns how the keys end whose last part is that one; no other key ends so.
func Ending(part string) string { return terminator + Key(part) }

// Prefix returns the interval [low, high) of the keys that begin with parts. Without parts that is
// every key.
func Prefix(parts ...string) (low, high string) {
	low = Key(parts...)
	return low, After(low)
}

// After returns the lower end of what follows a key and everything that extends it, "" if that is
// the end of the database.
func After(key string) string {
	if key == "" {
		return ""
	}
	return key[:len(key)-len(terminator)] + after
}

// Beginning returns the interval [low, high) of the keys that extend key by a part which begins
// with text.
func Beginning(key, text string) (low, high string) {
	var begins strings.Builder
	begins.WriteString(key)
	writePart(&begins, text)
	low = begins.String()
	if text == "" {
		return low, After(key)
	}
	b := []byte(low)
	for len(b) > 0 && b[len(b)-1] == 0xff {
		b = b[:len(b)-1]
	}
	if len(b) == 0 {
		return low, ""
	}
	b[len(b)-1]++
	return low, string(b)
}

// plain reports whether a part needs no translation: no zero byte and nothing from U+E000 on.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c == 0 || c >= 0xee {
			return false
		}
	}
	return true
}

func writePart(b *strings.Builder, s string) {
	if plain(s) {
		b.WriteString(s)
		return
	}
	for i := 0; i < len(s); i++ {
		if s[i] == 0 {
			b.WriteString(escape)
			continue
		}
		b.WriteByte(utf16text.Rank(s[i]))
	}
}

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
