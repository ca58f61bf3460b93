package control

import (
	"strconv"
	"time"

	"rowkey/engine"
	"rowkey/engine/clock"
	"rowkey/engine/cluster"
	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/table"
)

func (c *call) snapshot() (any, error) {
	b, err := c.e.Snapshot(c.ctx)
	return raw(b), err
}

func (c *call) restore() (any, error) { return struct{}{}, c.e.Restore(c.ctx, c.body) }

// The largest numbers of the options of tables.
const (
	maxPageReads   = 1_000_000_000   // entities
	maxDeleteDelay = 366 * 24 * 3600 // seconds
)

// upTo reads an integer from 0 to most.
func upTo(o *jsontext.Object, name string, most uint64) (uint64, error) {
	n := o.Uint(name)
	if err := o.Err(); err != nil {
		return 0, unreadable(err)
	}
	if n > most {
		return 0, refuse(400, "control-at-most", name, strconv.FormatUint(most, 10), strconv.FormatUint(n, 10))
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

// clusterOptions reads the option "cluster"; what is absent stays as it is in force, which is nil if there is no
// cluster. The option "single" takes a cluster away.
func clusterOptions(in *jsontext.Object, now *cluster.Options) (*cluster.Options, error) {
	if in.Bool("single") {
		return nil, nil
	}
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	if !in.Has("cluster") {
		return now, nil
	}
	var o cluster.Options
	if now != nil {
		o = *now
	}
	given := in.Object("cluster")
	for _, n := range [...]struct {
		name string
		to   *int
	}{{"nodes", &o.Nodes}, {"target", &o.Target}, {"account", &o.Account}, {"capacity", &o.Capacity}} {
		if given.Has(n.name) {
			*n.to = int(min(given.Uint(n.name), cluster.MaxTarget))
		}
	}
	if given.Has("warm") {
		o.Cold = !given.Bool("warm")
	}
	if err := given.Err(); err != nil {
		return nil, unreadable(err)
	}
	return &o, nil
}

// readSettings reads the options that a page can change; what is absent stays as it is.
func readSettings(in *jsontext.Object, s *engine.Settings) (err error) {
	if in.Has("signatures") {
		s.Signatures = in.Bool("signatures")
	}
	if s.Table, err = tableOptions(in, s.Table); err != nil {
		return err
	}
	s.Cluster, err = clusterOptions(in, s.Cluster)
	return err
}

// reset empties the sandbox. Options that are not given are those it was opened with.
func (c *call) reset() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	seed, now, err := beginning(in)
	if err != nil {
		return nil, err
	}
	settings := c.e.Opened()
	if err := readSettings(in.Object("options"), &settings); err != nil {
		return nil, err
	}
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	return struct{}{}, c.e.Reset(c.ctx, seed, now, settings)
}

// beginning reads where a reset begins: by default with seed 1, and at the zero time, which means the default.
func beginning(o *jsontext.Object) (seed uint64, now time.Time, err error) {
	seed = 1
	if o.Has("seed") {
		seed = o.Uint("seed")
	}
	if !o.Has("now") {
		return seed, now, nil
	}
	v, err := edm.ParseDateTime(o.Text("now"))
	if err != nil {
		return 0, now, refuse(400, "reset-now", err.Error())
	}
	if now = v.Time(); now.Before(time.Unix(0, 0)) || now.After(clock.End) {
		return 0, now, refuse(400, "reset-now-range", strconv.Itoa(clock.End.Year()))
	}
	return seed, now, nil
}

func (c *call) options() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	return struct{}{}, c.e.Configure(c.ctx, func(s *engine.Settings) error { return readSettings(in, s) })
}

// maxAdvance is how far one request moves the clock, in milliseconds: a century.
const maxAdvance = 100 * 365 * 86_400_000

// Time is the answer to /-/clock.
type Time struct {
	Now string `json:"now"` // ISO 8601, UTC
}

func (c *call) clock() (any, error) {
	return Time{string(edm.AppendTime(nil, c.e.Clock().Now()))}, nil
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
	c.e.Advance(time.Duration(ms) * time.Millisecond)
	return c.clock()
}

// Version is the answer to GET /-/version.
type Version struct {
	Version string `json:"version"`
}

func (c *call) version() (any, error) { return Version{c.e.Version()}, nil }
