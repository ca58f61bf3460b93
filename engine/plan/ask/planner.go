package ask

import (
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
)

// Planner finds out how the stores of a design answer the questions of a sheet.
type Planner struct {
	Facts   *facts.Facts
	answers answerer
	reports bool // it collects what numbers rest on
}

// New makes a planner that calculates each answer.
func New(f *facts.Facts) *Planner {
	p := &Planner{Facts: f}
	p.answers = calculated{p}
	return p
}

// Reporting makes a planner that collects what its numbers rest on.
func Reporting(f *facts.Facts) *Planner {
	p := New(f)
	p.reports = true
	return p
}

// Cached makes a planner that calculates an answer once for all designs of a library in which it is the same.
func Cached(f *facts.Facts) *Planner {
	p := &Planner{Facts: f}
	p.answers = &cached{Planner: p, answers: map[string]*Answer{}}
	return p
}

// Evidence returns where to collect what a number rests on: nowhere, if it is not for a report.
func (p *Planner) Evidence() *figure.Evidence {
	if !p.reports {
		return nil
	}
	return &figure.Evidence{}
}
