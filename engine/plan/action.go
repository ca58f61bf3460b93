package plan

import (
	"math"
	"slices"

	"rowkey/engine/sheet"
)

// What an action does to the rows of a store, beside insert, merge, delete and upsert.
const (
	verbInsert  = "insert"
	verbMerge   = "merge"
	verbUpsert  = "upsert"
	verbDelete  = "delete"
	verbMove    = "move"    // delete the old row and upsert the new one, in one partition
	verbReplace = "replace" // read a row, and write it if nobody else did in between
	verbDrop    = "drop"    // delete a table
)

// action is what a write does to one store.
type action struct {
	store int
	verb  string
	rows  float64 // that are written each time it is done
	parts float64 // partitions that these are in
	often float64 // part of the calls that do it
	blobs float64 // requests to blobs
	bytes float64 // of what is written
	older bool    // of a row that moves: the place where it was
}

// actions adds what a write does to all stores: those of its kind, and those of kinds below that copy what it sets.
func (m *Model) actions(list []action, d *Design, w *write) []action {
	for i := range d.Stores {
		st := &d.Stores[i]
		if !st.readable() || st.Kind != w.kind && !(w.Verb == sheet.Update && slices.Contains(m.Ancestors(st.Kind), w.kind)) {
			continue
		}
		if m.keptBy(d.view, i) == KeptEvery {
			continue
		}
		for _, a := range m.actionsIn(st, w) {
			a.store = i
			list = append(list, a)
		}
	}
	return list
}

// actionsIn returns what a write does to one store.
func (m *Model) actionsIn(st *Store, w *write) []action {
	return m.actionsOf.of(st, w, m.actionsNow)
}

func (m *Model) actionsNow(st *Store, w *write) []action {
	switch w.Verb {
	case sheet.Insert:
		return []action{m.insert(st, w)}
	case sheet.Update:
		return m.change(st, w)
	}
	return m.remove(st, w)
}

// insert returns what an insert does to a store.
func (m *Model) insert(st *Store, w *write) action {
	a := action{verb: verbInsert, rows: m.partsOf(st), parts: 1, often: m.takes(st), bytes: m.EachBytes(st)}
	switch st.Form {
	case List, Answers:
		a.verb, a.rows = verbReplace, 1
	case Series:
		a.verb, a.rows, a.bytes = verbMerge, 1, m.slotBytes(st)
	case LogBlobs:
		a.verb, a.rows, a.parts, a.blobs = "append", 0, 0, m.appends(st, w)
	}
	a.blobs += float64(len(st.Blob))
	return a
}

// followers returns the stores of a kind that a write changes, without those that are rewritten from time to time.
func (m *Model) followers(d *Design, kind int) []int {
	var list []int
	for i := range d.Stores {
		if st := &d.Stores[i]; st.readable() && st.Kind == kind && m.keptBy(d.view, i) != KeptEvery {
			list = append(list, i)
		}
	}
	return list
}

// takes returns which part of new entities a sparse store takes. One whose attribute changes takes all: an entity goes
// through all values.
func (m *Model) takes(st *Store) float64 {
	part := 1.0
	for _, k := range st.holds.fixed {
		if k.ref.Attr == sheet.Whole || !m.Changes(k.ref.Kind, m.attribute(k.ref).Name) {
			part *= m.SpreadOf(st.Kind, k.ref).Of(k.value)
		}
	}
	return part
}

// appends returns how many requests to log blobs one insert needs: each writer appends what has gathered.
func (m *Model) appends(st *Store, w *write) float64 {
	writers := 1.0
	for i := range st.Row.Segments {
		if s := &st.Row.Segments[i]; s.Form != Literal && m.unit(s) == "" {
			writers *= m.Distinct(s.ref)
		}
	}
	return math.Min(1, writers/(st.Log.Seconds()*w.rate))
}
