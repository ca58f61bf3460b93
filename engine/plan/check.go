package plan

import "slices"

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

// Broken reports whether a store of a design breaks a rule, as what [Model.Check] returns says. It is for searches, which
// ask for many designs of the same stores.
func (m *Model) Broken(d *Design) bool {
	c := checker{Model: m, d: d}
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

// identityInKeys is rule 1: the keys tell entities apart, unless one row holds many of them.
func (c *checker) identityInKeys(i int) {
	st := &c.d.Stores[i]
	h := st.holds
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
