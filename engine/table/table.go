// Package table is the table service without its wire: tables, entities, entity group transactions
// and queries, over a store of ordered keys. Every rule of the REST reference that is not
// about HTTP is here.
//
// Rule book: Table service REST reference; Azure Table storage design guide; recorded traffic where
// the two are silent or wrong. Not here: URLs, headers, JSON (package rest), values and their
// limits (package edm), the language of filters (package odata).
package table

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"rowkey/engine/admission"
	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
	"rowkey/engine/clock"
	"rowkey/engine/explain"
	"rowkey/engine/store"
)

// DefaultPageReads is how many entities one request reads before its five seconds are over, when
// the options do not say otherwise.
// Source: Query timeout and pagination gives the five seconds; the number is ours.
const DefaultPageReads = 100_000

// Load is the work that a request is about to cause.
type Load struct {
	Account, Table string
	Partition      string // "" for a request that is not bound to one partition
	Entities       int    // 0 for a query: not known yet
	admission.Terms
}

// Options of the service. The zero value works.
type Options struct {
	// Admit returns the latency of a request, or why it is refused; nil admits everything.
	Admit func(Load) (time.Duration, error)

	Unordered         bool          // results do not come in key order, as in the Table API of Cosmos DB
	PartitionBoundary bool          // a page ends where a partition does
	PageReads         int           // entities that a page reads at most; 0 is DefaultPageReads
	DeleteDelay       time.Duration // how long the name of a deleted table stays unusable
}

// Service holds the tables of any number of accounts. It is safe for concurrent use.
type Service struct {
	*catalog.Catalog // of tables
	db               *store.DB
	clock            *clock.Clock
	options          atomic.Pointer[Options]
}

// New returns a service that keeps everything in db and takes its times from c.
func New(db *store.DB, c *clock.Clock, o Options) *Service {
	codes := catalog.Codes{
		Missing: apierr.TableNotFound, Taken: apierr.TableAlreadyExists, Busy: apierr.TableBeingDeleted,
	}
	s := &Service{
		db:      db,
		clock:   c,
		Catalog: catalog.New(db, c, kindTable, codes, kindEntity),
	}
	s.SetOptions(o)
	return s
}

// Options returns the options in force.
func (s *Service) Options() Options { return *s.options.Load() }

// SetOptions changes the options for the requests that follow.
func (s *Service) SetOptions(o Options) {
	s.options.Store(&o)
	s.SetDeleteDelay(o.DeleteDelay)
}

// Kinds of keys in the store.
const (
	kindTable  = "t" // catalog of tables, by their lower-cased names
	kindEntity = "e" // of a generation; + account, lower-cased name, PartitionKey, RowKey -> edm.Row
)

// Table is a handle. Making one reads nothing: the table need not exist.
type Table struct {
	s       *Service
	account string
	name    string // as the caller wrote it
	lower   string
	entry   catalog.Entry

	generation catalog.Generation // of the rows, once open has looked it up
}

// Table returns a handle of a table. Names are compared without regard to case.
// Source: Understanding the Table service data model, "Table names".
func (s *Service) Table(account, name string) Table {
	lower := strings.ToLower(name)
	return Table{s: s, account: account, name: name, lower: lower, entry: s.Entry(account, lower)}
}

// open finds out where the table's rows are in the state that a transaction sees.
// Errors: TableNotFound.
func (t *Table) open(tx *store.Tx) (err error) {
	t.generation, err = t.entry.Generation(tx)
	return err
}

// rows returns the interval of the store with the rows of a table that is open.
func (t *Table) rows() (low, high string) { return store.Prefix(t.kind(), t.account, t.lower) }

// row returns the key of a row of a table that is open.
func (t *Table) row(pk, rk string) string {
	return store.Key(t.kind(), t.account, t.lower, pk, rk)
}

func (t *Table) kind() string { return t.generation.Kind(kindEntity) }

// begin names the table in the record of the request, if there is one, and asks for admission.
func (t Table) begin(ctx context.Context, partition string, entities int) (*explain.Record, error) {
	rec := explain.From(ctx)
	if rec != nil {
		rec.Table = t.name
	}
	admit := t.s.options.Load().Admit
	if admit == nil {
		return rec, nil
	}
	latency, err := admit(Load{
		Account: t.account, Table: t.lower, Partition: strings.Clone(partition), Entities: entities,
		Terms: admission.From(ctx),
	})
	if rec != nil {
		rec.Latency += latency
	}
	return rec, err
}
