package engine

import (
	"context"
	"errors"
	"sync"

	"rowkey/engine/explain"
	"rowkey/engine/message"
	"rowkey/engine/store"
)

// Moment is the state after a request that has written something.
type Moment struct {
	From     int    `json:"from"`   // the place before it
	At       int    `json:"at"`     // its place in the history
	Record   int    `json:"record"` // number in the ledger, 0 for a request that is not there
	Op       string `json:"op"`
	Table    string `json:"table"`
	Inserted int    `json:"inserted"` // entities
	Changed  int    `json:"changed"`
	Deleted  int    `json:"deleted"`
}

// History is how the data has changed since the last reset.
type History struct {
	Base    int      `json:"base"` // the first place that [Engine.GoTo] can restore
	At      int      `json:"at"`   // the place of the data now
	Moments []Moment `json:"moments"`
}

// past is the moments of the history, oldest first. Package store knows the states.
type past struct {
	db *store.DB

	mu      sync.Mutex // guards the fields below
	on      bool
	last    int // place after the last request
	moments []written
}

// written is a moment whose record may get its number later.
type written struct {
	Moment
	rec *explain.Record
}

// Remember begins a history with the data as it is. Errors: those of the store.
func (e *Engine) Remember() error {
	defer e.gate.seize()()
	if err := e.db.Remember(); err != nil {
		return err
	}
	e.past.begin(true)
	return nil
}

// begin forgets what was before.
func (p *past) begin(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.on, p.last, p.moments = on, 0, nil
}

// remembering reports whether there is a history.
func (p *past) remembering() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.on
}

// note takes note of a request, if it has written.
func (p *past) note(rec *explain.Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.on {
		return
	}
	if places, ok, err := p.db.Places(); err == nil && ok && places.At != p.last {
		p.cut()
		p.moments = append(p.moments, momentOf(p.last, places.At, rec))
		p.last = places.At
	}
}

// cut drops the moments that follow: another write has taken their place.
func (p *past) cut() {
	n := len(p.moments)
	for n > 0 && p.moments[n-1].At > p.last {
		n--
	}
	p.moments = p.moments[:n]
}

// follow counts what a sweep has removed to the last moment: no request did it.
func (p *past) follow() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.on {
		return
	}
	if places, ok, err := p.db.Places(); err == nil && ok && places.At != p.last {
		if n := len(p.moments); n > 0 && p.moments[n-1].At == p.last {
			p.moments[n-1].At = places.At
		}
		p.last = places.At
	}
}

func momentOf(from, at int, rec *explain.Record) written {
	w := written{Moment: Moment{From: from, At: at}, rec: rec}
	if rec == nil {
		return w
	}
	w.Op, w.Table = rec.Op, rec.Table
	for i := range rec.Changes {
		switch rec.Changes[i].Kind {
		case "insert":
			w.Inserted++
		case "replace", "merge":
			w.Changed++
		case "delete":
			w.Deleted++
		}
	}
	return w
}

// History returns the moments after a place. Errors: those of the store.
func (e *Engine) History(after int) (History, error) {
	defer e.gate.seize()()
	out := History{Moments: []Moment{}}
	places, _, err := e.db.Places()
	if err != nil {
		return out, err
	}
	out.Base, out.At = places.Base, places.At
	e.past.mu.Lock()
	defer e.past.mu.Unlock()
	for i := range e.past.moments {
		w := &e.past.moments[i]
		if w.rec != nil { // by now it has its number
			w.Record, w.rec = w.rec.ID, nil
		}
		if w.At > max(after, places.Base) {
			out.Moments = append(out.Moments, w.Moment)
		}
	}
	return out, nil
}

// GoTo restores the data of a place of the history; time and random numbers go on. Errors: [InputError] for a place
// that is not kept, those of the store.
func (e *Engine) GoTo(ctx context.Context, at int) error {
	defer e.gate.seize()()
	if err := e.db.Go(ctx, at); errors.Is(err, store.ErrForgotten) {
		return InputError(message.New("moment-not-kept"))
	} else if err != nil {
		return err
	}
	e.past.mu.Lock()
	e.past.last = at
	e.past.mu.Unlock()
	e.writes.Add(1)
	if cl := e.cluster.Load(); cl != nil {
		return e.cluster.learn(context.WithoutCancel(ctx), cl)
	}
	return nil
}
