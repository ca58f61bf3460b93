package ask

import (
	"math"

	"rowkey/engine/explain"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// HowAsked returns which values are asked for. What a write looks for is changed as often as it occurs.
func (q *Choice) HowAsked() string {
	if q.Index < 0 {
		return sheet.Popular
	}
	return q.Asked
}

// Busiest is what the busiest partition of a store has to do with a question.
type Busiest struct {
	Pages  float64 // of it that one call reads on average
	Spread float64 // partitions that share what it does not get
}

// BusiestOf returns what the busiest partition of a store has to do with a question.
func BusiestOf(f *facts.Facts, st *keys.Store, q *Choice) Busiest {
	share, spread := st.BusiestShare(f, q.Known, q.HowAsked(), false)
	if q.Source != nil && facts.Overlap(keys.AttrsIn(f, &st.Partition), q.In) { // many lists have the same value
		share = math.Max(share, f.Sheet.SpreadOf(q.Source.Kind, q.From[0].Ref).Largest())
	}
	return Busiest{hotPages(f, st, q, share) * math.Max(1, q.values), spread}
}

// hotPages returns how many pages one call reads of the busiest partition on average. If the values that are asked for
// divide the partitions, that is the one of the largest value; a scan reads each in turn.
func hotPages(f *facts.Facts, st *keys.Store, q *Choice, share float64) float64 {
	if q.class > explain.PartitionScan || q.Parent >= 0 {
		part := math.Min(1, st.LargestPartition(f)/math.Max(1, q.Read.Typical))
		return share * math.Max(1, q.Pages.Typical*part)
	}
	pages := q.Pages.Typical
	if by, _ := st.Dividing(f, q.Known, false); len(st.Unfixed(f, by)) > 0 {
		pages = q.Pages.Largest
	}
	return share * timeShare(f, st, q) * math.Max(1, pages)
}

// timeShare returns in which part of its calls a question asks for the period that is asked most: always for a range
// that ends now, or the newest first.
func timeShare(f *facts.Facts, st *keys.Store, q *Choice) float64 {
	part := 1.0
	for s := range keys.SegmentsOf(&st.Table, &st.Partition) {
		if s.Form == template.Band || s.Form == template.Beginning {
			part *= bandShare(f, s, q.Question)
			continue
		}
		if unit := s.UnitOf(f); unit != "" && f.Canonical(s.Ref) == q.Span.Ref && q.Span.Given && !q.Span.EndsNow() {
			part = math.Min(part, math.Min(1, q.Span.Touched(unit).Typical/f.Periods(s.Ref, unit)))
		}
	}
	return part
}

// bandShare returns in which part of its calls a question asks for one band.
func bandShare(f *facts.Facts, s *keys.Segment, q *facts.Question) float64 {
	for _, span := range []*facts.Span{&q.Span, &q.Across} {
		if n := bandsOf(s); span.Bounded() && span.Ref == f.Canonical(s.Ref) {
			return f.Bands(q.Kind, span, n).Typical / n
		}
	}
	return 1
}
