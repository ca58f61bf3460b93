//go:build !js || watch

package control

import (
	"sync"
	"sync/atomic"
	"time"

	"rowkey/engine"
	"rowkey/engine/explain"
	"rowkey/engine/lint"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
	"rowkey/engine/watch"
)

// WatchRequest is the body of POST /-/watch. What is absent stays as it is.
type WatchRequest struct {
	Record  *bool `json:"record,omitempty"`  // requests are recorded from now on, or not
	Clear   bool  `json:"clear,omitempty"`   // what was recorded is forgotten first, and so are the requests so far
	Counted bool  `json:"counted,omitempty"` // from then on tables whose names differ in the number at their end are one
	Examine bool  `json:"examine,omitempty"` // cheaper forms of new requests are run on a copy
	Over    bool  `json:"over,omitempty"`    // nothing comes that belongs to what was recorded
}

// Watched is the answer to /-/watch: what programs did to their tables.
type Watched struct {
	Recording bool             `json:"recording"`
	Elapsed   int              `json:"elapsed"` // milliseconds that were recorded
	Calls     int              `json:"calls"`   // requests
	Sums      explain.Counts   `json:"sums"`
	Other     int              `json:"other"` // requests of shapes for which there was no room
	Shapes    []WatchedShape   `json:"shapes"`
	Findings  []WatchedFinding `json:"findings"` // what loses changes first, then what costs most
}

// WatchedShape is what all requests of one shape did.
type WatchedShape struct {
	Table string `json:"table"` // in its own letters
	Does  string `json:"does"`
	Text  string `json:"text"`  // keys, properties, condition
	Class string `json:"class"` // of a read of entities, "" of anything else
	Write bool   `json:"write"`
	explain.Counts
	Calls     int            `json:"calls"`
	Refused   int            `json:"refused"`
	Busy      int            `json:"busy"`      // 503, one of those that were refused
	Failed    int            `json:"failed"`    // 412
	Conflicts int            `json:"conflicts"` // 409
	Missing   int            `json:"missing"`   // 404
	MostRead  int            `json:"mostRead"`  // entities, by one request
	MostOps   int            `json:"mostOps"`   // operations of one transaction
	Together  int            `json:"together"`  // most requests of one unit of work
	First     int            `json:"first"`     // milliseconds since the sandbox was opened
	Last      int            `json:"last"`
	Agents    []string       `json:"agents"`
	Samples   []shape.Sample `json:"samples"`
}

// WatchedFinding is what one rule says of the requests of one shape, or of some that belong together.
type WatchedFinding struct {
	Rule   string      `json:"rule"`
	Wrong  bool        `json:"wrong"` // it loses changes
	Table  string      `json:"table"`
	Shapes []int       `json:"shapes"` // places in the list of shapes: that of the requests it is about first
	Times  int         `json:"times"`  // units of work that show it
	Calls  int         `json:"calls"`  // requests that it is about
	Most   int         `json:"most"`   // of them in one unit of work
	Names  []string    `json:"names"`  // what the words of the rule name
	Before lint.Cost   `json:"before"` // of the requests as they were sent
	After  lint.Cost   `json:"after"`  // of the cheaper form
	Lost   int         `json:"lost"`   // changes
	Tried  bool        `json:"tried"`  // the cheaper form was run on a copy; otherwise its cost is calculated
	Form   []lint.Step `json:"form"`   // what to send in place of one of the requests
}

// watching is what the page Watch works on: programs of this sandbox, and a log. The zero value records nothing.
type watching struct {
	watcher watcher
	log     guarded[*logReader]
}

// follow has the requests to a sandbox recorded, after its owner has seen them.
func (w *watching) follow(o *engine.Options) {
	owner := o.Watch
	o.Watch = func(q *trail.Request) {
		if owner != nil {
			owner(q)
		}
		w.watcher.seen(q)
	}
}

// watchRoutes are the requests of the page Watch. In browsers only the engine that it loads has them.
var watchRoutes = []route{
	on("GET watch", watched),
	on("POST watch", record),
	on("PUT watchlog", beginLog),
	on("POST watchlog", addToLog),
}

