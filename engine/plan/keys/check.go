package keys

import (
	"slices"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/plan/facts"
	"rowkey/engine/template"
)

// checker looks for what breaks a rule in a design.
type checker struct {
	f        *facts.Facts
	d        *Design
	problems []Problem
}

// Check returns what breaks the rules of a design, which the comment of the package lists, and what is missing.
func (d *Design) Check(f *facts.Facts) []Problem {
	c := checker{f: f, d: d}
	for i := range d.Stores {
		if d.Stores[i].Readable() {
			c.alone(i)
			c.apart(i)
			c.transactions(i)
		}
	}
	c.bases()
	c.sets()
	c.orders()
	return c.problems
}

// alone looks for what breaks a rule in a store, whatever else the design has.
func (c *checker) alone(i int) {
	c.identityInKeys(i)
	c.keys(i)
	c.tables(i)
	c.sizes(i)
}

// Broken reports whether a store of a design breaks a rule, as [Design.Check] does. It is for searches, which ask for
// many designs of the same stores.
func (d *Design) Broken(f *facts.Facts) bool {
	c := checker{f: f, d: d}
	for i := range d.Stores {
		if n := d.Stores[i].numbers; n != nil {
			c.problems = append(c.problems, n.problems...)
		} else {
			c.alone(i)
		}
		c.apart(i)
		c.transactions(i)
	}
	c.bases()
	c.sets()
	return slices.ContainsFunc(c.problems, func(p Problem) bool { return !p.Note() && p.Store >= 0 })
}

func (c *checker) say(code ProblemCode, store int, names []string, numbers ...float64) {
	c.about(code, store, -1, names, numbers...)
}

func (c *checker) about(code ProblemCode, store, other int, names []string, numbers ...float64) {
	c.problems = append(c.problems, Problem{Code: code, Store: store, Other: other, Names: names, Numbers: numbers})
}

// identityInKeys checks rule 1: the keys identify entities, unless one row holds many of them.
func (c *checker) identityInKeys(i int) {
	st := &c.d.Stores[i]
	h := st.Holds
	var missing facts.Attrs
	switch st.Form {
	case Entities, Series:
		missing = c.f.Unidentified(st.Kind, h.Told.With(h.Fixed...).With(st.lowered(c.f)...))
	case Answers:
		for _, k := range c.f.Questions[c.f.QuestionNamed(st.Answer)].Known {
			if k.Value == "" && !c.f.Follows(k.Ref, h.Told) {
				missing = append(missing, k)
			}
		}
	}
	if len(missing) > 0 {
		c.say(NoIdentity, i, c.f.NamesOf(st.Kind, missing))
	}
}

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
