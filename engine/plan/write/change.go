package write

import (
	"math"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// change returns what an update does to one store.
func change(f *facts.Facts, st *keys.Store, w *facts.Write) []action {
	h := st.Holds
	a := reaching(f, st, w)
	a.Verb, a.bytes, a.conditional = verbMerge, setBytes(f, st, w), conditional(st, w)
	switch {
	case facts.Overlap(w.Sets, h.Fixed):
		a.Verb, a.often, a.bytes = verbUpsert, crosses(f, st, w), st.EachBytes(f)
	case facts.Overlap(w.Sets, st.Keys):
		return moves(f, st, w, a)
	case st.Form == keys.List, st.Form == keys.LogBlobs, !facts.Overlap(w.Sets, h.Props.With(h.Blobs...)):
		return nil
	case st.Form == keys.Answers, a.conditional:
		a.Verb = verbReplace
	case facts.Overlap(w.Sets, h.Blobs):
		a.blobs = 1
	}
	return []action{a}
}

// fills reports whether what a delete is about is all that a table holds: its name is made of nothing but that.
func fills(f *facts.Facts, st *keys.Store, w *facts.Write) bool {
	var told facts.Attrs
	for s := range keys.SegmentsOf(&st.Table) {
		if s.Form == template.Literal {
			continue
		}
		if told = told.With(f.AttrsOf(s.Ref)...); !s.Tells(f) {
			return false
		}
	}
	return len(told) > 0 && st.Form == keys.Entities && !facts.Missing(told, w.Known) && !facts.Missing(w.Known, told)
}

// moves returns what happens to a row whose keys change: delete and upsert in one transaction if the partition stays,
// upsert before delete if not.
func moves(f *facts.Facts, st *keys.Store, w *facts.Write, a action) []action {
	a.bytes = st.EachBytes(f)
	if st.Form == keys.List || st.Form == keys.Answers || st.Form == keys.Series {
		a.Verb = verbReplace
	} else if !facts.Overlap(w.Sets, st.Place) {
		a.Verb, a.rows, a.most = verbMove, a.rows*2, a.most*2
		return []action{a}
	} else if a.Verb = verbUpsert; ofOthers(f, st) {
		a.Verb = verbInsert
	}
	old := a
	old.older, old.bytes, old.conditional = facts.Overlap(w.Sets, st.Place), 0, false
	if a.Verb != verbReplace {
		old.Verb = verbDelete
	}
	return []action{a, old}
}

// crosses returns how often an update makes an entity enter or leave a sparse store. Each one that is inserted leaves
// it once; without inserts the values come and go by their shares.
func crosses(f *facts.Facts, st *keys.Store, w *facts.Write) float64 {
	inserts := 0.0
	for i := range f.Does {
		if d := &f.Does[i]; d.Verb == sheet.Insert && d.Kind == w.Do.Kind {
			inserts += f.Sheet.RateOf(d)
		}
	}
	if inserts > 0 {
		return math.Min(1, inserts/w.Rate)
	}
	p := 1.0
	for _, k := range st.Holds.Fixed {
		p *= f.Sheet.SpreadOf(st.Kind, k.Ref).Of(k.Value)
	}
	return 2 * p * (1 - p)
}

// remove returns what a delete by keys does to a store.
func remove(f *facts.Facts, st *keys.Store, w *facts.Write) []action {
	switch {
	case fills(f, st, w):
		return []action{{Verb: VerbDrop, Parts: 1, often: 1}}
	case st.Form == keys.LogBlobs:
		return nil
	}
	return []action{removeRows(f, st, w)}
}

// removeRows returns what a delete by keys does to the rows of a store, one by one.
func removeRows(f *facts.Facts, st *keys.Store, w *facts.Write) action {
	a := reaching(f, st, w)
	a.Verb, a.rows, a.most = verbDelete, a.rows*st.Parts(f), a.most*st.Parts(f)
	switch st.Form {
	case keys.List, keys.Answers, keys.Series:
		a.Verb = verbReplace
	}
	if st.Apart {
		a.Parts *= float64(st.Shards)
	}
	a.thin(f, st, w)
	a.conditional = conditional(st, w)
	return a
}

// conditional reports whether a write is done on a condition that rows of a store meet: those of the base, whose
// version the copies follow.
func conditional(st *keys.Store, w *facts.Write) bool {
	return st.Base && st.Kind == w.Kind && w.Do.Conditional()
}

// setBytes returns the bytes of a merge: both keys, and what is set.
func setBytes(f *facts.Facts, st *keys.Store, w *facts.Write) float64 {
	n := 4 + 2*float64(st.Partition.Length(f)+st.Row.Length(f))
	for _, a := range w.Sets {
		n += f.PropertyBytes(a.Ref)
	}
	return n
}
