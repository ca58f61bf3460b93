package plan

import (
	"slices"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/sheet"
)

// checker looks for what breaks a rule in a design.
type checker struct {
	*Model
	d        *Design
	problems []Problem
}

// check returns what breaks the rules 1 to 8 in a design, and what is missing.
// Source: workbench 2.1, "Rules that a design must obey".
func (m *Model) check(d *Design) []Problem {
	c := checker{Model: m, d: d}
	for i := range d.Stores {
		if d.Stores[i].readable() {
			c.identityInKeys(i)
			c.keys(i)
			c.tables(i)
			c.sizes(i)
			c.apart(i)
			c.transactions(i)
		}
	}
	c.bases()
	c.sets()
	c.orders()
	return c.problems
}

func (c *checker) say(code ProblemCode, store int, names []string, numbers ...float64) {
	c.about(code, store, -1, names, numbers...)
}

func (c *checker) about(code ProblemCode, store, other int, names []string, numbers ...float64) {
	c.problems = append(c.problems, Problem{Code: code, Store: store, Other: other, Names: names, Numbers: numbers})
}

// identityInKeys is rule 1: the keys tell entities apart, unless one row holds many of them.
func (c *checker) identityInKeys(i int) {
	st := &c.d.Stores[i]
	h := c.holds(st)
	var missing atoms
	switch st.Form {
	case Entities, Series:
		missing = c.untold(st.Kind, h.told.and(h.fixed...))
	case Answers:
		for _, k := range c.asks[c.askNamed(st.Answer)].known {
			if k.value == "" && !c.follows(k.ref, h.told) {
				missing = append(missing, k)
			}
		}
	}
	if len(missing) > 0 {
		c.say(NoIdentity, i, c.namesOf(st.Kind, missing))
	}
}

func (m *Model) namesOf(kind int, list atoms) []string {
	var names []string
	for _, a := range list {
		names = append(names, m.NameOf(kind, a.ref))
	}
	return names
}

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
		i := c.d.base(kind)
		switch {
		case i < 0 && c.used(kind):
			c.say(NoBase, -1, []string{c.Kinds[kind].Name})
		case i >= 0:
			c.incomplete(kind, i)
		}
	}
}

// used reports whether something asks for or writes entities of a kind.
func (c *checker) used(kind int) bool {
	name := c.Kinds[kind].Name
	return slices.ContainsFunc(c.Asks, func(a sheet.Ask) bool { return a.Kind == name || slices.Contains(a.With, name) }) ||
		slices.ContainsFunc(c.writes, func(d sheet.Do) bool { return d.Kind == name })
}

func (c *checker) incomplete(kind, i int) {
	st := &c.d.Stores[i]
	h := c.holds(st)
	have := h.row().and(h.blobs...)
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
