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
	done, moved := []int{}, w.movesRows(f, d)
	for i := range w.Steps {
		t := &w.Steps[i]
		step := WorkflowStep{Verb: t.verb(), Stores: append([]int{}, t.Stores()...), Counts: t.counts(), Undo: []int{},
			Guards: t.guards() || w.mayBeTaken(f, d, t)}
		step.Unchanged = !step.Guards && (w.Do.If == sheet.Unchanged && t.conditional() || moved && t.base(d, w.kinds))
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

// movesRows reports whether a row that keeps a rule goes, and its keys were read with the base. If another client
// changed the entity since then, another row has to go, and the new one would stay.
func (w *Cost) movesRows(f *facts.Facts, d *keys.Design) bool {
	read := func(store int) bool { return store >= 0 && d.Stores[store].Base }
	based := func(c ask.Choice) bool { return read(c.Store) || slices.ContainsFunc(c.More, read) }
	for i := range f.Rules {
		store := d.View.GuardOf(&f.Rules[i])
		if f.Rules[i].Changes(f) && slices.ContainsFunc(w.Steps, func(t Transaction) bool {
			goes := t.Actions[0].older || w.Do.Verb == sheet.Delete && !read(store)
			return goes && slices.Contains(t.Stores(), store)
		}) {
			return slices.ContainsFunc(w.Reads, based)
		}
	}
	return false
}

// conditional reports whether it is done only if nobody changed the entity since it was read.
func (t *Transaction) conditional() bool {
	return slices.ContainsFunc(t.Actions, func(a action) bool { return a.conditional })
}
