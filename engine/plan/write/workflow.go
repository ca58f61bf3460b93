package write

// WorkflowStep is one step of a workflow over a queue; each can be repeated.
type WorkflowStep struct {
	Verb   string `json:"verb"`   // put, get, insert, merge, upsert, delete, move, replace, append, drop or deleteMessage
	Stores []int  `json:"stores"` // of the transaction; empty for steps of the queue
}

// WorkflowSteps writes out a workflow: the message comes first, so that nothing is forgotten, and is deleted last. Each
// step can be repeated.
func (w *Cost) WorkflowSteps() []WorkflowStep {
	list := []WorkflowStep{}
	if !w.Workflow() {
		return list
	}
	add := func(verb string, stores []int) { list = append(list, WorkflowStep{verb, append([]int{}, stores...)}) }
	add("put", nil)
	for i := range w.Steps {
		if add(w.Steps[i].verb(), w.Steps[i].Stores()); i == 0 {
			add("get", nil)
		}
	}
	add("deleteMessage", nil)
	return list
}
