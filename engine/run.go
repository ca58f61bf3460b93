package engine

import (
	"context"
	"errors"
	"io"

	"rowkey/engine/client"
	"rowkey/engine/script"
	"rowkey/engine/trail"
)

// maxHidden is how many exchanges of a setup one call of Next runs before it returns, so that a page can
// show that something happens.
const maxHidden = 1000

// Start begins a run of some blocks of a script, all of them without any, and returns its number. before is
// the run that it goes on from, nil for none; scripts of @setup that are named in setups have filled the store already.
func (e *Engine) Start(s *script.Script, blocks []int, before *client.Session, setups ...string) (id string) {
	defer e.gate.share()()
	o := e.clientOptions()
	o.Blocks, o.Continue, o.Setups, o.Meter = blocks, before, setups, e.ledger.Add
	number := e.sessions.count() + 1
	o.Log = func(r *trail.Request) {
		r.Run = number
		e.trail.Add(r)
	}
	var run *client.Session
	o.Began = func() { e.markBeginning(run) }
	run = client.Start(s, service{e}, o)
	return e.sessions.add(run)
}

// Run returns the run with a number, nil if it is not kept.
func (e *Engine) Run(id string) *client.Session { return e.sessions.get(id) }

// Next runs steps until most of them are to be shown, and returns those. What sets up is shown only if it
// goes wrong. Errors: those of [client.Session.Next] but the end of the script.
func (e *Engine) Next(ctx context.Context, run *client.Session, most int) ([]*client.Exchange, error) {
	defer e.gate.share()()
	var shown []*client.Exchange
	for hidden := 0; len(shown) < most && hidden < maxHidden; {
		x, err := run.Next(ctx)
		switch {
		case errors.Is(err, io.EOF):
			return shown, nil
		case err != nil:
			return nil, err
		case x.Hidden && !x.Stopped:
			hidden++
		default:
			shown = append(shown, x)
		}
	}
	return shown, nil
}

// Judge runs a check script on the live tables and undoes whatever it did: rows, time, numbers. learner
// is the run that is judged, nil for none. Errors: those of [client.Judge].
func (e *Engine) Judge(ctx context.Context, check *script.Script, learner *client.Session) (client.Verdict, error) {
	defer e.gate.seize()()
	o := e.clientOptions()
	o.Learner, o.Sandbox = learner, sandbox{e, learner}
	var verdict client.Verdict
	err := e.trial(func() (err error) {
		verdict, err = client.Judge(ctx, check, service{e}, o)
		return err
	})
	return verdict, err
}

// Peek returns a text with the values of its references after a run, which may be nil; see [client.Peek].
func (e *Engine) Peek(s *script.Script, t script.Template, run *client.Session) (string, *client.Problem) {
	defer e.gate.share()()
	return client.Peek(s, t, run, e.clientOptions())
}

// clientOptions gives scripts the key of the account if a page wants signatures checked. What the
// sandbox was opened with stays secret.
func (e *Engine) clientOptions() client.Options {
	o := client.Options{
		Now: e.clock.Now, Advance: e.clock.Advance, Random: e.random,
		Cluster: e.cluster.Load, Elapse: e.cluster.Load() != nil,
	}
	if e.o.Accounts == nil {
		o.Accounts = e.api.Guard().Accounts
	}
	return o
}

// trial calls fn and leaves no trace of it. The caller holds the gate alone.
func (e *Engine) trial(fn func() error) error {
	from, writes := e.position(), e.writes.Load()
	if c := e.cluster.Load(); c != nil {
		e.cluster.Store(c.Quiet())
		defer e.cluster.Store(c)
	}
	defer func() {
		e.goTo(from)
		e.writes.Store(writes)
	}()
	return e.db.Trial(fn)
}
