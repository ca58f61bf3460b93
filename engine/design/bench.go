package design

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/message"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// bench is a table service of its own, with every entity stored as the design says.
type bench struct {
	w      *Workload
	copies []Copy
	db     *store.DB
	tables *table.Service
	things []thing
	stored []stored // by copy
	bytes  int      // of all of them
	owner  map[address]owned
	rows   index
}

// stored is what one copy takes.
type stored struct {
	tables     []string
	partitions map[address]bool // without Row
	bytes      int
	holds      []bool // by attribute: whether it is a property
}

// address is where a row is stored.
type address struct{ table, partition, row string }

const account = "design"

// newBench stores everything. Errors: *[Problem] for a design that cannot be stored.
func newBench(ctx context.Context, w *Workload, copies []Copy) (*bench, error) {
	db, err := store.Open(":memory:")
	if err != nil {
		return nil, err
	}
	b := &bench{w: w, copies: copies, db: db, owner: map[address]owned{}, rows: index{}}
	b.tables = table.New(db, clock.At(time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)), table.Options{})
	b.stored = make([]stored, len(copies))
	for i := range copies {
		b.stored[i].partitions = map[address]bool{}
		for n := range w.attributes {
			b.stored[i].holds = append(b.stored[i].holds, b.holds(i, w.attributes[n].name))
		}
	}
	if err := b.check(); err != nil {
		return nil, err
	}
	for i := range w.count {
		b.things = append(b.things, w.generate(i))
		if err := b.store(ctx, i); err != nil {
			return nil, err
		}
	}
	b.rows.sort()
	return b, nil
}

// check finds names that no entity has.
func (b *bench) check() error {
	for i := range b.copies {
		c := &b.copies[i]
		for _, t := range []Template{c.Table, c.Partition, c.Row} {
			if name := t.unknown(b.w); name != "" {
				return c.problem("keys-unknown-attribute", t.String(), name, b.names())
			}
			if name, found := t.notTimed(b.w); found {
				return c.problem("keys-not-a-time", t.String(), name)
			}
		}
		for _, name := range c.Include {
			if b.w.index(name) < 0 {
				return c.problem("include-unknown-attribute", name, b.names())
			}
		}
	}
	return nil
}

// problem says what is wrong with a copy.
func (c *Copy) problem(code message.Code, params ...string) *Problem {
	return &Problem{c.Line, message.New(code, params...)}
}

// short returns the beginning of a text that may be long.
func short(s string) string { return fmt.Sprintf("%.200s", s) }

func (b *bench) names() string { return strings.Join(b.w.names(), ", ") }

// store puts all copies of an entity.
func (b *bench) store(ctx context.Context, i int) error {
	for k := range b.copies {
		at := b.address(k, b.things[i])
		if other, taken := b.owner[at]; taken {
			return b.clash(k, at, b.things[other.thing], b.things[i])
		}
		e := b.entity(k, at, b.things[i])
		if err := b.create(ctx, k, at.table); err != nil {
			return err
		}
		if _, err := b.tables.Table(account, at.table).AddEntity(ctx, e); err != nil {
			return b.refused(k, at, err)
		}
		if b.bytes += e.Size(); b.bytes > maxStored {
			return b.copies[k].problem("copies-too-large", strconv.Itoa(maxStored>>20), strconv.Itoa(i), strconv.Itoa(b.w.count))
		}
		b.owner[at] = owned{i, k}
		b.rows[at.table] = append(b.rows[at.table], row{at, owned{i, k}})
		b.stored[k].partitions[address{at.table, at.partition, ""}] = true
		b.stored[k].bytes += e.Size()
	}
	return nil
}

// create creates a table when its first entity is stored.
func (b *bench) create(ctx context.Context, k int, name string) error {
	s := &b.stored[k]
	if slices.Contains(s.tables, name) {
		return nil
	}
	s.tables = append(s.tables, name)
	err := b.tables.Table(account, name).Create(ctx)
	if err != nil && apierr.Of(err) != apierr.TableAlreadyExists {
		return b.refused(k, address{table: name}, err)
	}
	return nil
}

// clash says that two entities want the same row.
func (b *bench) clash(k int, at address, first, second thing) error {
	return b.copies[k].problem("same-keys", short(at.partition), short(at.row), b.describe(first), b.describe(second))
}

// refused says what the service says about a key.
func (b *bench) refused(k int, at address, err error) error {
	where := message.New("copy-refused", short(at.partition), short(at.row), strconv.Quote(short(at.table)))
	return &Problem{b.copies[k].Line, where.And(message.Of(err))}
}

func (b *bench) describe(e thing) string {
	list := make([]string, len(e))
	for i := range e {
		list[i] = b.w.attributes[i].name + " " + b.w.attributes[i].text(e[i])
	}
	return strings.Join(list, ", ")
}

// address returns where a copy of an entity is stored.
func (b *bench) address(k int, e thing) address {
	c := &b.copies[k]
	return address{c.Table.expand(b.w, e), c.Partition.expand(b.w, e), c.Row.expand(b.w, e)}
}

// entity makes a copy of an entity, which is stored at its address.
func (b *bench) entity(k int, at address, e thing) edm.Entity {
	out := edm.Entity{PartitionKey: at.partition, RowKey: at.row}
	for i := range b.w.attributes {
		if a := &b.w.attributes[i]; b.holds(k, a.name) {
			out.Properties = append(out.Properties, edm.Property{Name: a.name, Value: a.value(e[i])})
		}
	}
	return out
}

// holds reports whether a copy has an attribute as a property.
func (b *bench) holds(k int, name string) bool {
	include := b.copies[k].Include
	return include == nil || slices.Contains(include, name)
}

func (a *attribute) value(text string) edm.Value {
	if !a.numeric() && !a.timed() {
		return edm.String(text)
	}
	n, _ := strconv.Atoi(text)
	if a.timed() {
		return edm.DateTime(time.Unix(int64(n), 0))
	}
	return edm.Int32(int32(n))
}

// literal writes a value as a filter spells it.
func (a *attribute) literal(text string) string {
	switch {
	case a.numeric():
		return text
	case a.timed():
		n, _ := strconv.Atoi(text)
		return "datetime" + quote(time.Unix(int64(n), 0).UTC().Format(time.RFC3339))
	}
	return quote(text)
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
