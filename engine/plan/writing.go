package plan

import (
	"math"

	"rowkey/engine/sheet"
)

// queueOperations are what a workflow needs beside its transactions: put, get and delete a message.
const queueOperations = 3

// turnRound is the seconds from reading a list to writing it, in which another write makes it fail.
// Source: workbench 2.4, modelled.
const turnRound = 0.02

// writing is what a write, or a set of writes that are done as one, costs in a design.
type writing struct {
	*write
	kinds    []int         // that it is about, without those below that copy what it sets
	steps    []transaction // the first one holds the base
	reads    []asked       // of what the keys need and the caller does not know
	possible bool
	blobs    float64 // requests to blobs
	attempts float64 // that fail, on the lists
	lists    float64 // rows that are read before they are written
	stale    float64
	carrier  string // name of the write that carries the numbers of the set, "" if it is this one
	of       *evidence
}

// writing calculates a write of the sheet.
func (m *Model) writing(d *Design, i int) writing {
	w, all := &m.resolved[i], m.sets[i]
	out := writing{write: w, possible: true, of: m.evidence()}
	m.restsOn(&out, all)
	switch {
	case all[0].index != w.index:
		out.carrier = all[0].Name
	case w.byAge():
		m.expire(d, &out)
	default:
		list := make([]action, 0, len(all)*len(d.Stores))
		for j := range all {
			out.kinds = append(out.kinds, all[j].kind)
			list = m.share(list, d, &out, &all[j], anchor(all), w.rate)
		}
		out.steps = m.grouped(d, out.kinds, list)
		m.lags(d, &out)
	}
	return out
}

// share adds the actions of one write of a set, each time the set is done.
func (m *Model) share(list []action, d *Design, out *writing, w, anchor *write, rate float64) []action {
	before := len(list)
	list = m.actions(list, d, w)
	added := list[before:]
	if w.Verb != sheet.Insert {
		m.find(d, out, w, added)
	}
	for i := range added {
		a := &added[i]
		m.multiply(d, a, w.rate/rate, anchor)
		out.blobs += a.blobs
		if a.verb == verbReplace {
			m.contend(d, out, a)
		}
	}
	return list
}

// multiply makes an action happen several times: in one partition if it follows from what the writes of the set share.
func (m *Model) multiply(d *Design, a *action, times float64, anchor *write) {
	st := &d.Stores[a.store]
	if a.rows, a.blobs, a.bytes = a.rows*times, a.blobs*times, a.bytes*times; times <= 1 {
		return
	}
	shared := m.whole(anchor.kind)
	for _, above := range m.Ancestors(anchor.kind) {
		shared = shared.and(m.identity(above)...)
	}
	if lacks(st.place, shared) {
		a.parts *= times
	}
}

// contend counts the rows that are read before they are written, and the attempts that fail because another write came
// between.
func (m *Model) contend(d *Design, out *writing, a *action) {
	st := &d.Stores[a.store]
	share := m.group(st.Kind, st.keys, sheet.TheMost).largest / math.Max(1, m.Population(st.Kind))
	out.lists += a.rows * a.often
	out.attempts += a.rows * a.often * out.rate * m.PeakFactor() * share * turnRound
	out.of.model("attempts")
}

// lags notes after how many seconds the last store follows: a workflow waits for the queue, or for all that it does if that
// takes longer.
func (m *Model) lags(d *Design, w *writing) {
	if w.workflow() {
		w.stale = math.Max(workflowDelay, w.workMs()/1000)
	}
	if len(w.steps) > 1 {
		w.of.model("workflow")
	}
	for i := range d.Stores {
		if st := &d.Stores[i]; st.readable() && st.Kind == w.kind && m.keptBy(d.view, i) == KeptEvery {
			w.stale = max(w.stale, m.stale(d.view, i))
		}
	}
}
