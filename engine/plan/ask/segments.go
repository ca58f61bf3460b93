package ask

import (
	"math"
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// steps goes through a template up to the first segment whose value does not follow from the question, and returns its
// position. In a list, periods of the range and buckets follow.
func (w *walker) steps(t *keys.Template, list bool) int {
	for i := range t.Segments {
		s := &t.Segments[i]
		if s.Form != template.Literal && !w.known(s) && !(list && w.listed(s)) {
			return i
		}
	}
	return len(t.Segments)
}

// known uses a segment whose attribute the question knows.
func (w *walker) known(s *keys.Segment) bool {
	if !w.q.Known.HasAll(w.f.NameOf(s.Ref).Refs) {
		return false
	}
	if s.Tells(w.f) || s.Folds(w.f) {
		w.fixed = w.fixed.With(w.q.Known.Intersect(w.f.AttrsOf(s.Ref))...)
	} else {
		w.coarse = append(slices.Clip(w.coarse), s)
	}
	return true
}

// alike returns the known values whose texts do not tell them, and which part of all that has other values has the same
// texts. Of several forms of one attribute the finest counts, and beside it the bucket, which does not depend on order.
func (w *walker) alike(by facts.Attrs) (values facts.Attrs, others float64) {
	texts := map[sheet.Ref]*text{}
	var refs []sheet.Ref // in order, for the same product each time
	for _, s := range w.coarse {
		ref := w.f.Canonical(s.Ref)
		if w.f.Follows(ref, by) {
			continue
		}
		if texts[ref] == nil {
			refs, texts[ref] = append(refs, ref), &text{1 / sheet.Occurring(w.f.Sheet, s.Ref), 1, 1}
		}
		texts[ref].with(w, s)
		ids := w.f.AttrsOf(s.Ref)
		values = values.With(w.q.Known.Intersect(ids)...)
	}
	one, same := 1.0, 1.0
	for _, ref := range refs {
		t := texts[ref]
		one, same = one*t.one, same*(t.one+(t.part-t.one)*t.bucket)
	}
	if one == 1 {
		return values, 0
	}
	return values, math.Max(0, (same-one)/(1-one))
}

// text is how much has the same text as a value in a form that does not tell it, as parts of everything.
type text struct {
	one    float64 // has the same value
	part   float64 // is in the same period or band, or begins as it does
	bucket float64 // of other values is in the same bucket
}

func (t *text) with(w *walker, s *keys.Segment) {
	switch s.Form {
	case template.Bucket:
		t.bucket = math.Min(t.bucket, 1/float64(s.N))
	case template.Band:
		t.part = math.Min(t.part, math.Max(t.one, 1/float64(s.N)))
	case template.Period, template.PeriodDown:
		t.part = math.Min(t.part, math.Max(t.one, sheet.UnitSeconds(s.Unit)/w.f.Sheet.Cover(s.Ref.Kind)))
	case template.Beginning:
		t.part = math.Min(t.part, math.Max(t.one, 1/bandsOf(s)))
	default:
		t.part = t.one
	}
}

// letters is how many characters a text is assumed to be made of.
const letters = 26

// listed uses a segment that has one of a few texts: the periods of the range or of the order, and buckets.
func (w *walker) listed(s *keys.Segment) bool {
	unit, ref := w.unitOf(s), w.f.Canonical(s.Ref)
	switch {
	case s.Form == template.Bucket:
		w.buckets *= float64(s.N)
	case s.Form == template.Band || s.Form == template.Beginning && s.Sorts(w.f) > 0:
		return w.grid.list(w.f, w.q, s)
	case unit == "":
		return false
	case w.q.Span.Bounded() && ref == w.q.Span.Ref && w.q.Span.Time:
		finer(&w.unit, unit)
		w.grid.periods = w.q.Span.Touched(w.unit)
	case !math.IsInf(w.q.Top, 1) && w.q.Ordered && ref == w.q.By && unit != "tick":
		finer(&w.turn, unit)
	default:
		return false
	}
	return true
}

func (w *walker) unitOf(s *keys.Segment) string { return s.UnitOf(w.f) }

// finer keeps the finer one of two units.
func finer(unit *string, other string) {
	if *unit == "" || sheet.UnitSeconds(other) < sheet.UnitSeconds(*unit) {
		*unit = other
	}
}
