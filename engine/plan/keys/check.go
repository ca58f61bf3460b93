package keys

import (
	"slices"

	"rowkey/engine/plan/facts"
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
