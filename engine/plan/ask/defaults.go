package ask

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/sheet"
)

// Defaults returns what the sizes of a question's groups rest on: defaults of the sheet, and attributes that were taken
// not to depend on each other. One entity rests on nothing.
func (p *Planner) Defaults(q *facts.Question, by facts.Attrs) *figure.Evidence {
	e := p.Evidence()
	if e == nil || p.Facts.Identifies(q.Kind, by) {
		return e
	}
	if names := p.Facts.Figures(q.Kind, by, q.Asked).Independent; names != nil {
		e.Add("independent:" + strings.Join(names, ","))
	}
	if sheet.RestsOnHorizon(p.Facts.Sheet, q.Kind) && (p.Facts.Sheet.Kinds[q.Kind].Amount.Per != "" || lasts(&q.Span) ||
		lasts(&q.Across)) {
		e.Add("default:/horizon")
	}
	if q.Index >= 0 && q.Ask.Asked == "" && len(q.Known) > 0 {
		e.Add("default:/asks/" + strconv.Itoa(q.Index) + "/asked")
	}
	for i, a := range by {
		if before, after := by[:i:i], by[i+1:]; !p.Facts.Follows(a.Ref, before) &&
			(p.Facts.Names(a.Ref) || !p.Facts.Follows(a.Ref, after)) {
			assumedOf(p.Facts, e, q, a)
		}
	}
	for _, s := range [...]*facts.Span{&q.Span, &q.Across} {
		if s.Given && !s.Time && s.Range.Width != (sheet.Width{}) && s.Ref.Attr != sheet.Whole {
			assumedOf(p.Facts, e, q, facts.Attr{Ref: s.Ref})
		}
	}
	return e
}

// lasts reports whether a range is a length of time.
func lasts(s *facts.Span) bool { return s.Given && sheet.Span(s.Range.Width).Seconds() > 0 }

// assumedOf adds the defaults that the distribution of an attribute rests on. How it is skewed says nothing about the
// average of calls that ask for each value equally often.
func assumedOf(f *facts.Facts, e *figure.Evidence, q *facts.Question, a facts.Attr) {
	skewed := func(path string) {
		if e.Others = figure.With(e.Others, "default:"+path); q.Asked != sheet.Evenly {
			e.Add("default:" + path)
		}
	}
	k := &f.Sheet.Kinds[a.Ref.Kind]
	if f.Names(a.Ref) {
		if path := evenParent(f, q.Kind, a.Ref.Kind); path != "" {
			skewed(path)
		}
		return
	}
	at := &k.Attributes[a.Ref.Attr]
	path := "/entities/" + strconv.Itoa(a.Ref.Kind) + "/attributes/" + strconv.Itoa(a.Ref.Attr)
	if at.Values == 0 && len(at.Skew.Weights) == 0 && at.Type.Name != sheet.Time && at.Type.Name != sheet.Bool {
		e.Add("default:" + path + "/values")
	}
	switch {
	case a.Value != "" && len(at.Skew.Weights) == 0:
		e.Add("default:" + path + "/skew") // nobody says how many have this one
	case at.Skew.Kind == "" && at.Type.Name != sheet.Time:
		skewed(path + "/skew")
	}
}

// evenParent returns the path of the first parent on the way up to a kind without a largest share in the sheet, "" if
// there is none.
func evenParent(f *facts.Facts, kind, above int) string {
	for j, o := range f.Sheet.Kinds[kind].Of {
		parent := f.Sheet.KindOf(o.Kind)
		if parent != above && !slices.Contains(f.Ancestors(parent), above) {
			continue
		}
		if o.Largest == 0 {
			return "/entities/" + strconv.Itoa(kind) + "/of/" + strconv.Itoa(j) + "/largest"
		}
		if parent != above {
			return evenParent(f, parent, above)
		}
	}
	return ""
}

// Lengths adds the defaults that the sizes of some attributes rest on: the length of a text or of binary data, and the
// type of an attribute without one.
func Lengths(f *facts.Facts, of []string, list facts.Attrs) []string {
	for _, a := range list {
		path := "default:/entities/" + strconv.Itoa(a.Ref.Kind) + "/attributes"
		if a.Ref.Attr == sheet.Whole {
			of = figure.With(of, path)
			continue
		}
		path += "/" + strconv.Itoa(a.Ref.Attr)
		t := f.Sheet.Kinds[a.Ref.Kind].Attributes[a.Ref.Attr].Type
		if t.Name == "" {
			of = figure.With(of, path+"/type")
		}
		if t.Length == 0 && t.IsLong() {
			of = figure.With(of, path+"/length")
		}
	}
	return of
}
