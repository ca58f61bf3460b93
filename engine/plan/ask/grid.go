package ask

import (
	"math"
	"slices"
	"strconv"

	"rowkey/engine/edm"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// A rectangle has two ranges. Keys order one of them at most; bands of both attributes are the cells of a grid.

// grid is which periods, and which bands of the two ranges, are asked.
type grid struct {
	periods figure.Size
	bands   [2]figure.Size // that each range touches, zero if the keys have no bands of it
	covered [2]figure.Size // which part of everything lies in them
}

// cells returns how many periods, or cells, are asked.
func (g *grid) cells() figure.Size {
	n := g.periods
	for _, bands := range g.bands {
		if bands != (figure.Size{}) {
			n = n.Times(bands)
		}
	}
	return n
}

// list lists the bands that a range touches. It reports false for bands of something else.
func (g *grid) list(f *facts.Facts, q *facts.Question, s *keys.Segment) bool {
	for i, span := range []*facts.Span{&q.Span, &q.Across} {
		if !span.Bounded() || f.Canonical(s.Ref) != span.Ref || g.bands[i] != (figure.Size{}) {
			continue
		}
		n := bandsOf(s)
		g.bands[i] = f.Bands(q.Kind, span, n)
		g.covered[i] = g.bands[i].Scale(1 / n)
		return true
	}
	return false
}

// bandsOf returns into how many parts of equal width a segment divides its values. The beginnings of texts are such
// parts as well.
func bandsOf(s *keys.Segment) float64 {
	if s.Form == template.Beginning {
		return math.Pow(letters, float64(s.N))
	}
	return float64(s.N)
}

// inBands returns how many of a group lie in the bands of a range that are asked.
func (g *grid) inBands(i int, of figure.Size) figure.Size {
	if g.bands[i] == (figure.Size{}) {
		return of
	}
	return of.Times(g.covered[i])
}

// turnedFor exchanges both ranges of a question if the keys of a store put the second one in order, and not the first.
func turnedFor(f *facts.Facts, st *keys.Store, q *facts.Question) *facts.Question {
	if q.Turned != nil && orders(f, st, &q.Across) && !orders(f, st, &q.Span) {
		return q.Turned
	}
	return q
}

// orders reports whether a key of a store puts the attribute of a range in order.
func orders(f *facts.Facts, st *keys.Store, span *facts.Span) bool {
	return slices.ContainsFunc([]*keys.Template{&st.Partition, &st.Row}, func(t *keys.Template) bool {
		return slices.ContainsFunc(t.Segments, func(s keys.Segment) bool {
			return s.Form != template.Literal && f.Canonical(s.Ref) == span.Ref && s.Sorts(f) != 0
		})
	})
}

// bands returns the first and the last band that the range of a call touches.
func (a *Answering) bands(s *keys.Segment, c Call) (first, last int) {
	ref, ends := a.w.f.Canonical(s.Ref), Ends{c.From, c.To}
	if a.w.q.Span.Ref != ref {
		ends = c.Across
	}
	band := func(place int64) int {
		v := valueAt(a.w.f.TypeOf(ref), place)
		n, _ := strconv.Atoi(s.Write(a.w.f, func(sheet.Ref) edm.Value { return v }))
		return n
	}
	return band(ends.From), band(ends.To - 1)
}
