package keys

import (
	"slices"
	"strings"

	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// tables checks rule 5: names of tables, and how many there are.
func (c *checker) tables(i int) {
	st := &c.d.Stores[i]
	if st.Form == LogBlobs {
		return
	}
	most, least, plain := 0, 0, true
	for s := range SegmentsOf(&st.Table) {
		most += s.Length(c.f)
		if least++; s.FixedWidth(c.f) {
			least += s.Length(c.f) - 1
		}
		plain = plain && c.inTableName(s)
	}
	first := st.Table.Literal()
	letter := first != "" && (first[0] >= 'a' && first[0] <= 'z' || first[0] >= 'A' && first[0] <= 'Z')
	if !plain || !letter || most > 63 || least < 3 {
		c.say(BadTableName, i, []string{st.Table.Text})
	}
	if n := st.Table.Names(c.f); n > MaxTables {
		c.say(TooManyTables, i, []string{st.Table.Text}, n, MaxTables)
	}
}

// inTableName reports whether a segment is made of letters and digits alone.
func (c *checker) inTableName(s *Segment) bool {
	t, one := s.Type(c.f)
	switch {
	case s.Form == template.Literal:
		return strings.IndexFunc(s.Text, func(r rune) bool {
			return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
		}) < 0
	case s.FixedWidth(c.f):
		return t.Name != sheet.GUID || s.Form != template.Plain
	}
	return one && (t.Name != sheet.Text && t.Name != sheet.Double || t.Name == sheet.Text && !c.f.FreeText(s.Ref))
}

// bases tells of kinds without a complete first store.
func (c *checker) bases() {
	for kind := range c.f.Sheet.Kinds {
		i := c.d.View.Base(kind)
		switch {
		case i < 0 && c.used(kind):
			c.say(NoBase, -1, []string{c.f.Sheet.Kinds[kind].Name})
		case i >= 0:
			c.incomplete(kind, i)
		}
	}
}

// used reports whether something asks for or writes entities of a kind. With others they may be copied into their rows.
func (c *checker) used(kind int) bool {
	name := c.f.Sheet.Kinds[kind].Name
	return slices.ContainsFunc(c.f.Sheet.Asks, func(a sheet.Ask) bool { return a.Kind == name }) ||
		slices.ContainsFunc(c.f.Does, func(d sheet.Do) bool { return d.Kind == name })
}

func (c *checker) incomplete(kind, i int) {
	st := &c.d.Stores[i]
	h := st.Holds
	have := h.Row.With(h.Blobs...)
	var missing []string
	for _, a := range c.f.Whole(kind) {
		if !have.Has(a.Ref) {
			missing = append(missing, c.f.Sheet.NameOf(kind, a.Ref))
		}
	}
	partial := st.Form == List || st.Form == Answers || len(st.Where) > 0
	if partial || len(missing) > 0 {
		c.say(BaseIncomplete, i, append([]string{c.f.Sheet.Kinds[kind].Name}, missing...))
	}
}
