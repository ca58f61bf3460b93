package keys

import (
	"math"

	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// Length returns the greatest number of characters that a template makes.
func (t *Template) Length(f *facts.Facts) int {
	n := 0
	for i := range t.Segments {
		n += t.Segments[i].Length(f)
	}
	return n
}

func (s *Segment) Length(f *facts.Facts) int {
	switch s.Form {
	case template.Literal:
		return len([]rune(s.Text))
	case template.Bucket, template.Band:
		return len(itoa(s.N - 1))
	case template.Padded, template.Decimal:
		return s.N
	case template.Beginning:
		return min(s.N, f.Width(s.Ref))
	case template.Period, template.PeriodDown:
		return sheet.UnitDigits(s.Unit)
	case template.Inverted:
		if t, _ := f.Type(s.Ref); t.Name == sheet.Time {
			return sheet.UnitDigits("tick")
		}
	}
	return f.Width(s.Ref)
}

// EachBytes returns the bytes that the service counts for one row of a store, at most; for a log, those of a line.
func (st *Store) EachBytes(f *facts.Facts) float64 {
	if st.numbers != nil {
		return st.numbers.each
	}
	h := st.Holds
	n := 4 + 2*float64(st.Partition.Length(f)+st.Row.Length(f))
	switch st.Form {
	case LogBlobs:
		return f.JSONBytes(st.Kind, f.Whole(st.Kind))
	case List:
		return n + 2*st.listLength(f) + 4 + 8 + 2*float64(len("ids"))
	case Answers:
		q := f.Questions[f.QuestionNamed(st.Answer)]
		return n + q.Wanted().Largest*f.JSONBytes(q.Kind, q.Wants)*2
	}
	for _, a := range h.Props {
		n += f.PropertyBytes(a.Ref)
	}
	n += float64(len(h.Blobs)) * (8 + 2*20 + 2*60 + 4) // the address of a blob
	if st.Form == Series {                             // each part has the keys
		return n + (st.Slots(f)/st.Parts(f)-1)*st.SlotBytes(f)
	}
	if st.Shards > 0 {
		return n - (1-1/st.Parts(f))*st.onlyFirst(f)
	}
	return n / st.Parts(f)
}

// onlyFirst returns the bytes that the first shard of an entity has and the others have not: all but what is added to.
func (st *Store) onlyFirst(f *facts.Facts) (n float64) {
	for _, a := range st.Holds.Props {
		if !facts.Added(f, a.Ref) {
			n += f.PropertyBytes(a.Ref)
		}
	}
	return n
}

// SlotBytes returns the bytes of one slot of a series.
func (st *Store) SlotBytes(f *facts.Facts) float64 {
	n := 0.0
	ref, _ := f.ResolveOne(st.Kind, st.Slot.Attr)
	for _, a := range st.Holds.Props {
		if a.Ref != ref {
			n += f.PropertyBytes(a.Ref)
		}
	}
	return n
}

// listLength returns the characters of the longest list: the largest group, with a comma after each identity.
func (st *Store) listLength(f *facts.Facts) float64 {
	h := st.Holds
	by := st.Keys.With(h.Fixed...)
	n := 0
	for _, a := range f.Identity(st.Kind) {
		if !h.Told.Has(a.Ref) {
			n += f.Width(a.Ref) + 1
		}
	}
	return math.Ceil(f.Group(st.Kind, by, sheet.TheMost).Largest) * float64(max(1, n))
}

// StoredBytes returns the bytes of all rows, or lines, of a store.
func (st *Store) StoredBytes(f *facts.Facts) float64 {
	if st.numbers != nil {
		return st.numbers.stored
	}
	if st.Form == LogBlobs {
		return f.Group(st.Kind, st.Holds.Fixed, sheet.Evenly).Typical * st.EachBytes(f)
	}
	if st.Form == Series { // what a row has of slots that are filled
		all, slot := f.Group(st.Kind, st.Holds.Fixed, sheet.Evenly).Typical, st.SlotBytes(f)
		return st.Rows(f)*(st.EachBytes(f)-st.Slots(f)/st.Parts(f)*slot) + all*slot
	}
	return st.Rows(f) * st.EachBytes(f)
}
