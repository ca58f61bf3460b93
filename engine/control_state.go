package engine

import (
	"bytes"
	"context"
	"errors"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/client"
	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/rest"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// snapshotMagic begins a snapshot; a line of JSON and the store follow.
const snapshotMagic = "rowkey-1\n"

// moment is what a snapshot holds beside the store.
type moment struct {
	Now    int64  `json:"now"`   // nanoseconds since 1970, for a clock that stands still
	Ahead  int64  `json:"ahead"` // nanoseconds, for a clock that follows the real time
	Seed   uint64 `json:"seed"`
	Random uint64 `json:"random"`
	IDs    uint64 `json:"ids"`

	Cluster []string `json:"cluster"` // none without the option
}

func (c *call) snapshot() (any, error) {
	m := c.e.moment()
	if cl := c.e.cluster.Load(); cl != nil {
		m.Cluster = cl.Save()
	}
	b := bytes.NewBuffer(append(jsontext.Append([]byte(snapshotMagic), m), '\n'))
	err := c.e.db.Save(whileWanted{c.ctx, b})
	return raw(b.Bytes()), err
}

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

// restore goes back to a snapshot. Runs and ledger are forgotten: they speak of another state. Nothing
// changes before all of the snapshot is known to fit.
func (c *call) restore() (any, error) {
	rest, ok := bytes.CutPrefix(c.body, []byte(snapshotMagic))
	line, data, found := bytes.Cut(rest, []byte("\n"))
	if !ok || !found {
		return nil, refuse(400, "this is not a snapshot")
	}
	o, err := jsontext.ReadObject(string(line))
	if err != nil {
		return nil, refuse(400, "this is not a snapshot: %v", err)
	}
	m := moment{o.Int("now"), o.Int("ahead"), o.Uint("seed"), o.Uint("random"), o.Uint("ids"), o.Strings("cluster")}
	if err := o.Err(); err != nil {
		return nil, refuse(400, "this is not a snapshot: %v", err)
	}
	cl := c.e.cluster.Load()
	if cl != nil {
		if err := cl.Check(m.Cluster); err != nil {
			return nil, refuse(400, "the snapshot does not fit the cluster: %v", err)
		}
	}
	err = c.e.db.Load(c.ctx, bytes.NewReader(data), c.e.check)
	switch {
	case err != nil && errors.Is(err, c.ctx.Err()):
		return nil, err
	case err != nil:
		return nil, refuse(400, "this is not a snapshot: %v", err)
	}
	c.e.forget(m)
	if cl == nil {
		return struct{}{}, nil
	}
	if err := cl.Load(m.Cluster); err != nil {
		return nil, err
	}
	return struct{}{}, c.e.learn(context.WithoutCancel(c.ctx), cl) // the state has been replaced
}

// check returns an error if a value of a snapshot could not be read.
func (e *Engine) check(key, value string) error {
	return errors.Join(e.tables.Check(key, value), e.queues.Check(key, value), e.blobs.Check(key, value))
}

// setOptions changes the options of tables. The delay is that of queues and containers, too.
func (e *Engine) setOptions(o table.Options) {
	e.tables.SetOptions(o)
	e.queues.SetDeleteDelay(o.DeleteDelay)
	e.blobs.SetDeleteDelay(o.DeleteDelay)
}

// moment returns where clock and sources of numbers stand.
func (e *Engine) moment() moment {
	return moment{
		Now: e.clock.Now().UnixNano(), Ahead: int64(e.clock.Ahead()),
		Seed: e.o.Seed, Random: e.random.State(), IDs: e.ids.State(),
	}
}

// forget puts the clock and the sources of numbers to a moment, and drops what was before.
func (e *Engine) forget(m moment) {
	e.o.Seed = m.Seed
	e.clock.Set(time.Unix(0, m.Now))
	e.clock.SetAhead(time.Duration(m.Ahead))
	e.random.Reset(m.Random)
	e.ids.Reset(m.IDs)
	e.began.Store(nil)
	e.sessions.clear()
	e.ledger.Reset()
	e.writes.Add(1)
}

// The largest numbers of the options of tables.
const (
	maxPageReads   = 1_000_000_000   // entities
	maxDeleteDelay = 366 * 24 * 3600 // seconds
)

// upTo reads a whole number from 0 to most.
func upTo(o *jsontext.Object, name string, most uint64) (uint64, error) {
	n := o.Uint(name)
	if err := o.Err(); err != nil {
		return 0, unreadable(err)
	}
	if n > most {
		return 0, refuse(400, "%s is at most %d, not %d", name, most, n)
	}
	return n, nil
}

// tableOptions reads the options that a page can change; what is absent stays as it is.
func tableOptions(o *jsontext.Object, to table.Options) (table.Options, error) {
	if o.Has("partitionBoundary") {
		to.PartitionBoundary = o.Bool("partitionBoundary")
	}
	if o.Has("pageReads") {
		n, err := upTo(o, "pageReads", maxPageReads)
		if err != nil {
			return to, err
		}
		to.PageReads = int(n)
	}
	if o.Has("deleteDelay") { // in seconds
		n, err := upTo(o, "deleteDelay", maxDeleteDelay)
		if err != nil {
			return to, err
		}
		to.DeleteDelay = time.Duration(n) * time.Second
	}
	if o.Has("unordered") {
		to.Unordered = o.Bool("unordered")
	}
	if err := o.Err(); err != nil {
		return to, unreadable(err)
	}
	return to, nil
}

// guard returns whom the sandbox answers once a page has said whether it wants signatures checked.
// Then every request has to be signed, with the key of the account or with a token; scripts sign for
// those of their lanes that hold the key. A page cannot weaken what the sandbox was opened with.
func (e *Engine) guard(signatures bool) rest.Guard {
	if signatures && e.o.Accounts == nil {
		return rest.Guard{Accounts: auth.Development()}
	}
	return rest.Guard{Accounts: e.o.Accounts, Trusting: e.o.Trusting}
}

// reset empties the sandbox. Options that are not given are those it was opened with.
func (c *call) reset() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	m, err := c.e.momentOf(in)
	if err != nil {
		return nil, err
	}
	given := in.Object("options")
	signatures := given.Bool("signatures")
	options, err := tableOptions(given, c.e.o.Table)
	if err != nil {
		return nil, err
	}
	nodes, err := clusterOptions(given, nil)
	if err != nil {
		return nil, err
	}
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	if err := c.e.empty(); err != nil {
		return nil, err
	}
	c.e.setOptions(options)
	c.e.api.SetGuard(c.e.guard(signatures))
	c.e.forget(m)
	c.e.cluster.Store(nil)
	return struct{}{}, c.e.setCluster(c.ctx, nodes)
}

