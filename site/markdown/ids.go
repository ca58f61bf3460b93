package markdown

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// ids makes heading anchors that keep the letters of every script: goldmark's own keep ASCII only
// and turn a Japanese heading into "heading".
type ids struct{ taken map[string]bool }

func newIDs() *ids { return &ids{map[string]bool{}} }

// Generate returns an anchor that no earlier heading has.
func (s *ids) Generate(value []byte, _ ast.NodeKind) []byte {
	base := slug(string(value))
	id := base
	for n := 2; s.taken[id]; n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	s.taken[id] = true
	return []byte(id)
}

// Put takes note of an anchor that the author chose.
func (s *ids) Put(value []byte) { s.taken[string(value)] = true }

// slug lowers letters, keeps digits and marks, and turns everything else into single hyphens.
func slug(title string) string {
	var out strings.Builder
	gap := false
	for _, r := range strings.ToLower(title) {
		if !unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) {
			gap = out.Len() > 0
			continue
		}
		if gap {
			out.WriteByte('-')
			gap = false
		}
		out.WriteRune(r)
	}
	if out.Len() == 0 {
		return "section"
	}
	return out.String()
}
