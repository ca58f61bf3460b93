package plan

import (
	"math"
	"slices"
)

// transaction is a group of actions that share table and PartitionKey, so that they succeed or fail as one. There are
// several if the rows are in several partitions, or more than fit into one.
type transaction struct {
	actions []action
}

// often returns in which part of the calls something of it is done.
func (t *transaction) often() (most float64) {
	for i := range t.actions {
		most = max(most, t.actions[i].often)
	}
	return most
}

// count returns how many transactions it is on average.
func (t *transaction) count() float64 {
	if t.actions[0].verb == verbDrop {
		return t.actions[0].parts
	}
	parts, rows := 0.0, 0.0
	for i := range t.actions {
		a := &t.actions[i]
		parts, rows = max(parts, a.parts), rows+a.rows
	}
	if parts == 0 {
		return 0
	}
	return t.often() * parts * math.Ceil(rows/parts/maxActions-1e-9)
}

// rows returns how many rows it writes on average.
func (t *transaction) rows() (n float64) {
	for i := range t.actions {
		n += t.actions[i].rows * t.actions[i].often
	}
	return n
}

// replaced returns how many of these are read before they are written.
func (t *transaction) replaced() (n float64) {
	for i := range t.actions {
		if a := &t.actions[i]; a.verb == verbReplace {
			n += a.rows * a.often
		}
	}
	return n
}

func (t *transaction) stores() []int {
	var list []int
	for i := range t.actions {
		if s := t.actions[i].store; !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// verb returns what it does: upsert if it does several things.
func (t *transaction) verb() string {
	for i := range t.actions {
		if t.actions[i].verb != t.actions[0].verb {
			return verbUpsert
		}
	}
	return t.actions[0].verb
}

// grouped puts actions with the same table and PartitionKey into one transaction, those that write to the bases of kinds
// in front.
func (m *Model) grouped(d *Design, kinds []int, list []action) []transaction {
	out := make([]transaction, 0, len(list))
	for at := range list {
		i := slices.IndexFunc(out, func(t transaction) bool { return m.joins(d, &t, &list[at]) })
		if i < 0 {
			out = append(out, transaction{list[at : at+1 : at+1]})
		} else {
			out[i].actions = append(out[i].actions, list[at])
		}
	}
	slices.SortStableFunc(out, func(a, b transaction) int { return b.rank(d, kinds) - a.rank(d, kinds) })
	return out
}

// rank puts the bases before the others, and what is deleted behind.
func (t *transaction) rank(d *Design, kinds []int) int {
	switch {
	case t.actions[0].older:
		return 0
	case t.base(d, kinds):
		return 2
	}
	return 1
}

// base reports whether it writes to the first store of one of the kinds.
func (t *transaction) base(d *Design, kinds []int) bool {
	return slices.ContainsFunc(t.actions, func(a action) bool {
		st := &d.Stores[a.store]
		return st.Base && slices.Contains(kinds, st.Kind)
	})
}

// joins reports whether an action can be done in a transaction: both know one table and one PartitionKey, which are the
// same.
func (m *Model) joins(d *Design, t *transaction, a *action) bool {
	first := &t.actions[0]
	return first.parts == 1 && a.parts == 1 && first.older == a.older && m.keptBy(d.view, a.store) != KeptQueue &&
		m.samePlace(&d.Stores[first.store], &d.Stores[a.store])
}
