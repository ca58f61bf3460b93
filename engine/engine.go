// Package engine is one sandbox: it puts the packages below it together and answers every request to a
// service. A page can also run scripts in it, look into its tables and go back in time: [Engine.Start],
// [Engine.Judge], [Engine.Snapshot], [Engine.Restore], [Engine.Reset], [Engine.Advance].
//
// Everything in a sandbox follows from its seed, its clock and the requests: the same steps give
// the same bytes, natively and in a browser. Not here: requests for all that (package control), sockets
// (packages wasm and serve).
package engine

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
	"rowkey/engine/client"
	"rowkey/engine/clock"
	"rowkey/engine/explain"
	"rowkey/engine/hash"
	"rowkey/engine/rest"
	"rowkey/engine/rest/odata"
	"rowkey/engine/rest/storage"
	"rowkey/engine/store"
	"rowkey/engine/table"
	"rowkey/engine/trail"
)

// Account is the account whose tables the control paths show.
// Source: Use the Azurite emulator, "Well-known storage account and key".
const Account = "devstoreaccount1"

// Options of a sandbox. The zero value is a plain server in memory that begins at the epoch.
type Options struct {
	Path    string            // file of the store; "" keeps everything in memory
	Store   store.FileOptions // of that file; ID comes from the seed, and Report from below unless they are set
	Clock   *clock.Clock      // nil stands still at client.Epoch
	Seed    uint64            // of random numbers and GUIDs; 0 is 1
	NewID   func() string     // a GUID for each request; nil takes them from the seed
	Table   table.Options
	Report  func(error) // called with errors that are not a client's; nil drops them
	Control bool        // measure every request and keep a ledger, for package control
	Version string      // what Version returns; "" is "dev"

	// Watch is told of each request to tables that no script sends, if it is measured. It must not call the sandbox nor
	// change the request, and is called by several goroutines at once.
	Watch func(*trail.Request)

	// Accounts are the accounts that there are, with their keys: each request has to be signed.
	// nil checks nothing: any client may do anything in any account. [auth.Development] returns the
	// well-known one, [auth.ParseAccounts] reads those of AZURITE_ACCOUNTS.
	Accounts auth.Accounts
	// Trusting takes a request without credentials for one of the owner of the account; others are
	// checked. Lessons need it: the owner writes, a device shows its signature.
	Trusting bool
	// Bearer takes tokens of a directory whose times, issuer and audience are right, over https. Nobody looks at their
	// signature, so it is for local servers alone.
	Bearer bool
}

// Engine is one sandbox. It is safe for concurrent use.
type Engine struct {
	o      Options
	db     *store.DB
	opened time.Time
	sources
	services
	api     *rest.API
	cluster clusters

	gate     gate // requests share it; judge, reset and restore hold it alone
	writes   atomic.Uint64
	ledger   explain.Ledger
	trail    trail.Log
	sessions sessions
	began    atomic.Pointer[beginning] // of the run that began last, nil before
	figures  figures
	past     past
}

// gate is the lock of a sandbox.
type gate struct{ sync.RWMutex }

// share takes it with others, and returns what opens it again.
func (g *gate) share() (open func()) {
	g.RLock()
	return g.RUnlock
}

// seize takes it alone, and returns what opens it again.
func (g *gate) seize() (open func()) {
	g.Lock()
	return g.Unlock
}

// Open opens a sandbox. Errors: those of opening the store.
func Open(o Options) (*Engine, error) {
	if o.Clock == nil {
		o.Clock = clock.At(client.Epoch)
	}
	o.Seed, o.Version = cmp.Or(o.Seed, 1), cmp.Or(o.Version, "dev")
	db, err := o.open()
	if err != nil {
		return nil, err
	}
	e := &Engine{o: o, db: db, opened: o.Clock.Now()}
	e.sources = sources{o.Clock, hash.NewRandom(^o.Seed), hash.NewRandom(o.Seed)}
	if o.NewID == nil {
		o.NewID = e.ids.GUID
	}
	e.services = newServices(db, &o)
	e.cluster.clock, e.cluster.tables, e.cluster.otherwise = o.Clock, e.tables, o.Table.Admit
	e.past.db = db
	e.api = rest.New(rest.Services{
		Table: odata.Tables(e.tables), Queue: storage.Queues(e.queues), Blob: storage.Blobs(e.blobs),
		Clock: o.Clock, NewID: o.NewID, Report: o.Report,
		Guard: rest.Guard{Accounts: o.Accounts, Trusting: o.Trusting, Bearer: o.Bearer},
	})
	return e, nil
}

