package write

import (
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
)

// Guard is how a design keeps a rule of a write: the place of the store whose keys the service does not give twice, -1
// if there is none.
type Guard struct {
	*facts.Rule
	Store int
}

// guard finds the stores that keep the rules of a write, and marks what is inserted into them: the service refuses a
// value that is taken, so that comes before everything else.
func (p *Planner) guard(d *keys.Design, out *Cost, w *facts.Write, added []action) {
	for _, r := range facts.RulesOf(p.Facts, w) {
		g := Guard{r, d.View.GuardOf(r)}
		out.Guards = append(out.Guards, g)
		for i := range added {
			if a := &added[i]; a.Store == g.Store && !a.older {
				a.guards = true
			}
		}
	}
}

// Unguarded returns how many rules of a write no store keeps.
func (w *Cost) Unguarded() (n int) {
	for _, g := range w.Guards {
		if g.Store < 0 {
			n++
		}
	}
	return n
}

// Guarded reports whether a copy keeps a rule of a write.
func (w *Cost) Guarded(d *keys.Design) bool {
	return slices.ContainsFunc(w.Guards, func(g Guard) bool { return g.Store >= 0 && !d.Stores[g.Store].Base })
}

// refuses reports whether something may be in the way of it: a value that is taken, or as many entities as there may
// be.
func (t *Transaction) refuses() bool { return t.guards() || t.counts() }

// counts reports whether it is refused if there are as many entities as there may be.
func (t *Transaction) counts() bool {
	return slices.ContainsFunc(t.Actions, func(a action) bool { return a.counts })
}

// guards reports whether it is refused if a value is taken.
func (t *Transaction) guards() bool {
	return slices.ContainsFunc(t.Actions, func(a action) bool { return a.guards })
}

// front returns how many transactions the caller waits for: those that may be refused, and then the base.
func (w *Cost) front(d *keys.Design) int {
	n := 0
	for n < len(w.Steps) && w.Steps[n].refuses() {
		n++
	}
	if n < len(w.Steps) && w.Steps[n].base(d, w.kinds) {
		n++
	}
	return min(max(1, n), len(w.Steps))
}

// ofOthers reports whether a row may have the keys of another entity's, because they do not hold what identifies one.
func ofOthers(f *facts.Facts, st *keys.Store) bool {
	return facts.Missing(f.Identity(st.Kind), st.Keys)
}
