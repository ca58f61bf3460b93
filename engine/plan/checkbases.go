package plan

import (
	"slices"
	"strings"

	"rowkey/engine/sheet"
)

// tables is rule 5.
func (c *checker) tables(i int) {
	st := &c.d.Stores[i]
	if st.Form == LogBlobs {
		return
	}
	most, least, plain := 0, 0, true
	for j := range st.Table.Segments {
		s := &st.Table.Segments[j]
		most += c.segmentLength(s)
		if least++; c.fixedWidth(s) {
			least += c.segmentLength(s) - 1
		}
		plain = plain && c.inTableName(s)
	}
	first := st.Table.literal()
	letter := first != "" && (first[0] >= 'a' && first[0] <= 'z' || first[0] >= 'A' && first[0] <= 'Z')
	if !plain || !letter || most > 63 || least < 3 {
		c.say(BadTableName, i, []string{st.Table.Text})
	}
	if n := c.tableNames(&st.Table); n > maxTables {
		c.say(TooManyTables, i, []string{st.Table.Text}, n, maxTables)
	}
}

// inTableName reports whether a segment is made of letters and digits alone.
func (c *checker) inTableName(s *Segment) bool {
	t, one := c.typeOf(s)
	switch {
	case s.Form == Literal:
		return strings.IndexFunc(s.Text, func(r rune) bool {
			return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
		}) < 0
	case c.fixedWidth(s):
		return t.Name != sheet.GUID || s.Form != Plain
	}
	return one && (t.Name != sheet.Text && t.Name != sheet.Double || t.Name == sheet.Text && !c.free(s.ref))
}

// bases tells of kinds without a complete first store.
func (c *checker) bases() {
	for kind := range c.Kinds {
		i := c.d.view.base(kind)
		switch {
		case i < 0 && c.used(kind):
			c.say(NoBase, -1, []string{c.Kinds[kind].Name})
		case i >= 0:
			c.incomplete(kind, i)
		}
	}
}

// used reports whether something asks for or writes entities of a kind. With others they may be copied into their rows.
func (c *checker) used(kind int) bool {
	name := c.Kinds[kind].Name
	return slices.ContainsFunc(c.Asks, func(a sheet.Ask) bool { return a.Kind == name }) ||
		slices.ContainsFunc(c.writes, func(d sheet.Do) bool { return d.Kind == name })
}

func (c *checker) incomplete(kind, i int) {
	st := &c.d.Stores[i]
	h := st.holds
	have := h.row.and(h.blobs...)
	var missing []string
	for _, a := range c.whole(kind) {
		if !have.has(a.ref) {
			missing = append(missing, c.NameOf(kind, a.ref))
		}
	}
	partial := st.Form == List || st.Form == Answers || len(st.Where) > 0
	if partial || len(missing) > 0 {
		c.say(BaseIncomplete, i, append([]string{c.Kinds[kind].Name}, missing...))
	}
}
