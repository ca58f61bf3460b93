package engine

import (
	"context"
	"errors"

	"rowkey/engine/auth"
	"rowkey/engine/blob"
	"rowkey/engine/cluster"
	"rowkey/engine/queue"
	"rowkey/engine/rest"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// services are what stores the data of a sandbox.
type services struct {
	tables *table.Service
	queues *queue.Service
	blobs  *blob.Service
}

func newServices(db *store.DB, o *Options) services {
	s := services{table.New(db, o.Clock, o.Table), queue.New(db, o.Clock, o.NewID), blob.New(db, o.Clock)}
	s.setOptions(o.Table)
	return s
}

// table returns a table of [Account].
func (s *services) table(name string) table.Table { return s.tables.Table(Account, name) }

// check returns an error if a value of a snapshot could not be read.
func (s *services) check(key, value string) error {
	return errors.Join(s.tables.Check(key, value), s.queues.Check(key, value), s.blobs.Check(key, value))
}

// setOptions changes the options of tables. The delay is that of queues and containers, too.
func (s *services) setOptions(o table.Options) {
	s.tables.SetOptions(o)
	s.queues.SetDeleteDelay(o.DeleteDelay)
	s.blobs.SetDeleteDelay(o.DeleteDelay)
}

// unlimited does work without asking the cluster for admission. The caller holds the gate alone.
func (s *services) unlimited(work func()) {
	options := s.tables.Options()
	defer s.tables.SetOptions(options)
	free := options
	free.Admit = nil
	s.tables.SetOptions(free)
	work()
}

// Settings are what can be changed while a sandbox is open.
type Settings struct {
	Table      table.Options
	Cluster    *cluster.Options // nil without a cluster
	Signatures bool             // each request has to be signed, also where the sandbox was opened without accounts
}

// Opened returns the settings that the sandbox was opened with.
func (e *Engine) Opened() Settings { return Settings{Table: e.o.Table} }

// settings returns those in force.
func (e *Engine) settings() Settings {
	s := Settings{Table: e.tables.Options(), Signatures: e.o.Accounts == nil && e.api.Guard().Accounts != nil}
	if c := e.cluster.Load(); c != nil {
		o := c.Options()
		s.Cluster = &o
	}
	return s
}

// Configure changes settings; change is called with those in force while nothing else runs. Errors: that
// of change, and then nothing is changed; those of setting up a cluster.
func (e *Engine) Configure(ctx context.Context, change func(*Settings) error) error {
	defer e.gate.seize()()
	s := e.settings()
	if err := change(&s); err != nil {
		return err
	}
	e.setOptions(s.Table)
	if err := e.cluster.set(ctx, s.Cluster); err != nil {
		return err
	}
	e.api.SetGuard(e.o.guard(s.Signatures))
	return nil
}

// guard returns the guard after a page has said whether it wants signatures checked.
// Then every request has to be signed, with the key of the account or with a token; scripts sign for
// those of their lanes that have the key. A page cannot weaken what the sandbox was opened with.
func (o *Options) guard(signatures bool) rest.Guard {
	if signatures && o.Accounts == nil {
		return rest.Guard{Accounts: auth.Development()}
	}
	return rest.Guard{Accounts: o.Accounts, Trusting: o.Trusting}
}
