package engine

import (
	"context"
	"sync"

	"rowkey/engine/blob"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/table"
)

// What a page sees of the data of [Account] without a request to a service: nothing of it is measured.

// Records returns the records of the ledger, oldest first, and the sums of all.
func (e *Engine) Records() ([]*explain.Record, explain.Counters) {
	defer e.gate.share()()
	return e.ledger.Records()
}

// Data is what the services store, as a page shows it.
type Data struct{ e *Engine }

// Data returns what a page sees of the data.
func (e *Engine) Data() Data { return Data{e} }

// KeyLine shows what a request of the ledger read of its table; ok is false for one that is not kept or
// reads no table. Errors: those of [table.Table.KeyLine].
func (d Data) KeyLine(ctx context.Context, id int) (line table.KeyLine, ok bool, err error) {
	defer d.e.gate.share()()
	rec := d.e.ledger.Get(id)
	if rec == nil || rec.Table == "" {
		return line, false, nil
	}
	line, err = d.e.table(rec.Table).KeyLine(ctx, rec)
	return line, true, err
}

// figures are the sizes of the tables as of a number of writes: to count 100,000 entities again
// after each read would take too long.
type figures struct {
	mu     sync.Mutex // guards the fields below
	known  bool
	writes uint64
	tables []table.Stats
}

// TableStats returns the sizes of all tables. Errors: those of the store.
func (d Data) TableStats(ctx context.Context) ([]table.Stats, error) {
	defer d.e.gate.share()()
	f := &d.e.figures
	f.mu.Lock()
	defer f.mu.Unlock()
	writes := d.e.writes.Load()
	if f.known && f.writes == writes {
		return f.tables, nil
	}
	stats, err := d.e.tables.Stats(ctx, Account)
	if err != nil {
		return nil, err
	}
	f.known, f.writes, f.tables = true, writes, stats
	return stats, nil
}

// Extremes returns how near each table comes to the limits of the service. Errors: those of the store.
func (d Data) Extremes(ctx context.Context) ([]table.Extremes, error) {
	defer d.e.gate.share()()
	return d.e.tables.Extremes(ctx, Account)
}

// Partitions returns the partitions of a table with their sizes. Errors: TableNotFound.
func (d Data) Partitions(ctx context.Context, name string) ([]table.Partition, error) {
	defer d.e.gate.share()()
	return d.e.table(name).Partitions(ctx)
}

// Rows returns entities of a partition from a RowKey on, at most top, and whether there are more.
// Errors: TableNotFound.
func (d Data) Rows(ctx context.Context, name, partition, from string, top int) ([]edm.Row, bool, error) {
	defer d.e.gate.share()()
	return d.e.table(name).Rows(ctx, partition, from, top)
}

// AllRows returns up to top entities of a table in key order after the first skip ones, and whether there are more.
// Errors: TableNotFound.
func (d Data) AllRows(ctx context.Context, name string, skip, top int) ([]edm.Row, bool, error) {
	defer d.e.gate.share()()
	return d.e.table(name).AllRows(ctx, skip, top)
}

// Reads returns how many entities a plan reads of a table as it is. Errors: TableNotFound.
func (d Data) Reads(ctx context.Context, name string, p *explain.Plan) (int, error) {
	defer d.e.gate.share()()
	return d.e.table(name).Reads(ctx, p)
}

// ContainerStats returns the sizes of all containers. Errors: those of the store.
func (d Data) ContainerStats(ctx context.Context) ([]blob.Stats, error) {
	defer d.e.gate.share()()
	return d.e.blobs.Stats(ctx, Account)
}

// Versions returns what the history knows of an entity, oldest first. Errors: TableNotFound, those of the store.
func (d Data) Versions(ctx context.Context, name, partition, row string) ([]table.Version, error) {
	defer d.e.gate.share()()
	return d.e.table(name).Versions(ctx, partition, row)
}