func (o *Options) open() (*store.DB, error) {
	if o.Path == "" {
		return store.Open(store.Memory)
	}
	file := o.Store
	file.ID = cmp.Or(file.ID, uint32(o.Seed^o.Seed>>32))
	if file.Report == nil {
		file.Report = o.Report
	}
	return store.OpenFile(o.Path, file)
}

// Flush returns when everything that was written is on the disk. With store.EverySecond the owner calls
// it once a second. Errors: those of the file, and then nothing more is written.
func (e *Engine) Flush() error { return e.db.Flush() }

// Close releases the store.
func (e *Engine) Close() error { return e.db.Close() }

// Serve answers one request. With Options.Control what it costs goes into the ledger, unless the caller measures it
// with a record of its own.
func (e *Engine) Serve(ctx context.Context, r *rest.Request) *rest.Response {
	e.gate.RLock()
	defer e.gate.RUnlock()
	if !e.o.Control || explain.From(ctx) != nil {
		return e.answer(ctx, r)
	}
	return e.serveMeasured(ctx, r)
}

// Admit answers a request whose body has not arrived if its head alone is refused, see [rest.API.Admit].
func (e *Engine) Admit(ctx context.Context, r *rest.Request) *rest.Response {
	e.gate.RLock()
	defer e.gate.RUnlock()
	if !e.o.Control {
		return e.api.Admit(ctx, r)
	}
	rec := &explain.Record{}
	resp := e.api.Admit(explain.NewContext(ctx, rec), r)
	if resp != nil {
		e.ledger.Add(rec)
	}
	return resp
}

// Refuse returns the answer to a request that is refused with a code before anything is done, such as ServerBusy for
// want of memory. Source: Status and error codes.
func (e *Engine) Refuse(ctx context.Context, r *rest.Request, code apierr.Code) *rest.Response {
	return e.api.Refuse(ctx, r, code)
}

// answer passes a request to its service. The caller holds the gate.
func (e *Engine) answer(ctx context.Context, r *rest.Request) *rest.Response {
	if r.Method != "GET" {
		defer e.writes.Add(1)
	}
	defer e.past.note(explain.From(ctx))
	c := e.cluster.Load()
	if c == nil {
		return e.api.Serve(ctx, r)
	}
	rec := explain.From(ctx)
	if rec == nil { // nothing but the cluster measures it
		rec = new(explain.Record)
		ctx = explain.NewContext(ctx, rec)
	}
	resp := e.api.Serve(ctx, r)
	tell(c, r.Account, rec)
	return resp
}

// service is the engine as scripts see it: what runs them holds the gate and keeps the ledger.
type service struct{ *Engine }

// Serve answers one request of a script.
func (s service) Serve(ctx context.Context, r *rest.Request) *rest.Response {
	return s.answer(ctx, r)
}

// Clock returns the clock of the sandbox.
func (e *Engine) Clock() *clock.Clock { return e.clock }

// Controlled reports whether the sandbox was opened with Options.Control.
func (e *Engine) Controlled() bool { return e.o.Control }

// Version returns the version of the program that opened the sandbox.
func (e *Engine) Version() string { return e.o.Version }

// Sweep removes a small part of what large deletes have left, in a few milliseconds, and reports
// whether there is more. What it removes is not visible, neither in answers nor in snapshots: the owner
// of the sandbox calls it between requests, as often as there is time for it, or never.
// Errors: those of the store, and that of ctx.
func (e *Engine) Sweep(ctx context.Context) (more bool, err error) {
	defer e.gate.share()()
	defer e.past.follow()
	return e.db.Sweep(ctx)
}

// Leftovers reports whether there may be something to sweep.
func (e *Engine) Leftovers() bool { return e.db.Leftovers() }
