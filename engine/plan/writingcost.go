package plan

import "math"

// actions returns how many rows a write writes.
func (w *writing) actions() (n float64) {
	for i := range w.steps {
		n += w.steps[i].rows()
	}
	return n
}

// transactions returns how many transactions carry them, without those of a queue.
func (w *writing) transactions() (n float64) {
	for i := range w.steps {
		n += w.steps[i].count()
	}
	return n
}

// workflow reports whether one transaction is not enough.
func (w *writing) workflow() bool { return len(w.steps) > 1 || w.transactions() > 1 && !w.byAge() }

// requests returns how many requests a write needs, with those to a queue and to blobs.
func (w *writing) requests() float64 {
	n := w.transactions() + w.blobs + w.lists + 2*w.attempts
	for i := range w.reads {
		n += w.reads[i].requests.typical
	}
	if w.workflow() {
		n += queueOperations
	}
	return n
}

// roundTrips returns how often the caller waits: for what it reads, for blobs, for the message that starts a workflow,
// and for the first transaction. A delete by age waits for all that it does.
func (w *writing) roundTrips() float64 {
	n := 0.0
	for i := range w.reads {
		n += w.reads[i].roundTrips.typical
	}
	if w.byAge() {
		return n + math.Ceil(w.transactions()/sideBySide)
	}
	if w.blobs > 0 {
		n++
	}
	if w.workflow() {
		n++
	}
	if w.lists > 0 {
		n += 1 + 2*w.attempts
	}
	if len(w.steps) > 0 {
		n++
	}
	return n
}

// readRows returns how many entities are read first.
func (w *writing) readRows() float64 {
	n := w.lists
	for i := range w.reads {
		n += w.reads[i].read.typical
	}
	return n
}

// bytes returns the bytes that are written.
func (w *writing) bytes() (n float64) {
	for i := range w.steps {
		for _, a := range w.steps[i].actions {
			n += a.bytes * a.often
		}
	}
	return n
}
