package plan

import (
	"math"
	"slices"

	"rowkey/engine/sheet"
)

// change returns what an update does to one store.
func (m *Model) change(st *Store, w *write) []action {
	h := st.holds
	a := action{verb: verbMerge, parts: 1, often: 1, bytes: m.setBytes(st, w)}
	a.rows, a.parts = m.reaches(st, w)
	switch {
	case anyOf(w.sets, h.fixed):
		a.verb, a.often, a.bytes = verbUpsert, m.crosses(st, w), m.EachBytes(st)
	case anyOf(w.sets, st.keys):
		return m.moves(st, w, a)
	case st.Form == List, st.Form == LogBlobs, !anyOf(w.sets, h.props.and(h.blobs...)):
		return nil
	case st.Form == Answers:
		a.verb = verbReplace
	case anyOf(w.sets, h.blobs):
		a.blobs = 1
	}
	return []action{a}
}

// reaches returns how many rows of a store have what a write sets, and in how many partitions they are: several in a
// store of a kind below.
func (m *Model) reaches(st *Store, w *write) (rows, parts float64) {
	rows = m.entitiesOf(w)
	if st.Kind != w.kind {
		by := m.identity(w.kind)
		rows *= m.rowsOf(st, by, sheet.Evenly).typical
	}
	place := st.place
	if rows > 1 && lacks(place, m.whole(w.kind)) {
		return rows, rows
	}
	return rows, 1
}

// moves returns what happens to a row whose keys change: delete and upsert in one transaction if the partition stays,
// upsert before delete if not.
func (m *Model) moves(st *Store, w *write, a action) []action {
	a.bytes = m.EachBytes(st)
	if st.Form == List || st.Form == Answers || st.Form == Series {
		a.verb = verbReplace
	} else if !anyOf(w.sets, st.place) {
		a.verb, a.rows = verbMove, a.rows*2
		return []action{a}
	} else {
		a.verb = verbUpsert
	}
	old := a
	old.older, old.bytes = true, 0
	if a.verb == verbUpsert {
		old.verb = verbDelete
	}
	return []action{a, old}
}

// crosses returns how often an update makes an entity enter or leave a sparse store. Each one that is inserted leaves it
// once; without inserts the values come and go by their shares.
func (m *Model) crosses(st *Store, w *write) float64 {
	inserts := 0.0
	for i := range m.writes {
		if d := &m.writes[i]; d.Verb == sheet.Insert && d.Kind == w.Kind {
			inserts += m.RateOf(d)
		}
	}
	if inserts > 0 {
		return math.Min(1, inserts/w.rate)
	}
	p := 1.0
	for _, k := range st.holds.fixed {
		p *= m.SpreadOf(st.Kind, k.ref).Of(k.value)
	}
	return 2 * p * (1 - p)
}

// remove returns what a delete by keys does to a store.
func (m *Model) remove(st *Store, w *write) []action {
	a := action{verb: verbDelete, parts: 1, often: 1}
	a.rows, a.parts = m.reaches(st, w)
	a.rows *= m.partsOf(st)
	switch st.Form {
	case List, Answers, Series:
		a.verb = verbReplace
	case LogBlobs:
		return nil
	}
	for _, k := range st.holds.fixed {
		a.often *= m.SpreadOf(st.Kind, k.ref).Of(k.value)
	}
	return []action{a}
}

// setBytes returns the bytes of a merge: both keys, and what is set.
func (m *Model) setBytes(st *Store, w *write) float64 {
	n := 4 + 2*float64(m.keyLength(&st.Partition)+m.keyLength(&st.Row))
	for _, a := range w.sets {
		n += m.propertyBytes(a.ref)
	}
	return n
}

// anyOf reports whether two sets of attributes have one in common.
func anyOf(a, b atoms) bool {
	return slices.ContainsFunc(a, func(x atom) bool { return b.has(x.ref) })
}
