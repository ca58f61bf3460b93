package engine

import (
	"bytes"
	"time"

	"rowkey/engine/jsontext"
	"rowkey/engine/script"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// snapshotMagic begins a snapshot; a line of JSON and the store follow.
const snapshotMagic = "rowkey-1\n"

// moment is what a snapshot holds beside the store.
type moment struct {
	Now    int64  `json:"now"` // nanoseconds since 1970
	Seed   uint64 `json:"seed"`
	Random uint64 `json:"random"`
	IDs    uint64 `json:"ids"`
}

func (c *call) snapshot() (any, error) {
	m := moment{c.e.clock.Now().UnixNano(), c.e.o.Seed, c.e.random.State(), c.e.ids.State()}
	b := bytes.NewBuffer(append(jsontext.Append([]byte(snapshotMagic), m), '\n'))
	err := c.e.db.Save(b)
	return raw(b.Bytes()), err
}

// restore goes back to a snapshot. Runs and ledger are forgotten: they speak of another state.
func (c *call) restore() (any, error) {
	rest, ok := bytes.CutPrefix(c.body, []byte(snapshotMagic))
	line, data, found := bytes.Cut(rest, []byte("\n"))
	var m moment
	if !ok || !found || jsontext.Decode(string(line), &m) != nil {
		return nil, refuse(400, "this is not a snapshot")
	}
	if err := c.e.db.Load(bytes.NewReader(data)); err != nil {
		return nil, refuse(400, "this is not a snapshot: %v", err)
	}
	c.e.forget(m)
	return struct{}{}, nil
}

// forget puts the clock and the sources of numbers to a moment, and drops what was before.
func (e *Engine) forget(m moment) {
	e.o.Seed = m.Seed
	e.clock.Set(time.Unix(0, m.Now))
	e.random.Reset(m.Random)
	e.ids.Reset(m.IDs)
	e.sessions.clear()
	e.ledger.Reset()
	e.writes.Add(1)
}

// tableOptions are the options that a page can change; what is absent stays as it is.
type tableOptions struct {
	PartitionBoundary *bool `json:"partitionBoundary"`
	PageReads         *int  `json:"pageReads"`
}

func (o tableOptions) apply(to table.Options) table.Options {
	if o.PartitionBoundary != nil {
		to.PartitionBoundary = *o.PartitionBoundary
	}
	if o.PageReads != nil {
		to.PageReads = *o.PageReads
	}
	return to
}

// reset empties the sandbox. Options that are not given are those it was opened with.
func (c *call) reset() (any, error) {
	in := struct {
		Seed    uint64       `json:"seed"`
		Now     string       `json:"now"`
		Options tableOptions `json:"options"`
	}{Seed: 1, Now: script.Epoch.Format(time.RFC3339)}
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	now, err := time.Parse(time.RFC3339, in.Now)
	if err != nil {
		return nil, refuse(400, "now has to look like %s, not %q", script.Epoch.Format(time.RFC3339), in.Now)
	}
	if err := c.e.empty(); err != nil {
		return nil, err
	}
	c.e.tables.SetOptions(in.Options.apply(c.e.o.Table))
	c.e.forget(moment{now.UnixNano(), in.Seed, in.Seed, ^in.Seed})
	return struct{}{}, nil
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
	return e.db.Load(&b)
}

func (c *call) options() (any, error) {
	var in tableOptions
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	if in.PageReads != nil && *in.PageReads < 0 {
		return nil, refuse(400, "pageReads has to be a number from 0 on")
	}
	c.e.tables.SetOptions(in.apply(c.e.tables.Options()))
	return struct{}{}, nil
}

// Time is the answer to /-/clock.
type Time struct {
	Now string `json:"now"` // as RFC 3339 writes it
}

func (c *call) clock() (any, error) { return Time{c.e.clock.Now().Format(time.RFC3339Nano)}, nil }

func (c *call) advance() (any, error) {
	var in struct {
		Advance int64 `json:"advance"` // milliseconds
	}
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	if in.Advance < 0 {
		return nil, refuse(400, "time does not run backwards: advance has to be a number from 0 on")
	}
	c.e.clock.Advance(time.Duration(in.Advance) * time.Millisecond)
	return c.clock()
}

func (c *call) version() (any, error) { return map[string]string{"version": c.e.o.Version}, nil }
