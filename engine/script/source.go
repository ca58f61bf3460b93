package script

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// line is one line of a script without its end. Offsets are bytes.
type line struct {
	n        int // from 1
	from, to int
	text     string
}

// blank says that nothing but white space is on the line.
func (l line) blank() bool { return strings.TrimSpace(l.text) == "" }

// source is the text of a script, cut into lines.
type source struct {
	text  string
	lines []line
	wide  []int // UTF-16 offset of the beginning of each line
}

func newSource(text string) *source {
	s := &source{text: text}
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
		wide += utf16Len(text[from:min(next, len(text))])
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
	return s.wide[i] + utf16Len(s.text[s.lines[i].from:at])
}

// utf16Len returns the length of a text in UTF-16 code units.
func utf16Len(s string) int {
	n := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i, n = i+1, n+1
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i, n = i+size, n+1
		if r > 0xFFFF {
			n++
		}
	}
	return n
}
