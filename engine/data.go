package engine

import (
	"context"
	"sync"

	"rowkey/engine/advise"
	"rowkey/engine/blob"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/rest"
	"rowkey/engine/table"
)

// What a page sees of the data of [Account] without a request to a service: nothing of it is measured.

// Records returns the records of the ledger, oldest first, and the sums of all.
func (e *Engine) Records() ([]*explain.Record, explain.Counters) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	return e.ledger.Records()
}

// KeyLine shows what a request of the ledger read of its table; ok is false for one that is not kept or
// reads no table. Errors: those of [table.Table.KeyLine].
func (e *Engine) KeyLine(ctx context.Context, id int) (line table.KeyLine, ok bool, err error) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	rec := e.ledger.Get(id)
	if rec == nil || rec.Table == "" {
		return line, false, nil
	}
	line, err = e.table(rec.Table).KeyLine(ctx, rec)
	return line, true, err
}

// Cheaper finds what would read less than the query of a request of the ledger, which wants at most limit entities, all
// of them if limit is 0; ok is false for a request that is not kept or is no query. The cluster is not asked: nothing
// is sent. Errors: those of [advise.For].
func (e *Engine) Cheaper(ctx context.Context, id, limit int) (report advise.Report, ok bool, err error) {
	e.gate.Lock()
	defer e.gate.Unlock()
	rec := e.ledger.Get(id)
	if rec == nil || rec.Plan == nil || rec.Code != "" || rec.Op != "QueryEntities" {
		return report, false, nil
	}
	filter, err := filterOf(rec.Plan)
	if err != nil {
		return report, false, err
	}
	e.unlimited(func() { report, err = advise.For(ctx, e.table(rec.Table), filter, limit) })
	return report, true, err
}

// Narrower measures what a query would send without its heaviest properties, by sending both; nil if there is nothing
// to say: see [advise.Narrow]. It leaves no trace.
func (e *Engine) Narrower(ctx context.Context, r *rest.Request) (narrow *advise.Narrower, err error) {
	e.gate.Lock()
	defer e.gate.Unlock()
	err = e.trial(func() error {
		narrow = advise.Narrow(r.Query, func(query string) (body []byte, ok bool) {
			asked := *r
			asked.Query = query
			answer := e.answer(explain.NewContext(ctx, &explain.Record{}), &asked)
			return answer.Body, answer.Status == 200
		})
		return nil
	})
	return narrow, err
}

// filterOf reads the filter of a plan: what bounds its interval, and what is checked on each entity.
func filterOf(p *explain.Plan) (odata.Expr, error) {
	var all odata.Expr
	for _, text := range [...]string{p.Used, p.Rest} {
		if text == "" {
			continue
		}
		x, err := odata.Parse(text)
		if err != nil {
			return nil, err
		}
		if all != nil {
			x = &odata.And{X: all, Y: x}
		}
		all = x
	}
	return all, nil
}

func (e *Engine) table(name string) table.Table { return e.tables.Table(Account, name) }

// figures are the sizes of the tables as of a number of writes: to count 100,000 entities again
// after each read would take too long.
type figures struct {
	mu     sync.Mutex // guards the fields below
	known  bool
	writes uint64
	tables []table.Stats
}

// TableStats returns the sizes of all tables. Errors: those of the store.
func (e *Engine) TableStats(ctx context.Context) ([]table.Stats, error) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	f := &e.figures
	f.mu.Lock()
	defer f.mu.Unlock()
	writes := e.writes.Load()
	if f.known && f.writes == writes {
		return f.tables, nil
	}
	stats, err := e.tables.Stats(ctx, Account)
	if err != nil {
		return nil, err
	}
	f.known, f.writes, f.tables = true, writes, stats
	return stats, nil
}

// Extremes returns how near each table comes to the limits of the service. Errors: those of the store.
func (e *Engine) Extremes(ctx context.Context) ([]table.Extremes, error) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	return e.tables.Extremes(ctx, Account)
}

// Partitions returns the partitions of a table with their sizes. Errors: TableNotFound.
func (e *Engine) Partitions(ctx context.Context, name string) ([]table.Partition, error) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	return e.table(name).Partitions(ctx)
}

// Rows returns entities of a partition from a RowKey on, at most top, and whether there are more.
// Errors: TableNotFound.
func (e *Engine) Rows(ctx context.Context, name, partition, from string, top int) ([]edm.Row, bool, error) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	return e.table(name).Rows(ctx, partition, from, top)
}

// AllRows returns entities of a table in key order without the first ones, at most top, and whether there are more.
// Errors: TableNotFound.
func (e *Engine) AllRows(ctx context.Context, name string, skip, top int) ([]edm.Row, bool, error) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	return e.table(name).AllRows(ctx, skip, top)
}

// Reads returns how many entities a plan reads of a table as it is. Errors: TableNotFound.
func (e *Engine) Reads(ctx context.Context, name string, p *explain.Plan) (int, error) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	return e.table(name).Reads(ctx, p)
}

// ContainerStats returns the sizes of all containers. Errors: those of the store.
func (e *Engine) ContainerStats(ctx context.Context) ([]blob.Stats, error) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	return e.blobs.Stats(ctx, Account)
}
