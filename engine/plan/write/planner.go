package write

import (
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
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