// momentOf reads where a reset begins: by default with seed 1 at the epoch, or in the real time if the
// clock follows it.
func (e *Engine) momentOf(o *jsontext.Object) (moment, error) {
	seed, now, ahead := uint64(1), client.Epoch, time.Duration(0)
	if o.Has("seed") {
		seed = o.Uint("seed")
	}
	if o.Has("now") {
		v, err := edm.ParseDateTime(o.Text("now"))
		if err != nil {
			return moment{}, refuse(400, "now: %v", err)
		}
		if now = v.Time(); now.Before(time.Unix(0, 0)) || now.After(clock.End) {
			return moment{}, refuse(400, "now: it has to be between 1970 and %d", clock.End.Year())
		}
		ahead = now.Sub(e.clock.Now()) + e.clock.Ahead()
	}
	return moment{Now: now.UnixNano(), Ahead: int64(ahead), Seed: seed, Random: seed, IDs: ^seed}, nil
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

func (c *call) options() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	signatures := in.Bool("signatures")
	options, err := tableOptions(in, c.e.tables.Options())
	if err != nil {
		return nil, err
	}
	nodes, err := clusterOptions(in, c.e.cluster.Load())
	if err != nil {
		return nil, err
	}
	c.e.setOptions(options)
	if err := c.e.setCluster(c.ctx, nodes); err != nil {
		return nil, err
	}
	if in.Has("signatures") {
		c.e.api.SetGuard(c.e.guard(signatures))
	}
	return struct{}{}, nil
}

// maxAdvance is how far one request moves the clock, in milliseconds: a century.
const maxAdvance = 100 * 365 * 86_400_000

// Time is the answer to /-/clock.
type Time struct {
	Now string `json:"now"` // ISO 8601, UTC
}

func (c *call) clock() (any, error) {
	return Time{string(edm.AppendTime(nil, c.e.clock.Now()))}, nil
}

func (c *call) advance() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	ms, err := upTo(in, "advance", maxAdvance) // time does not run backwards
	if err != nil {
		return nil, err
	}
	c.e.clock.Advance(time.Duration(ms) * time.Millisecond)
	return c.clock()
}

// Version is the answer to GET /-/version.
type Version struct {
	Version string `json:"version"`
}

func (c *call) version() (any, error) { return Version{c.e.o.Version}, nil }
