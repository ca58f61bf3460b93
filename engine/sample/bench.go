package sample

import (
	"context"
	"slices"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/calendar"
	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/order"
	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/store"
	"rowkey/engine/table"
	"rowkey/engine/template"
)

// account is the account in which a sample is stored.
const account = "sample"

// bench is a table service of its own in which the things of a sample are stored as a design says.
type bench struct {
	model  *plan.Model // of the sheet at full size, which decides how questions are answered
	design *keys.Design
	things [][]*thing
	tables *table.Service
	rows   map[string][]row // by table, in the order of their keys
	names  [][]string       // tables of each store, in order
	small  *plan.Model      // of the sheet at the size of the sample
	cover  []float64        // seconds that the sample covers, by kind
	now    int              // when it is asked, in seconds since 1970
}

// row is a stored row with its keys, and what it was made of.
type row struct {
	partition, key string
	store          int
	thing          *thing
}

// newBench stores a sample. Errors: what the service says about a row.
func newBench(ctx context.Context, m *plan.Model, d *keys.Design, things [][]*thing, now int) (*bench, error) {
	db, err := store.Open(":memory:")
	if err != nil {
		return nil, err
	}
	b := &bench{model: m, design: d, things: things, now: now, rows: map[string][]row{},
		names: make([][]string, len(d.Stores))}
	b.tables = table.New(db, clock.At(time.Unix(int64(now), 0).UTC()), table.Options{})
	for i := range d.Stores {
		if st := &d.Stores[i]; keeps(st) {
			for _, t := range things[st.Kind] {
				if err := b.store(ctx, i, t); err != nil {
					return nil, err
				}
			}
		}
	}
	for name := range b.rows {
		order.By(b.rows[name], func(r, s row) int { return compare(&r, s.partition, s.key) })
	}
	return b, nil
}

// keeps reports whether a store holds entities as they are.
func keeps(st *keys.Store) bool {
	return st.Kind >= 0 && st.Form == keys.Entities && st.Part == 0 && st.Shards == 0
}

// compare orders a row and two keys as the service does.
func compare(r *row, partition, key string) int {
	if n := edm.CompareText(r.partition, partition); n != 0 {
		return n
	}
	return edm.CompareText(r.key, key)
}

// store puts a thing into a store, unless that is sparse and does not take it.
func (b *bench) store(ctx context.Context, i int, t *thing) error {
	st := &b.design.Stores[i]
	if !st.Takes(b.model.Facts, t.value) {
		return nil
	}
	name, e := b.row(st, t)
	if err := b.addTable(ctx, i, name); err != nil {
		return err
	}
	if _, err := b.tables.Table(account, name).AddEntity(ctx, e); err != nil {
		return err
	}
	b.rows[name] = append(b.rows[name], row{e.PartitionKey, e.RowKey, i, t})
	return nil
}

// addTable makes a table of a store unless it is there.
func (b *bench) addTable(ctx context.Context, i int, name string) error {
	if slices.Contains(b.names[i], name) {
		return nil
	}
	b.names[i] = append(b.names[i], name)
	if err := b.tables.Table(account, name).Create(ctx); err != nil && apierr.Of(err) != apierr.TableAlreadyExists {
		return err
	}
	return nil
}

// addPeriods makes the tables of periods in which nothing came: a program does so before it knows what will come. A
// design with more periods than there are things to come, or than a call may list, has those alone in which something
// came.
func (b *bench) addPeriods(ctx context.Context, i int) error {
	st, f := &b.design.Stores[i], b.model.Facts
	literal := func(s keys.Segment) bool { return s.Form == template.Literal }
	by := slices.DeleteFunc(slices.Clone(st.Table.Segments), literal)
	if len(by) != 1 || !keeps(st) || by[0].Form != template.Period { // a value has a table once it occurs
		return nil
	}
	name := by[0].UnitOf(f)
	unit := calendar.Of(name)
	come := float64(min(mostPeriods, len(b.things[f.Canonical(by[0].Ref).Kind])))
	if unit == 0 || b.cover[st.Kind]/sheet.UnitSeconds(name) > come {
		return nil
	}
	for at := unit.Start(b.now - int(b.cover[st.Kind])); at <= b.now; at = unit.Next(at) {
		start := edm.DateTime(time.Unix(int64(at), 0).UTC())
		if err := b.addTable(ctx, i, st.Table.Write(f, func(sheet.Ref) edm.Value { return start })); err != nil {
			return err
		}
	}
	return nil
}

// row makes the row of a thing, and says in which table it is.
func (b *bench) row(st *keys.Store, t *thing) (table string, e edm.Entity) {
	e.PartitionKey, e.RowKey = st.Partition.Write(b.model.Facts, t.value), st.Row.Write(b.model.Facts, t.value)
	for _, ref := range st.Properties(b.model.Facts) {
		e.Properties = append(e.Properties, edm.Property{Name: b.model.Facts.Property(st.Kind, ref), Value: t.value(ref)})
	}
	return st.Table.Write(b.model.Facts, t.value), e
}

// holds reports whether the rows of a store have a property for an attribute.
func (b *bench) holds(store int, ref sheet.Ref) bool {
	return slices.Contains(b.design.Stores[store].Properties(b.model.Facts), ref)
}
