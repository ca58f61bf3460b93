package write

import (
	"math"
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/plan/ask"
)

// ms returns how long the caller waits, with the latency of the model.
func (w *Cost) ms() float64 {
	if w.ByAge() {
		return w.findMs() + w.workMs()
	}
	if w.FansOut() {
		return float64(explain.RoundTrip+explain.Commit) / 1e6
	}
	n := w.RoundTrips()*float64(explain.RoundTrip) + w.ReadRows()*float64(explain.PerRead) +
		w.Bytes()*float64(explain.PerByte)
	if len(w.Steps) > 0 {
		n += float64(explain.Commit) + w.Steps[0].Rows()*float64(explain.PerWrite)
	}
	return n / 1e6
}

// findMs returns how long finding the entities takes.
func (w *Cost) findMs() float64 { return sum(w.Reads, (*ask.Choice).Ms) }

// sum adds up a number of each element.
func sum[T any](list []T, of func(*T) float64) (n float64) {
	for i := range list {
		n += of(&list[i])
	}
	return n
}

// workMs returns how long all transactions take, so many side by side, with the latency of the model.
func (w *Cost) workMs() float64 {
	n := w.Transactions()
	each := w.Written() / math.Max(1, n)
	return math.Ceil(n/ask.SideBySide) * (float64(explain.RoundTrip+explain.Commit) + each*float64(explain.PerWrite)) / 1e6
}

// Written returns how many entities a write writes: dropping a table writes none.
func (w *Cost) Written() (n float64) {
	for i := range w.Steps {
		if w.Steps[i].Actions[0].Verb != VerbDrop {
			n += w.Steps[i].Rows()
		}
	}
	return n
}

// Actions returns how many rows a write writes.
func (w *Cost) Actions() float64 { return sum(w.Steps, (*Transaction).Rows) }

// Replaced returns how many of these are written on a condition.
func (w *Cost) Replaced() float64 { return sum(w.Steps, (*Transaction).Replaced) }

// Transactions returns how many transactions carry them, without those of a queue.
func (w *Cost) Transactions() float64 { return sum(w.Steps, (*Transaction).Count) }

// Loose reports whether calls differ in how many transactions they need, so that their average follows from how values
// are spread.
func (w *Cost) Loose() bool {
	return slices.ContainsFunc(w.Steps, func(t Transaction) bool { return t.loose() })
}

// Workflow reports whether one transaction is not enough.
func (w *Cost) Workflow() bool {
	return len(w.Steps) > 1 || w.FansOut() || w.Transactions() > 1 && !w.ByAge() && !w.many
}

// FansOut reports whether a write makes several entities, which a worker does while its caller goes on.
func (w *Cost) FansOut() bool { return w.Each != nil && w.many }

// Requests returns how many requests a write needs, with those to a queue and to blobs.
func (w *Cost) Requests() float64 {
	n := w.Transactions() + w.blobs + w.Lists + 2*w.Attempts
	for i := range w.Reads {
		n += w.Reads[i].Requests.Typical
	}
	if w.Workflow() {
		n += queueOperations
	}
	return n
}

// RoundTrips returns how often the caller waits: for what it reads, for blobs, for the message that starts a workflow,
// and for the first transaction. A delete by age waits for all that it does. Of a write that fans out, the caller puts
// the message alone.
func (w *Cost) RoundTrips() float64 {
	if w.FansOut() {
		return 1
	}
	n := sum(w.Reads, func(c *ask.Choice) float64 { return c.RoundTrips.Typical })
	if w.ByAge() || w.many && !w.Workflow() {
		return n + math.Ceil(w.Transactions()/ask.SideBySide)
	}
	if w.blobs > 0 {
		n++
	}
	if w.Workflow() {
		n++
	}
	if w.Lists > 0 {
		n++
	}
	n += 2 * w.Attempts
	if w.Workflow() {
		return n + float64(w.ahead)
	}
	return n + float64(min(1, len(w.Steps)))
}

// ReadRows returns how many entities are read first.
func (w *Cost) ReadRows() float64 {
	n := w.Lists
	for i := range w.Reads {
		n += w.Reads[i].Read.Typical
	}
	return n
}

// Bytes returns the bytes that are written.
func (w *Cost) Bytes() (n float64) {
	for i := range w.Steps {
		for _, a := range w.Steps[i].Actions {
			n += a.bytes * a.often
		}
	}
	return n
}
