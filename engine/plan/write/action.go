package write

import (
	"math"
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// What an action does to the rows of a store, beside insert, merge, delete and upsert.
const (
	verbInsert  = "insert"
	verbMerge   = "merge"
	verbUpsert  = "upsert"
	verbDelete  = "delete"
	verbMove    = "move"    // delete the old row and upsert the new one, in one partition
	verbReplace = "replace" // read a row, and write it if no other write came between
	VerbDrop    = "drop"    // delete a table
)

// action is what a write does to one store.
type action struct {
	Store int
	Verb  string
	rows  float64 // that are written each time it is done
	most  float64 // of these, at most
	Parts float64 // partitions that these are in
	apart scatter // how the rows are spread over these
	often float64 // part of the calls that do it
	blobs float64 // requests to blobs
	bytes float64 // of what is written
	older bool    // of a row that moves: the place where it was
	// it is refused if another entity has the keys
	guards bool
	// it is done only if nobody changed the row since it was read
	conditional bool
	counts      bool // how many there are, so it is not done if there are as many as there may be
}

// actions adds what a write does to all stores: those of its kind, and those of kinds below that copy what it sets.
func (p *Planner) actions(list []action, d *keys.Design, w *facts.Write) []action {
	for i := range d.Stores {
		st := &d.Stores[i]
		if !st.Readable() || st.Kind != w.Kind && !(w.Do.Verb == sheet.Update &&
			slices.Contains(p.Facts.Ancestors(st.Kind), w.Kind)) {
			continue
		}
		if d.View.Follows(p.Facts, i) == keys.KeptEvery {
			continue
		}
		for _, a := range p.actionsIn(st, w) {
			if a.Verb == VerbDrop && sharesTable(p.Facts, d, st) {
				a = removeRows(p.Facts, st, w)
			}
			if a.Store = i; a.Verb != VerbDrop || !dropsAlready(p.Facts, d, list, st) {
				list = append(list, a)
			}
		}
	}
	return list
}

// sharesTable reports whether a table of a store may hold entities of another kind, so that it cannot be dropped.
func sharesTable(f *facts.Facts, d *keys.Design, st *keys.Store) bool {
	return slices.ContainsFunc(d.View, func(o *keys.Store) bool {
		return o != nil && o.Kind != st.Kind && o.Form != keys.LogBlobs && !keys.Disjoint(f, &o.Table, &st.Table)
	})
}

// dropsAlready reports whether the table of a store is dropped with that of another one.
func dropsAlready(f *facts.Facts, d *keys.Design, list []action, st *keys.Store) bool {
	return slices.ContainsFunc(list, func(a action) bool {
		return a.Verb == VerbDrop && d.Stores[a.Store].Table.Same(f, &st.Table)
	})
}

// actionsIn returns what a write does to one store.
func (p *Planner) actionsIn(st *keys.Store, w *facts.Write) []action {
	return p.actionsOf.of(st, w, p.actionsOn)
}

func (p *Planner) actionsOn(st *keys.Store, w *facts.Write) []action {
	switch w.Do.Verb {
	case sheet.Insert:
		return []action{insert(p.Facts, st, w)}
	case sheet.Update:
		return change(p.Facts, st, w)
	}
	return remove(p.Facts, st, w)
}

// insert returns what an insert does to a store.
func insert(f *facts.Facts, st *keys.Store, w *facts.Write) action {
	a := action{Verb: verbInsert, rows: st.Parts(f), Parts: 1, often: inserted(f, st), bytes: st.EachBytes(f)}
	if st.Shards > 0 {
		a.rows = 1 // the others come with what is added
	}
	a.most = a.rows
	switch st.Form {
	case keys.List, keys.Answers:
		a.Verb, a.rows = verbReplace, 1
	case keys.Series:
		a.Verb, a.rows, a.bytes = verbMerge, 1, st.SlotBytes(f)
	case keys.LogBlobs:
		a.Verb, a.rows, a.Parts, a.blobs = "append", 0, 0, appends(f, st, w)
	}
	a.blobs += float64(len(st.Blob))
	if n := facts.SizeOf(f, w); n.Typical > 1 {
		a.most, a.bytes = a.rows*n.Largest, a.bytes*n.Typical
		a.rows, a.blobs = a.rows*n.Typical, a.blobs*n.Typical
		a.Parts, a.apart = spreadOver(f, st, w.Known, n.Typical, period{})
	}
	return a
}

// followers returns the stores of a kind that a write changes, without those that are rewritten from time to time.
func followers(f *facts.Facts, d *keys.Design, kind int) []int {
	var list []int
	for i := range d.Stores {
		if st := &d.Stores[i]; st.Readable() && st.Kind == kind && d.View.Follows(f, i) != keys.KeptEvery {
			list = append(list, i)
		}
	}
	return list
}

// inserted returns which part of new entities a sparse store takes. One whose attribute changes takes all: an entity
// goes through all values.
func inserted(f *facts.Facts, st *keys.Store) float64 {
	part := 1.0
	for _, k := range st.Holds.Fixed {
		if k.Ref.Attr == sheet.Whole || !f.Sheet.Changes(k.Ref.Kind, f.Attribute(k.Ref).Name) {
			part *= f.Sheet.SpreadOf(st.Kind, k.Ref).Of(k.Value)
		}
	}
	return part
}

// appends returns how many requests to log blobs one insert needs: each writer appends what has gathered.
func appends(f *facts.Facts, st *keys.Store, w *facts.Write) float64 {
	writers := 1.0
	for i := range st.Row.Segments {
		if s := &st.Row.Segments[i]; s.Form != template.Literal && s.UnitOf(f) == "" {
			writers *= sheet.Occurring(f.Sheet, s.Ref)
		}
	}
	return math.Min(1, writers/(st.Log.Seconds()*w.Rate))
}
