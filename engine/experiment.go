//go:build !js || workbench

package engine

import (
	"context"
	"errors"
	"time"

	"rowkey/engine/client"
	"rowkey/engine/explain"
	"rowkey/engine/rest"
	"rowkey/engine/store"
)

// Copy returns a sandbox of its own with the same data, time and options, but without a cluster: what happens there
// leaves no trace here. Errors: those of the store, and that of ctx.
func (e *Engine) Copy(ctx context.Context) (*Engine, error) {
	snapshot, err := e.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	s := e.settings()
	s.Cluster, s.Table.Admit = nil, nil
	c, err := Open(Options{Accounts: e.o.Accounts, Trusting: e.o.Trusting, Version: e.o.Version, Table: s.Table})
	if err != nil {
		return nil, err
	}
	if err := c.Configure(ctx, func(to *Settings) error { *to = s; return nil }); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	if e.cluster.Load() != nil {
		snapshot = withoutCluster(snapshot)
	}
	if err := c.Restore(ctx, snapshot); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// withoutCluster leaves the map of the cluster out of a snapshot.
func withoutCluster(snapshot []byte) []byte {
	m, data, err := readSnapshot(snapshot)
	if err != nil {
		return snapshot
	}
	m.Cluster = nil
	return append(headOf(m), data...)
}

// Client returns the options with which scripts run here, and what answers their requests.
func (e *Engine) Client() (client.Options, rest.Handler) { return e.clientOptions(), service{e} }

// Experiment is one request to the data as it is, except for some entries, at a time.
type Experiment struct {
	Entries []store.Entry // that are different
	At      time.Time
	IDs     uint64 // where the numbers of GUIDs begin
	Request *rest.Request
}

// Observed is what a request did.
type Observed struct {
	Response *rest.Response
	Record   *explain.Record
	Touched  store.Footprint
	Written  []store.Entry // what the keys hold that were written, each once
}

// Lab makes experiments, none of which leaves a trace.
type Lab struct{ e *Engine }

// Lab returns what makes experiments on the data as it is.
func (e *Engine) Lab() Lab { return Lab{e} }

// Try serves a request and undoes it, and all that the experiment has changed. Errors: those of the store.
func (l Lab) Try(ctx context.Context, x Experiment) (Observed, error) {
	out := Observed{Record: &explain.Record{}}
	err := l.Under(ctx, x.Entries, x.At, func() (err error) {
		l.e.ids.Reset(x.IDs)
		out.Touched, err = l.e.db.Watch(func() error {
			out.Response = l.e.answer(explain.NewContext(ctx, out.Record), x.Request)
			return nil
		})
		if err == nil {
			out.Written, err = l.entries(ctx, out.Touched.Writes)
		}
		return err
	})
	return out, err
}

// Under calls fn while some entries are different and the clock shows a time, and then undoes both, and what fn does.
// Errors: that of fn, those of the store.
func (l Lab) Under(ctx context.Context, entries []store.Entry, at time.Time, fn func() error) error {
	defer l.e.gate.seize()()
	return l.e.trial(func() error {
		if err := l.e.db.Write(ctx, entries); err != nil {
			return err
		}
		l.e.clock.Set(at)
		return fn()
	})
}

// Entries returns what keys hold now. Errors: those of the store.
func (l Lab) Entries(ctx context.Context, keys []string) ([]store.Entry, error) {
	defer l.e.gate.share()()
	return l.entries(ctx, keys)
}

func (l Lab) entries(ctx context.Context, keys []string) ([]store.Entry, error) {
	var list []store.Entry
	seen := map[string]bool{}
	for _, k := range keys {
		if seen[k] {
			continue
		}
		seen[k] = true
		v, err := l.e.db.Get(ctx, k)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		list = append(list, store.Entry{Key: k, Value: v, Exists: err == nil})
	}
	return list, nil
}
