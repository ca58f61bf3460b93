package engine

import (
	"context"

	"rowkey/engine/auth"
	"rowkey/engine/cluster"
	"rowkey/engine/rest"
	"rowkey/engine/table"
)

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
	e.gate.Lock()
	defer e.gate.Unlock()
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
