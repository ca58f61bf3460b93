package plan_test

import (
	"math"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/figure"
	"rowkey/engine/sheet"
)

// Whatever a file says, its designs are judged, and all numbers are numbers.
func FuzzJudge(f *testing.F) {
	for _, name := range sheets(f) {
		f.Add(load(f, name))
	}
	f.Add(small + "\n### A\n# @keys {shop} | {number} | T | of order\n# @keys {shop} | {status!} | T | of order | list")
	f.Fuzz(func(t *testing.T, text string) {
		s, messages := sheet.Parse(text)
		if sheet.Failed(messages) {
			return
		}
		for _, d := range plan.Judge(s) {
			finite(t, d)
		}
	})
}

func finite(t *testing.T, d plan.DesignReport) {
	t.Helper()
	var list []figure.Figure
	for _, q := range d.Questions {
		for _, s := range []figure.Spread{q.Intervals, q.Read, q.Returned, q.Requests, q.RoundTrips, q.Pages, q.Answer} {
			list = append(list, s.Typical, s.Often, s.Largest)
		}
		list = append(list, q.Bytes, q.Ms)
	}
	for _, st := range d.Stores {
		list = append(list, st.Entities, st.Bytes, figure.Figure{V: st.EachBytes}, figure.Figure{V: st.Tables})
	}
	for _, n := range list {
		if math.IsNaN(n.V) || math.IsInf(n.V, 0) || n.V < 0 {
			t.Errorf("%+v in %+v", n, d)
		}
	}
}
