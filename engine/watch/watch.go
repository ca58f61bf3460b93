// Package watch says what a program does to its tables, from what the wire shows: the sums of its requests by shape
// (package shape), and what of it could cost less, or loses changes. It knows no source of the program, so it speaks of
// requests that were sent, and of those that were not sent again, and never of what the program told its users.
//
// Rule book: ours. A rule looks at one unit of work after the other, and speaks when enough of them show the same:
//
//   - n-plus-one: a query, then a point read for at least half of the rows that it returned.
//   - read-again: the same read with the same answer, in one unit of work, within a second.
//   - single-writes: writes of several rows of one partition, one by one, with no read between them.
//   - whole-rows: rows are read whole, and what is written back to them is less than a quarter.
//   - small-pages: a query that is read in pages of a few rows.
//   - star-after-read: a row is read and then written whatever its version is, and what is written comes from what was
//     read: properties as they were, a number that went on, a text that became longer.
//   - never-retried: writes are refused because another client wrote the row, and none of them is tried again.
//
// One rule looks at the sums, of a recording or of a log:
//
//   - scan: queries that do not name a partition. Of a recording, those that read much more than they return.
//
// What a rule of package lint finds in the same requests is added by [Recording.Adopt]: those rules try what they
// propose on a copy of the store. Not here: the requests themselves (package engine hands them over), the words of a
// report.
package watch

import (
	"maps"
	"slices"
	"sync"

	"rowkey/engine/lint"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
)

// Recording is what a program has sent since it began. It is safe for concurrent use. [New] makes one.
type Recording struct {
	mu        sync.Mutex // guards the fields below
	waiting   []*trail.Request
	bytes     int // of their bodies
	shapes    shape.Collector
	units     shape.Units
	found     findings
	conflicts conflicts
	recent    [recently]placed // by the number of their record
	adopted   map[string]Finding
	examined  map[shape.Shape]int // requests of each shape when package lint looked at them last
}

// Requests wait until there are so many of them, or their bodies have so many bytes. To look at all at once costs less
// than to look at each between two others of a program, when its data is in no cache of the processor.
const (
	mostWaiting  = 64
	waitingBytes = 1 << 20
)

// recently is how many requests are remembered for findings of package lint, which names them by their records.
const recently = 2 * trail.MostRequests

// placed is a request of the ledger in a recording.
type placed struct {
	record, n int
	shape     shape.Shape
}

// New begins a recording.
func New(o shape.Options) *Recording {
	r := &Recording{
		adopted: map[string]Finding{}, examined: map[shape.Shape]int{}, conflicts: newConflicts(),
		found: findings{at: map[string]int{}},
	}
	r.shapes.Options = o
	r.units.Done = r.unit
	return r
}

// Add adds a request that was answered.
func (r *Recording) Add(q *trail.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting, r.bytes = append(r.waiting, q), r.bytes+len(q.Body)+len(q.Answer)
	if len(r.waiting) == mostWaiting || r.bytes > waitingBytes {
		r.lookAtWaiting()
	}
}

// lookAtWaiting looks at the requests that came since the last time.
func (r *Recording) lookAtWaiting() {
	for _, q := range r.waiting {
		n, s, _ := r.shapes.Add(q)
		r.recent[q.Record.ID%recently] = placed{q.Record.ID, n, s}
		r.units.Add(&shape.Member{Request: q, N: n, Shape: s})
	}
	clear(r.waiting)
	r.waiting, r.bytes = r.waiting[:0], 0
}

// unit looks at a unit of work that is over.
func (r *Recording) unit(u *shape.Unit) {
	for s, n := range u.Counts() {
		r.shapes.Together(s, n)
	}
	has := kindsOf(u)
	for i := range rules {
		if rules[i].needs&^has != 0 {
			continue
		}
		for _, h := range rules[i].find(u) {
			r.found.add(&rules[i], h)
		}
	}
	r.conflicts.add(u)
}

// Sums returns what was sent so far, by shape.
func (r *Recording) Sums() shape.Sums {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lookAtWaiting()
	return r.shapes.Sums()
}

// Findings ends the units of work that are open, and returns what there is to say: what loses changes, then what costs
// most.
func (r *Recording) Findings() []Finding {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lookAtWaiting()
	r.units.Close()
	return r.known()
}

// Known returns what there is to say of the units of work that are over. The program goes on meanwhile.
func (r *Recording) Known() []Finding {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lookAtWaiting()
	return r.known()
}

func (r *Recording) known() []Finding {
	tried := slices.Collect(maps.Values(r.adopted))
	sums := r.shapes.Sums()
	return sorted(slices.Concat(r.found.loud(), r.conflicts.loud(), tried, scansBeside(tried, &sums)))
}

// Adopt adds what package lint found in the newest requests, if the recording has them. What was adopted before is
// replaced if more requests show it now.
func (r *Recording) Adopt(report lint.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lookAtWaiting()
	for i := range report.Findings {
		f := r.of(&report.Findings[i])
		before, ok := r.adopted[report.Findings[i].ID]
		if len(f.Shapes) > 0 && (!ok || before.Calls <= f.Calls) {
			r.adopted[report.Findings[i].ID] = f
		}
	}
}

// Worth reports whether package lint may find something now that it has not found before: there are new shapes, or many
// more requests of one. It answers yes once, and then when there is more.
func (r *Recording) Worth() bool {
	sums := r.Sums()
	r.mu.Lock()
	defer r.mu.Unlock()
	worth := false
	for i := range sums.Stats {
		s := &sums.Stats[i]
		worth = worth || s.Calls >= 2*r.examined[s.Shape]
	}
	if worth {
		for i := range sums.Stats {
			r.examined[sums.Stats[i].Shape] = sums.Stats[i].Calls
		}
	}
	return worth
}

// of makes a finding of one of package lint.
func (r *Recording) of(l *lint.Finding) Finding {
	f := Finding{
		Rule: string(l.Rule), Wrong: l.Wrong, Times: l.Count, Calls: l.Count, Names: l.Names, Table: l.Table,
		Before: l.Before, After: l.After, Lost: l.Lost, Tried: l.Tried > 0, Form: l.Form,
	}
	for _, id := range l.Records {
		if p := r.recent[id%recently]; p.record == id {
			f.note(p.shape, p.n)
		}
	}
	return f
}
