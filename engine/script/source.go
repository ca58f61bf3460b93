package script

import (
	"sort"
	"strings"

	"rowkey/engine/utf16text"
)

// line is one line of a script without its end. Offsets are bytes.
type line struct {
	n        int // from 1
	from, to int
	text     string
}

// blank reports whether the line is white space.
func (l line) blank() bool { return strings.TrimSpace(l.text) == "" }

// source is the text of a script, cut into lines.
type source struct {
	text  string
	lines []line
	wide  []int // UTF-16 offset of the beginning of each line
}

func newSource(text string) *source {
	n := strings.Count(text, "\n") + 1
	s := &source{text: text, lines: make([]line, 0, n), wide: make([]int, 0, n)}
	wide := 0
	for from := 0; from <= len(text); {
		end := strings.IndexByte(text[from:], '\n')
		next := from + end + 1
		if end < 0 {
			end, next = len(text)-from, len(text)+1
		}
		t := strings.TrimSuffix(text[from:from+end], "\r")
		s.lines = append(s.lines, line{len(s.lines) + 1, from, from + len(t), t})
		s.wide = append(s.wide, wide)
		wide += utf16text.Len(text[from:min(next, len(text))])
		from = next
	}
	return s
}

// lineAt returns the index of the line that holds a byte.
func (s *source) lineAt(at int) int {
	return sort.Search(len(s.lines), func(i int) bool { return s.lines[i].from > at }) - 1
}

// utf16 turns a byte offset into the offset that JavaScript counts.
func (s *source) utf16(at int) int {
	i := s.lineAt(at)
	return s.wide[i] + utf16text.Len(s.text[s.lines[i].from:at])
}

// cursor converts ascending byte offsets without counting a line twice.
type cursor struct {
	src      *source
	at, wide int
}

func (c *cursor) utf16(at int) int {
	c.wide += utf16text.Len(c.src.text[c.at:at])
	c.at = at
	return c.wide
}

// skipBlanks returns the position of the first byte from from on that is not a space or a tab.
func skipBlanks(text string, from, to int) int {
	return to - len(strings.TrimLeft(text[from:to], " \t"))
}

// trimRight returns the position after the last byte before to that is not a space or a tab.
func trimRight(text string, from, to int) int {
	return from + len(strings.TrimRight(text[from:to], " \t"))
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
