package plan

import (
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/sheet"
)

// keys are the rules 2, 3 and 4.
func (c *checker) keys(i int) {
	st := &c.d.Stores[i]
	for _, t := range []*Template{&st.Partition, &st.Row} {
		if n := c.keyLength(t); n > maxKey && st.Form != LogBlobs {
			c.say(KeyTooLong, i, []string{t.Text}, float64(n), maxKey)
		}
		for j := range t.Segments {
			if s := &t.Segments[j]; s.Form == Literal {
				c.forbidden(i, t, s.Text)
			} else {
				c.separated(i, t, j)
			}
		}
	}
}

// forbidden is rule 3. Values are written without these characters; texts of the template are not changed.
func (c *checker) forbidden(i int, t *Template, text string) {
	at := strings.IndexFunc(text, func(r rune) bool { return edm.ValidateKey(edm.RowKey, string(r)) != nil })
	if at >= 0 && c.d.Stores[i].Form != LogBlobs {
		c.say(ForbiddenInKey, i, []string{t.Text, string([]rune(text[at:])[0])})
	}
}

// separated is rule 4 for a segment and the next one of variable width.
func (c *checker) separated(i int, t *Template, j int) {
	s := &t.Segments[j]
	if c.fixedWidth(s) {
		return
	}
	for k, between := j+1, ""; k < len(t.Segments); k++ {
		switch next := &t.Segments[k]; {
		case next.Form == Literal && between == "":
			between = next.Text
		case c.fixedWidth(next):
		case between == "":
			c.say(NoSeparator, i, []string{s.Text, next.Text})
			return
		case c.occurs(s, []rune(between)[0]):
			c.say(SeparatorOccurs, i, []string{s.Text, between})
			return
		default:
			return
		}
	}
}

// occurs reports whether a character can be part of a value. What identifies an entity is taken to be made of letters,
// digits and hyphens; other texts may have anything but !, which is written as an escape.
func (m *Model) occurs(s *Segment, r rune) bool {
	t, one := m.typeOf(s)
	digit, letter := r >= '0' && r <= '9', r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	switch {
	case t.Name == sheet.Text && m.free(s.ref):
		return r != '!'
	case t.Name == sheet.Text:
		return digit || letter || r == '-' || r > 0x7F || !one && r == '_'
	case t.Name == sheet.Bool:
		return letter
	case t.Name == sheet.Binary:
		return digit || letter
	}
	return digit || strings.ContainsRune("-+.eE", r)
}

// free reports whether a text identifies nothing, so that it may have any characters.
func (m *Model) free(ref sheet.Ref) bool {
	if ref.Attr == sheet.Whole || m.Names(ref) {
		return false
	}
	a := &m.Kinds[ref.Kind].Attributes[ref.Attr]
	return !a.Identity && len(a.Skew.Weights) == 0
}
