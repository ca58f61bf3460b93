package engine

import (
	"bytes"
	"context"
	"errors"
	"time"

	"rowkey/engine/client"
	"rowkey/engine/jsontext"
	"rowkey/engine/message"
	"rowkey/engine/store"
)

// snapshotMagic begins a snapshot; a line of JSON and the store follow.
const snapshotMagic = "rowkey-1\n"

// InputError is an error of the caller: what was given cannot be used. It says why.
type InputError message.Text

// Error returns why.
func (e InputError) Error() string { return message.Text(e).String() }

// noSnapshot is the error of data that is not a snapshot.
func noSnapshot(err error) error {
	return InputError(message.New("not-a-snapshot-because", err.Error()))
}

// Snapshot returns the state of the sandbox: data, time, random numbers, and the map of the cluster.
// Errors: those of the store, and that of ctx.
func (e *Engine) Snapshot(ctx context.Context) ([]byte, error) {
	defer e.gate.share()()
	m := e.sources.moment(e.o.Seed)
	if cl := e.cluster.Load(); cl != nil {
		m.Cluster = cl.Save()
	}
	b := bytes.NewBuffer(headOf(m))
	err := e.db.Save(whileWanted{ctx, b})
	return b.Bytes(), err
}

// headOf returns what a snapshot begins with.
func headOf(m moment) []byte { return append(jsontext.Append([]byte(snapshotMagic), m), '\n') }

// whileWanted is a buffer that takes nothing more when its context ends.
type whileWanted struct {
	ctx context.Context
	*bytes.Buffer
}

// Write writes to the buffer. Errors: that of the context.
func (w whileWanted) Write(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Buffer.Write(b)
}

// Restore goes back to a snapshot. Runs and ledger are dropped: they belong to another state. Nothing
// changes before all of the snapshot is known to fit. Errors: [InputError] for anything that is not a
// snapshot or does not fit, those of the store.
func (e *Engine) Restore(ctx context.Context, snapshot []byte) error {
	defer e.gate.seize()()
	m, data, err := readSnapshot(snapshot)
	if err != nil {
		return err
	}
	cl := e.cluster.Load()
	if cl != nil {
		if err := cl.Check(m.Cluster); err != nil {
			return InputError(message.New("snapshot-of-other-cluster", err.Error()))
		}
	}
	err = e.db.Load(ctx, bytes.NewReader(data), e.check)
	switch {
	case err != nil && errors.Is(err, ctx.Err()):
		return err
	case err != nil:
		return noSnapshot(err)
	}
	e.forget(m)
	if cl == nil {
		return nil
	}
	if err := cl.Load(m.Cluster); err != nil {
		return err
	}
	return e.cluster.learn(context.WithoutCancel(ctx), cl) // the state has been replaced
}

// readSnapshot returns what a snapshot says, and the store that follows.
func readSnapshot(snapshot []byte) (m moment, data []byte, err error) {
	rest, ok := bytes.CutPrefix(snapshot, []byte(snapshotMagic))
	end := bytes.IndexByte(rest, '\n')
	if !ok || end < 0 {
		return m, nil, InputError(message.New("not-a-snapshot"))
	}
	o, err := jsontext.ReadObject(string(rest[:end]))
	if err != nil {
		return m, nil, noSnapshot(err)
	}
	m = moment{o.Int("now"), o.Int("ahead"), o.Uint("seed"), o.Uint("random"), o.Uint("ids"), o.Strings("cluster")}
	if err := o.Err(); err != nil {
		return m, nil, noSnapshot(err)
	}
	return m, rest[end+1:], nil
}

// forget sets the clock and the sources of numbers to a moment, and drops what was before.
func (e *Engine) forget(m moment) {
	e.o.Seed = m.Seed
	e.sources.set(m)
	e.began.Store(nil)
	e.sessions.clear()
	e.ledger.Reset()
	e.trail.Reset()
	e.past.begin(e.past.remembering())
	e.writes.Add(1)
}

// Reset empties the sandbox and begins again with a seed, at a time. The zero time is the epoch, or the
// real time if the clock follows it. Errors: those of the store and of setting up a cluster.
func (e *Engine) Reset(ctx context.Context, seed uint64, now time.Time, s Settings) error {
	defer e.gate.seize()()
	var ahead time.Duration
	if now.IsZero() {
		now = client.Epoch
	} else {
		ahead = now.Sub(e.clock.Now()) + e.clock.Ahead()
	}
	if err := empty(e.db); err != nil {
		return err
	}
	e.setOptions(s.Table)
	e.api.SetGuard(e.o.guard(s.Signatures))
	e.forget(moment{Now: now.UnixNano(), Ahead: int64(ahead), Seed: seed, Random: seed, IDs: ^seed})
	e.cluster.Store(nil)
	return e.cluster.set(ctx, s.Cluster)
}

// empty loads the snapshot of a store that holds nothing: that costs less than to delete each key.
func empty(db *store.DB) error {
	blank, err := store.Open(store.Memory)
	if err != nil {
		return err
	}
	defer blank.Close()
	var b bytes.Buffer
	if err := blank.Save(&b); err != nil {
		return err
	}
	return db.Load(context.Background(), &b, nil)
}

// Advance moves the clock.
func (e *Engine) Advance(d time.Duration) {
	defer e.gate.share()()
	e.clock.Advance(d)
}