// watcher records what programs do to their tables. The zero value records nothing.
type watcher struct {
	on  atomic.Bool
	rec atomic.Pointer[watch.Recording] // nil before the first

	mu      sync.Mutex // guards the fields below; requests don't need it
	since   time.Time  // of what is being recorded
	elapsed time.Duration
}

// seen takes a request that was answered.
func (w *watcher) seen(q *trail.Request) {
	if w.on.Load() {
		w.rec.Load().Add(q)
	}
}

// watched answers with what is known so far.
func watched(c *call, _ *None) (*Watched, error) {
	w := &c.watcher
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.answer(c, (*watch.Recording).Known), nil
}

// record begins or ends a recording, and answers with what is known then.
func record(c *call, in *WatchRequest) (*Watched, error) {
	w := &c.watcher
	w.mu.Lock()
	defer w.mu.Unlock()
	now := c.e.Clock().Now()
	if in.Clear || w.rec.Load() == nil {
		c.e.Advisor().Forget()
		w.rec.Store(watch.New(shape.Options{Counted: in.Counted}))
		w.since, w.elapsed = now, 0
	}
	if in.Record != nil && *in.Record != w.on.Load() {
		w.turn(*in.Record, now)
	}
	rec := w.rec.Load()
	if in.Examine && rec.Worth() {
		report, err := c.e.Advisor().Findings(c.ctx, "")
		if err != nil {
			return nil, err
		}
		rec.Adopt(report)
	}
	if w.on.Load() && !in.Over {
		return w.answer(c, (*watch.Recording).Known), nil
	}
	return w.answer(c, (*watch.Recording).Findings), nil // nothing follows that could belong to an open unit of work
}

// turn starts or stops.
func (w *watcher) turn(on bool, now time.Time) {
	if !on {
		w.elapsed += now.Sub(w.since)
	}
	w.since = now
	w.on.Store(on)
}

func (w *watcher) answer(c *call, findings func(*watch.Recording) []watch.Finding) *Watched {
	rec := w.rec.Load()
	if rec == nil {
		return &Watched{}
	}
	elapsed := w.elapsed
	if w.on.Load() {
		elapsed += c.e.Clock().Now().Sub(w.since)
	}
	found := findings(rec) // before the sums: it ends units of work
	out := watchedOf(rec.Sums(), found)
	out.Recording, out.Elapsed = w.on.Load(), int(elapsed/time.Millisecond)
	return out
}

// watchedOf writes sums and findings as pages take them.
func watchedOf(sums shape.Sums, found []watch.Finding) *Watched {
	out := &Watched{Calls: sums.Calls, Sums: sums.All, Other: sums.Other.Calls}
	places := make(map[shape.Shape]int, len(sums.Stats))
	for i := range sums.Stats {
		s := &sums.Stats[i]
		places[s.Shape] = i
		out.Shapes = append(out.Shapes, WatchedShape{
			Table: s.Name, Does: s.Does, Text: s.Text, Class: s.Class.String(), Write: s.ClassText() == shape.Write,
			Counts: s.Counts, Calls: s.Calls, Refused: s.Refused, Busy: s.Busy, Failed: s.Failed, Conflicts: s.Conflicts,
			Missing: s.Missing, MostRead: s.MostRead, MostOps: s.MostOps, Together: s.MostTogether, First: s.First,
			Last: s.Last, Agents: s.Agents, Samples: s.Samples(),
		})
	}
	for i := range found {
		f := &found[i]
		w := WatchedFinding{
			Rule: f.Rule, Wrong: f.Wrong, Table: f.Table, Times: f.Times, Calls: f.Calls, Most: f.Most, Names: f.Names,
			Before: f.Before, After: f.After, Lost: f.Lost, Tried: f.Tried, Form: f.Form,
		}
		for _, s := range f.Shapes {
			if at, ok := places[s]; ok {
				w.Shapes = append(w.Shapes, at)
			}
		}
		out.Findings = append(out.Findings, w)
	}
	return out
}
