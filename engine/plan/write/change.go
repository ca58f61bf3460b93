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
	a := action{Verb: verbMerge, Parts: 1, often: 1, bytes: setBytes(f, st, w)}
	a.rows, a.Parts = reaches(f, st, w)
	switch {
	case facts.Overlap(w.Sets, h.Fixed):
		a.Verb, a.often, a.bytes = verbUpsert, crosses(f, st, w), st.EachBytes(f)
	case facts.Overlap(w.Sets, st.Keys):
		return moves(f, st, w, a)
	case st.Form == keys.List, st.Form == keys.LogBlobs, !facts.Overlap(w.Sets, h.Props.With(h.Blobs...)):
		return nil
	case st.Form == keys.Answers:
		a.Verb = verbReplace
	case facts.Overlap(w.Sets, h.Blobs):
		a.blobs = 1
	}
	return []action{a}
}

// reaches returns how many rows of a store have what a write sets, and in how many partitions they are: several in a
// store of a kind below.
func reaches(f *facts.Facts, st *keys.Store, w *facts.Write) (rows, parts float64) {
	rows = facts.EntitiesOf(f, w)
	if st.Kind != w.Kind {
		by := f.Identity(w.Kind)
		rows *= st.RowsWith(f, by, sheet.Evenly).Typical
	}
	switch {
	case rows <= 1:
		return rows, 1
	case st.Kind == w.Kind:
		return rows, spreadOver(f, st, w, rows)
	case facts.Missing(st.Place, f.Whole(w.Kind)):
		return rows, rows
	}
	return rows, 1
}

// spreadOver returns in how many partitions of a store the entities are that a write changes.
func spreadOver(f *facts.Facts, st *keys.Store, w *facts.Write, rows float64) float64 {
	n, apart := 1.0, facts.Attrs{}
	for _, t := range []*keys.Template{&st.Table, &st.Partition} {
		for i := range t.Segments {
			s := &t.Segments[i]
			switch of := f.AttrsOf(s.Ref); {
			case s.Form == template.Literal || !facts.Missing(of, w.Known):
			case s.Form == template.Bucket:
				n *= float64(s.N)
			default:
				apart = apart.With(of...)
			}
		}
	}
	return math.Min(rows, n*keys.Combinations(f, st, apart))
}

// fills reports whether what a delete is about is all that a table holds: its name is made of nothing but that.
func fills(f *facts.Facts, st *keys.Store, w *facts.Write) bool {
	var told facts.Attrs
	for i := range st.Table.Segments {
		s := &st.Table.Segments[i]
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
		a.Verb, a.rows = verbMove, a.rows*2
		return []action{a}
	} else {
		a.Verb = verbUpsert
	}
	old := a
	old.older, old.bytes = true, 0
	if a.Verb == verbUpsert {
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
	a := action{Verb: verbDelete, Parts: 1, often: 1}
	if fills(f, st, w) {
		a.Verb = VerbDrop
		return []action{a}
	}
	a.rows, a.Parts = reaches(f, st, w)
	a.rows *= st.Parts(f)
	switch st.Form {
	case keys.List, keys.Answers, keys.Series:
		a.Verb = verbReplace
	case keys.LogBlobs:
		return nil
	}
	for _, k := range st.Holds.Fixed {
		a.often *= f.Sheet.SpreadOf(st.Kind, k.Ref).Of(k.Value)
	}
	return []action{a}
}

// setBytes returns the bytes of a merge: both keys, and what is set.
func setBytes(f *facts.Facts, st *keys.Store, w *facts.Write) float64 {
	n := 4 + 2*float64(st.Partition.Length(f)+st.Row.Length(f))
	for _, a := range w.Sets {
		n += f.PropertyBytes(a.Ref)
	}
	return n
}
