package keys

import (
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/template"
)

// keys are the rules 2, 3 and 4.
func (c *checker) keys(i int) {
	st := &c.d.Stores[i]
	for _, t := range []*Template{&st.Partition, &st.Row} {
		if n := t.Length(c.f); n > maxKey && st.Form != LogBlobs {
			c.say(KeyTooLong, i, []string{t.Text}, float64(n), maxKey)
		}
		for j := range t.Segments {
			if s := &t.Segments[j]; s.Form == template.Literal {
				c.forbidden(i, t, s.Text)
			} else {
				c.separated(i, t, j)
			}
		}
	}
}

// forbidden checks rule 3. Values are written without these characters; texts of the template are not changed.
func (c *checker) forbidden(i int, t *Template, text string) {
	at := strings.IndexFunc(text, func(r rune) bool { return edm.ValidateKey(edm.RowKey, string(r)) != nil })
	if at >= 0 && c.d.Stores[i].Form != LogBlobs {
		c.say(ForbiddenInKey, i, []string{t.Text, string([]rune(text[at:])[0])})
	}
}

// separated checks rule 4 for a segment and the next one of variable width.
func (c *checker) separated(i int, t *Template, j int) {
	s := &t.Segments[j]
	if s.FixedWidth(c.f) {
		return
	}
	for k, between := j+1, ""; k < len(t.Segments); k++ {
		switch next := &t.Segments[k]; {
		case next.Form == template.Literal && between == "":
			between = next.Text
		case next.FixedWidth(c.f):
		case between == "":
			c.say(NoSeparator, i, []string{s.Text, next.Text})
			return
		case s.MayContain(c.f, []rune(between)[0]):
			c.say(SeparatorOccurs, i, []string{s.Text, between})
			return
		default:
			return
		}
	}
}
