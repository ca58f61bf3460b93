package write

import (
	"slices"

	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// WorkflowStep is one step of a workflow over a queue; each can be repeated.
type WorkflowStep struct {
	Verb   string `json:"verb"`   // put, get, insert, merge, upsert, delete, move, replace, append, drop, deleteMessage
	Stores []int  `json:"stores"` // of the transaction; empty for steps of the queue
	Guards bool   `json:"guards"` // it is refused (409) if a value is taken, unless an earlier attempt made the row
	Counts bool   `json:"counts"` // it is refused if there are as many as there may be
	// it is refused (412) if the entity was changed since it was read, unless an earlier attempt did that
	Unchanged bool  `json:"unchanged"`
	Undo      []int `json:"undo"` // then these stores lose their new rows again, and the message is deleted
}

// WorkflowSteps writes out a workflow: the message comes first, so that nothing is forgotten, and is deleted last. What
// may be refused comes before everything that would have to be undone: what the base does on a condition is the last of
// it. Each step can be repeated.
func (w *Cost) WorkflowSteps(f *facts.Facts, d *keys.Design) []WorkflowStep {
	list := []WorkflowStep{}
	if !w.Workflow() {
		return list
	}
	queue := func(verb string) { list = append(list, WorkflowStep{Verb: verb, Stores: []int{}, Undo: []int{}}) }
	queue("put")
	if w.FansOut() {
		queue("get")
	}
	done, steps, moved := []int{}, append([]Transaction{}, w.Steps...), w.movesRows(f, d)
	for i := range steps { // what decides comes before what would have to be undone
		for k := i; k > 0 && steps[k].decides(moved) && !steps[k-1].refuses(); k-- {
			steps[k], steps[k-1] = steps[k-1], steps[k]
		}
	}
	for i := range steps {
		t := &steps[i]
		step := WorkflowStep{Verb: t.verb(), Stores: append([]int{}, t.Stores()...), Counts: t.counts(), Undo: []int{},
			Guards: t.guards() || w.mayBeTaken(f, d, t)}
		step.Unchanged = !step.Guards && (w.Do.If == sheet.Unchanged && t.conditional() || t.decides(moved))
		if step.Guards || step.Counts || step.Unchanged {
			step.Undo = slices.Clone(done)
		}
		if step.Guards || step.Counts {
			done = append(done, step.Stores...)
		}
		if list = append(list, step); i == max(1, w.ahead)-1 && !w.FansOut() {
			queue("get")
		}
	}
	queue("deleteMessage")
	return list
}

// mayBeTaken reports whether a transaction inserts an entity that another one may have the identity of: a guid is
// nobody else's, and an insert for each of a list is about rows of its own.
func (w *Cost) mayBeTaken(f *facts.Facts, d *keys.Design, t *Transaction) bool {
	return !w.FansOut() && slices.ContainsFunc(t.Actions, func(a action) bool {
		st := &d.Stores[a.Store]
		id := f.Identity(st.Kind)
		return st.Base && a.Verb == verbInsert && w.Do.Verb == sheet.Insert && !facts.Missing(st.Keys, id) &&
			!slices.ContainsFunc(id, func(of facts.Attr) bool { return f.TypeOf(of.Ref).Name == sheet.GUID })
	})
}

// decides reports whether it writes the row that decides what an entity has.
func (t *Transaction) decides(moved int) bool {
	return !t.guards() && slices.Contains(t.Stores(), moved)
}

// movesRows returns the store that decides what an entity has, if a row that keeps a rule goes whose keys were read
// with it, else -1. If another client changed the entity since then, another row has to go, and the new one would stay.
func (w *Cost) movesRows(f *facts.Facts, d *keys.Design) int {
	for i := range f.Rules {
		store, at := d.View.GuardOf(&f.Rules[i]), decider(f, d, f.Rules[i].Kind)
		if !f.Rules[i].Changes(f) || !w.readsBase(d, at) {
			continue
		}
		for k := range w.Steps {
			t := &w.Steps[k]
			if (t.Actions[0].older || w.Do.Verb == sheet.Delete && store != at) && slices.Contains(t.Stores(), store) {
				return at
			}
		}
	}
	return -1
}

// readsBase reports whether keys are read with a base, or with another store.
func (w *Cost) readsBase(d *keys.Design, at int) bool {
	read := func(store int) bool { return store >= 0 && (store == at || d.Stores[store].Base) }
	return slices.ContainsFunc(w.Reads, func(c ask.Choice) bool {
		return read(c.Store) || slices.ContainsFunc(c.More, read)
	})
}

// decider returns the store whose row is the same one through all changes of an entity, so that of several at once one
// holds: the first one with keys of nothing but what identifies it, else the base.
func decider(f *facts.Facts, d *keys.Design, kind int) int {
	id := f.Identity(kind)
	for i, st := range d.View {
		if st != nil && st.Kind == kind && st.Form == keys.Entities && len(st.Where) == 0 && st.Kept.How == "" &&
			!facts.Missing(id, st.Keys) && !facts.Missing(st.Keys, id) {
			return i
		}
	}
	return d.View.Base(kind)
}

// conditional reports whether it is done only if nobody changed the entity since it was read.
func (t *Transaction) conditional() bool {
	return slices.ContainsFunc(t.Actions, func(a action) bool { return a.conditional })
}
