package plan

import (
	"math"

	"rowkey/engine/explain"
)

func (r *result) writeReports() (list []WriteReport) {
	for i := range r.writes {
		list = append(list, r.writeReport(r.design, &r.writes[i]))
	}
	return list
}

// writeReport is a writing as a report has it.
func (m *Model) writeReport(d *Design, w *writing) WriteReport {
	of := w.of.basis()
	stale := of
	if w.stale > workflowDelay {
		stale = withAll(of, []string{"model:latency"})
	}
	f := func(n float64) Figure { return figure(n, of) }
	r := WriteReport{Name: w.Name, Verb: w.Verb, Kind: m.Kinds[w.kind].Name, CountedIn: w.carrier, Possible: w.possible,
		Atomic: !w.workflow(), Transactions: f(w.transactions()), Actions: f(w.actions()), Requests: f(w.requests()),
		RoundTrips: f(w.roundTrips()), Read: f(w.readRows()), Bytes: f(w.bytes()), Stale: figure(w.stale, stale),
		Stores: []int{}, Workflow: w.workflowSteps(), Budget: m.writeBudget(d, w)}
	if w.set >= 0 {
		r.Together = m.Sheet.Together[w.set].Name
	}
	for i := range w.steps {
		r.Stores = append(r.Stores, w.steps[i].stores()...)
	}
	r.Stores = append([]int{}, unique(r.Stores)...)
	r.Met = w.possible && allMet(r.Budget)
	return r
}

// workflowSteps writes out a workflow: the message comes first, so that nothing is forgotten, and is deleted last. Each
// step can be repeated.
func (w *writing) workflowSteps() []WorkflowStep {
	list := []WorkflowStep{}
	if !w.workflow() {
		return list
	}
	add := func(verb string, stores []int) { list = append(list, WorkflowStep{verb, append([]int{}, stores...)}) }
	add("put", nil)
	for i := range w.steps {
		if add(w.steps[i].verb(), w.steps[i].stores()); i == 0 {
			add("get", nil)
		}
	}
	add("deleteMessage", nil)
	return list
}

// BudgetOfWrite returns the budget of a write, by its position among those of the model, and what the design needs of it.
func (m *Model) BudgetOfWrite(d *Design, write int) []BudgetReport {
	w := m.writing(d, write)
	return m.writeBudget(d, &w)
}

// writeBudget judges the budget of a write. A set of writes that must be one has a limit of its own: the transactions
// that hold the bases of its kinds.
func (m *Model) writeBudget(d *Design, w *writing) []BudgetReport {
	list := []BudgetReport{}
	for _, l := range w.Budget {
		b := BudgetReport{Counter: l.Counter, Limit: l.Most, Actual: w.counter(l.Counter), Given: true}
		if l.OfAnswer {
			b.Limit *= m.entitiesOf(w.write)
		}
		b.Met = within(b.Actual, b.Limit)
		b.Limit, b.Actual = rounded(b.Limit), rounded(b.Actual)
		list = append(list, b)
	}
	if w.set >= 0 && w.carrier == "" {
		n := w.baseTransactions(d)
		list = append(list, BudgetReport{Counter: "together", Limit: 1, Actual: n, Given: true, Met: n <= 1})
	}
	return list
}

// baseTransactions returns how many transactions write to the first stores of kinds.
func (w *writing) baseTransactions(d *Design) (n float64) {
	for i := range w.steps {
		if t := &w.steps[i]; t.base(d, w.kinds) {
			n += math.Ceil(t.count())
		}
	}
	return n
}

// counter returns a number of a write by the name that budgets have for it.
func (w *writing) counter(name string) float64 {
	switch name {
	case "read":
		return w.readRows()
	case "requests":
		return w.requests()
	case "roundtrips":
		return w.roundTrips()
	case "transactions":
		return w.transactions()
	case "bytes":
		return w.bytes()
	case "ms":
		return w.ms()
	}
	return 0
}

// ms returns how long the caller waits, with the latency of the model.
func (w *writing) ms() float64 {
	if w.byAge() {
		return w.findMs() + w.workMs()
	}
	n := w.roundTrips()*float64(explain.RoundTrip) + w.readRows()*float64(explain.PerRead) + w.bytes()*float64(explain.PerByte)
	if len(w.steps) > 0 {
		n += float64(explain.Commit) + w.steps[0].rows()*float64(explain.PerWrite)
	}
	return n / 1e6
}

// findMs returns how long finding the entities takes.
func (w *writing) findMs() (n float64) {
	for i := range w.reads {
		n += w.reads[i].ms()
	}
	return n
}

// workMs returns how long all transactions take, so many side by side, with the latency of the model.
func (w *writing) workMs() float64 {
	n := w.transactions()
	each := w.written() / math.Max(1, n)
	return math.Ceil(n/sideBySide) * (float64(explain.RoundTrip+explain.Commit) + each*float64(explain.PerWrite)) / 1e6
}

// written returns how many entities a write writes: dropping a table writes none.
func (w *writing) written() (n float64) {
	for i := range w.steps {
		if w.steps[i].actions[0].verb != verbDrop {
			n += w.steps[i].rows()
		}
	}
	return n
}
