package write

import "slices"

// WorkflowStep is one step of a workflow over a queue; each can be repeated.
type WorkflowStep struct {
	Verb   string `json:"verb"`   // put, get, insert, merge, upsert, delete, move, replace, append, drop or deleteMessage
	Stores []int  `json:"stores"` // of the transaction; empty for steps of the queue
	Guards bool   `json:"guards"` // it is refused (409) if a value is taken, unless an earlier attempt made the row
	Counts bool   `json:"counts"` // it is refused if there are as many as there may be
	Undo   []int  `json:"undo"`   // then these stores lose their new rows again, and the message is deleted
}

// WorkflowSteps writes out a workflow: the message comes first, so that nothing is forgotten, and is deleted last. What
// may be refused comes before everything that would have to be undone. Each step can be repeated.
func (w *Cost) WorkflowSteps() []WorkflowStep {
	list := []WorkflowStep{}
	if !w.Workflow() {
		return list
	}
	queue := func(verb string) { list = append(list, WorkflowStep{Verb: verb, Stores: []int{}, Undo: []int{}}) }
	queue("put")
	if w.FansOut() {
		queue("get")
	}
	done := []int{}
	for i := range w.Steps {
		t := &w.Steps[i]
		step := WorkflowStep{Verb: t.verb(), Stores: append([]int{}, t.Stores()...), Guards: t.guards(), Counts: t.counts(),
			Undo: []int{}}
		if step.Guards || step.Counts {
			step.Undo = slices.Clone(done)
			done = append(done, step.Stores...)
		}
		if list = append(list, step); i == max(1, w.ahead)-1 && !w.FansOut() {
			queue("get")
		}
	}
	queue("deleteMessage")
	return list
}
