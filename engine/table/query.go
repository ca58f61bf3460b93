package table

import (
	"context"
	"errors"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/store"
)

// Query asks for one page. The zero Query asks for nothing: its Top is 0.
type Query struct {
	Filter odata.Expr   // nil for everything
	Top    int          // 0 to MaxPage; -1 if it is not given
	Next   *explain.Key // resume here, inclusive; List takes a lower-cased name as Partition
	Within Range        // nothing outside it is read; List ignores it
}

// Page is a part of the answer to a query. Next is where the next page begins, nil if nothing is
// left to read; it may be set on an empty page. Its Row is "" where a page ended with a partition.
type Page struct {
	Rows []edm.Row
	Next *explain.Key
}

// ListEntities returns the entities of one page, in the order of their keys unless the options say otherwise. It walks
// the interval that [PlanOf] gives and reads nothing outside it. The page ends after q.Top entities, after
// [MaxPage], when [Options.PageReads] have been read, or with the partition if the options say so.
// Errors: TableNotFound, InvalidInput for a Top out of range.
// Source: Query Entities; Query timeout and pagination.
func (t Table) ListEntities(ctx context.Context, q Query) (Page, error) {
	top, err := q.top()
	if err != nil {
		return Page{}, err
	}
	p := planOf(q.Filter, q.Within)
	partition := ""
	if p.low != nil && p.class <= explain.PartitionScan {
		partition = p.low.Partition
	}
	rec, err := t.begin(ctx, partition, 0)
	if err != nil {
		return Page{}, err
	}
	if rec != nil {
		plan := p.explain()
		rec.Plan = &plan
	}
	w := walk{top: top, matches: testOf(p.rest), listen: rec != nil}
	w.limit(t.s.Options())
	err = t.s.db.View(ctx, func(tx *store.Tx) error { return w.run(tx, t, &p, q.Next) })
	w.tell(rec)
	if rec != nil && !t.s.Options().Unordered {
		rec.From, rec.Next = q.Next, w.next
	}
	if err != nil {
		return Page{}, err
	}
	return Page{Rows: w.rows, Next: w.next}, nil
}

// walk reads one page.
type walk struct {
	top      int  // entities to return at most
	reads    int  // entities to read at most
	boundary bool // stop where a partition ends
	listen   bool
	matches  rowTest // nil takes every row

	rows       []edm.Row
	next       *explain.Key
	read       int
	partitions int
	first      edm.Row
	last       edm.Row
}

func (w *walk) limit(o Options) {
	w.boundary, w.reads = o.PartitionBoundary, o.PageReads
	if w.reads <= 0 {
		w.reads = DefaultPageReads
	}
}

func (w *walk) run(tx *store.Tx, t Table, p *plan, from *explain.Key) error {
	if err := t.open(tx); err != nil || w.top == 0 {
		return err
	}
	low, high := t.interval(p.low, p.high)
	start := low
	if from != nil {
		start = max(low, t.row(from.Partition, from.Row))
	}
	if start >= high {
		return nil
	}
	switch {
	case p.class == explain.Point:
		return w.point(tx, low)
	case t.s.Options().Unordered:
		w.scanUnordered(tx, low, high, from)
	default:
		w.scan(tx, start, high)
	}
	return nil
}

// interval returns the keys of the store between which the rows of a plan are.
func (t *Table) interval(low, high *explain.Key) (from, to string) {
	from, to = t.rows()
	if low != nil {
		from = t.row(low.Partition, low.Row)
	}
	if high != nil {
		to = t.row(high.Partition, high.Row)
	}
	return from, to
}

// point reads the one row that a plan with both keys can find.
func (w *walk) point(tx *store.Tx, key string) error {
	v, err := tx.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	row := edm.Row(v)
	w.visit(row)
	if w.matches == nil || w.matches(key, row) {
		w.rows = append(w.rows, row)
	}
	return nil
}

// scan reads rows until the page is full. It looks one row ahead, so that there is no token when
// nothing remains.
func (w *walk) scan(tx *store.Tx, low, high string) {
	for key, v := range tx.Scan(low, high) {
		row := edm.Row(v)
		if w.full(row) {
			return
		}
		w.visit(row)
		if w.matches == nil || w.matches(key, row) {
			w.rows = append(w.rows, row)
		}
	}
}

// full reports whether the page ends before row, and then records where the next one begins.
func (w *walk) full(row edm.Row) bool {
	return (w.boundary || len(w.rows) >= w.top || w.read >= w.reads) && w.ends(row)
}

func (w *walk) ends(row edm.Row) bool {
	if w.boundary && w.read > 0 && !row.SamePartition(w.last) {
		pk, _ := row.Key()
		w.next = &explain.Key{Partition: pk}
		return true
	}
	if len(w.rows) < w.top && w.read < w.reads {
		return false
	}
	w.next = keyOf(row)
	return true
}

// visit counts a row that is read. It is looked at only if a record asks what was read, or if the page may
// end with its partition.
func (w *walk) visit(row edm.Row) {
	if w.listen || w.boundary {
		w.note(row)
	}
	w.read++
}

func (w *walk) note(row edm.Row) {
	if w.read == 0 {
		w.first, w.partitions = row, 1
	} else if w.listen && !row.SamePartition(w.last) {
		w.partitions++
	}
	w.last = row
}

// tell adds what the walk did to the record, if there is one.
func (w *walk) tell(rec *explain.Record) {
	if rec == nil {
		return
	}
	rec.Read, rec.Returned, rec.Partitions = w.read, len(w.rows), w.partitions
	if w.read > 0 {
		rec.First, rec.Last = keyOf(w.first), keyOf(w.last)
	}
	rec.Keys = make([]explain.Key, len(w.rows))
	for i, row := range w.rows {
		rec.Keys[i] = *keyOf(row)
	}
}

func keyOf(row edm.Row) *explain.Key {
	pk, rk := row.Key()
	return &explain.Key{Partition: pk, Row: rk}
}
