package write

import (
	"math"
	"slices"

	"rowkey/engine/order"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
)

// Transaction is a group of actions that share table and PartitionKey, so that they succeed or fail as one. There are
// several if the rows are in several partitions, or more than fit into one.
type Transaction struct {
	Actions []action
}

// often returns in which part of the calls something of it is done.
func (t *Transaction) often() (most float64) {
	for i := range t.Actions {
		most = max(most, t.Actions[i].often)
	}
	return most
}

// Count returns how many transactions it is on average.
func (t *Transaction) Count() float64 {
	if t.Actions[0].Verb == VerbDrop {
		return t.Actions[0].Parts
	}
	parts, rows := 0.0, 0.0
	for i := range t.Actions {
		a := &t.Actions[i]
		parts, rows = max(parts, a.Parts), rows+a.rows
	}
	if parts == 0 {
		return 0
	}
	return t.often() * parts * math.Ceil(rows/parts/keys.MaxActions-1e-9)
}

// loose reports whether calls differ in how many transactions it is: the rows are in more or fewer partitions, or more
// of them than one transaction holds.
func (t *Transaction) loose() bool {
	parts, rows, most := 0.0, 0.0, 0.0
	for i := range t.Actions {
		a := &t.Actions[i]
		if a.apart == loose {
			return true
		}
		parts, rows, most = max(parts, a.Parts), rows+a.rows, most+a.most
	}
	return t.Actions[0].apart == together && most > parts*keys.MaxActions && most > rows*(1+1e-9)
}

// Rows returns how many rows it writes on average.
func (t *Transaction) Rows() float64 {
	return sum(t.Actions, func(a *action) float64 { return a.rows * a.often })
}

// Replaced returns how many of these are read before they are written.
func (t *Transaction) Replaced() (n float64) {
	for i := range t.Actions {
		if a := &t.Actions[i]; a.Verb == verbReplace || a.conditional {
			n += a.rows * a.often
		}
	}
	return n
}

// Stores returns the stores whose rows it writes.
func (t *Transaction) Stores() []int {
	var list []int
	for i := range t.Actions {
		if s := t.Actions[i].Store; !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// verb returns what it does: insert if that may be refused, upsert if it does several things.
func (t *Transaction) verb() string {
	if t.guards() {
		return verbInsert
	}
	for i := range t.Actions {
		if t.Actions[i].Verb != t.Actions[0].Verb {
			return verbUpsert
		}
	}
	return t.Actions[0].Verb
}

// grouped puts actions with the same table and PartitionKey into one transaction, those that write to the bases of
// kinds in front.
func grouped(f *facts.Facts, d *keys.Design, kinds []int, list []action) []Transaction {
	out := make([]Transaction, 0, len(list))
	for at := range list {
		i := slices.IndexFunc(out, func(t Transaction) bool { return joins(f, d, &t, &list[at]) })
		if i < 0 {
			out = append(out, Transaction{list[at : at+1 : at+1]})
		} else {
			out[i].Actions = append(out[i].Actions, list[at])
		}
	}
	order.By(out, func(a, b Transaction) int { return b.rank(d, kinds) - a.rank(d, kinds) })
	return out
}

// rank puts what may be refused in front, then the bases, and what is deleted behind.
func (t *Transaction) rank(d *keys.Design, kinds []int) int {
	switch {
	case t.Actions[0].older:
		return 0
	case t.refuses():
		return 3
	case t.base(d, kinds):
		return 2
	}
	return 1
}

// base reports whether it writes to the first store of one of the kinds.
func (t *Transaction) base(d *keys.Design, kinds []int) bool {
	return slices.ContainsFunc(t.Actions, func(a action) bool {
		st := &d.Stores[a.Store]
		return st.Base && slices.Contains(kinds, st.Kind)
	})
}

// joins reports whether an action can be done in a transaction: both know one table and one PartitionKey, which are the
// same.
func joins(f *facts.Facts, d *keys.Design, t *Transaction, a *action) bool {
	first, how := &t.Actions[0], d.View.Follows(f, a.Store)
	return first.Parts == 1 && a.Parts == 1 && first.older == a.older && how != keys.KeptQueue && how != keys.KeptFirst &&
		d.Stores[first.Store].SamePlace(f, &d.Stores[a.Store])
}
