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

// moment is what a snapshot holds beside the store.
type moment struct {
	Now    int64  `json:"now"`   // nanoseconds since 1970, for a clock that stands still
	Ahead  int64  `json:"ahead"` // nanoseconds, for a clock that follows the real time
	Seed   uint64 `json:"seed"`
	Random uint64 `json:"random"`
	IDs    uint64 `json:"ids"`

	Cluster []string `json:"cluster"` // none without the option
}

// Snapshot returns the state of the sandbox: data, time, random numbers, and the map of the cluster.
// Errors: those of the store, and that of ctx.
func (e *Engine) Snapshot(ctx context.Context) ([]byte, error) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	m := e.moment()
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
	e.gate.Lock()
	defer e.gate.Unlock()
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
	return e.learn(context.WithoutCancel(ctx), cl) // the state has been replaced
}

// check returns an error if a value of a snapshot could not be read.
func (e *Engine) check(key, value string) error {
	return errors.Join(e.tables.Check(key, value), e.queues.Check(key, value), e.blobs.Check(key, value))
}

// readSnapshot returns what a snapshot says, and the store that follows.
func readSnapshot(snapshot []byte) (m moment, data []byte, err error) {
	rest, ok := bytes.CutPrefix(snapshot, []byte(snapshotMagic))
	line, data, found := bytes.Cut(rest, []byte("\n"))
	if !ok || !found {
		return m, nil, InputError(message.New("not-a-snapshot"))
	}
	o, err := jsontext.ReadObject(string(line))
	if err != nil {
		return m, nil, noSnapshot(err)
	}
	m = moment{o.Int("now"), o.Int("ahead"), o.Uint("seed"), o.Uint("random"), o.Uint("ids"), o.Strings("cluster")}
	if err := o.Err(); err != nil {
		return m, nil, noSnapshot(err)
	}
	return m, data, nil
}

// moment returns the state of the clock and of the sources of numbers.
func (e *Engine) moment() moment {
	return moment{
		Now: e.clock.Now().UnixNano(), Ahead: int64(e.clock.Ahead()),
		Seed: e.o.Seed, Random: e.random.State(), IDs: e.ids.State(),
	}
}

// forget sets the clock and the sources of numbers to a moment, and drops what was before.
func (e *Engine) forget(m moment) {
	e.o.Seed = m.Seed
	e.clock.Set(time.Unix(0, m.Now))
	e.clock.SetAhead(time.Duration(m.Ahead))
	e.random.Reset(m.Random)
	e.ids.Reset(m.IDs)
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
	e.gate.Lock()
	defer e.gate.Unlock()
	var ahead time.Duration
	if now.IsZero() {
		now = client.Epoch
	} else {
		ahead = now.Sub(e.clock.Now()) + e.clock.Ahead()
	}
	if err := e.empty(); err != nil {
		return err
	}
	e.setOptions(s.Table)
	e.api.SetGuard(e.guard(s.Signatures))
	e.forget(moment{Now: now.UnixNano(), Ahead: int64(ahead), Seed: seed, Random: seed, IDs: ^seed})
	e.cluster.Store(nil)
	return e.setCluster(ctx, s.Cluster)
}

// empty loads the snapshot of a store that holds nothing: that costs less than to delete each key.
func (e *Engine) empty() error {
	blank, err := store.Open(store.Memory)
	if err != nil {
		return err
	}
	defer blank.Close()
	var b bytes.Buffer
	if err := blank.Save(&b); err != nil {
		return err
	}
	return e.db.Load(context.Background(), &b, nil)
}

// Advance moves the clock.
func (e *Engine) Advance(d time.Duration) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	e.clock.Advance(d)
}
