package write

import (
	"math"
	"slices"

	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// Planner finds out what the writes of a sheet do to the stores of a design.
type Planner struct {
	Facts *facts.Facts
	Ask   *ask.Planner

	actionsOf  perStore[[]action]
	requiredOf perStore[facts.Attrs]      // of the rows that a write writes as a whole
	found      map[string]*facts.Question // by which writes find their entities; nil if they are not cached
}

// New makes a planner that finds entities as another one asks for them.
func New(a *ask.Planner) *Planner { return &Planner{Facts: a.Facts, Ask: a} }

// Cached makes a planner that calculates what a write does to a store of a library once.
func Cached(a *ask.Planner) *Planner {
	p := New(a)
	p.actionsOf, p.requiredOf, p.found = perStore[[]action]{}, perStore[facts.Attrs]{}, map[string]*facts.Question{}
	return p
}

// A sheet need not say which of its entities a write is about. Then the writes are taken to be spread over all that are
// stored, as parents and values are. They may all be about one, such as the newest.

// Conditional returns how many writes a second may meet at the entity that a write contends for, if all are about the
// same: those with a condition on it, or this one.
func (p *Planner) Conditional(d *keys.Design, w *Cost) (rate float64) {
	st := &d.Stores[w.Contention.Store]
	for i, set := range p.Facts.Sets {
		most := 0.0
		for j := range set {
			if o := &set[j]; set[0].Index == i && !o.ByAge() && conditional(st, o) {
				most = math.Max(most, o.Rate*alike(p.Facts, st, o, set))
			}
		}
		rate += most
	}
	return math.Max(rate, w.Rate*alike(p.Facts, st, w.Write, p.Facts.Sets[w.Index]))
}

// alike returns which part of the calls of a write may be about one row: all, or as many as the sheet says. What adds
// to a number takes any of the shards of an entity.
func alike(f *facts.Facts, st *keys.Store, w *facts.Write, set []facts.Write) float64 {
	if facts.Told(set) {
		return busiest(f, st, w, set)
	}
	return 1 / shards(st, w)
}

// Spread reports whether a write, or one of its set, changes or deletes one entity, which may be the same each time.
func (w *Cost) Spread(f *facts.Facts) bool {
	return !w.ByAge() && !facts.Told(f.Sets[w.Index]) && slices.ContainsFunc(f.Sets[w.Index], func(o facts.Write) bool {
		return o.Do.Verb != sheet.Insert && f.Identifies(o.Kind, o.Known)
	})
}

// perStore holds what is calculated of a write in each store of a library; one that is nil holds nothing.
type perStore[T any] map[storeOfWrite]T

type storeOfWrite struct{ write, store uint16 }

func (p perStore[T]) of(st *keys.Store, w *facts.Write, calculate func(*keys.Store, *facts.Write) T) T {
	if p == nil || st.Id == 0 {
		return calculate(st, w)
	}
	key := storeOfWrite{uint16(w.Index), st.Id}
	out, ok := p[key]
	if !ok {
		out = calculate(st, w)
		p[key] = out
	}
	return out
}
