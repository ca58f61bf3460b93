package table_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

var epoch = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

// sandbox is a service with the store and the clock below it.
type sandbox struct {
	*table.Service
	db    *store.DB
	clock *clock.Clock
}

func open(t testing.TB, o table.Options) sandbox {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	c := clock.At(epoch)
	return sandbox{table.New(db, c, o), db, c}
}

// create returns a new table of the sandbox.
func (s sandbox) create(t testing.TB, name string) table.Table {
	t.Helper()
	tab := s.Table("acct", name)
	if err := tab.Create(context.Background()); err != nil {
		t.Fatal(err)
	}
	return tab
}

// entity makes an entity from names and values: string, int, bool or edm.Value.
func entity(pk, rk string, properties ...any) edm.Entity {
	e := edm.Entity{PartitionKey: pk, RowKey: rk}
	for i := 0; i < len(properties); i += 2 {
		e.Properties = append(e.Properties, edm.Property{Name: properties[i].(string), Value: value(properties[i+1])})
	}
	return e
}

func value(x any) edm.Value {
	switch x := x.(type) {
	case string:
		return edm.String(x)
	case int:
		return edm.Int32(int32(x))
	case bool:
		return edm.Boolean(x)
	}
	return x.(edm.Value)
}

var ctx = context.Background()

// text writes an entity as tests compare it: keys, then properties in their order.
func text(e edm.Entity) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%s", e.PartitionKey, e.RowKey)
	for _, p := range e.Properties {
		fmt.Fprintf(&b, " %s=%s", p.Name, odata.Literal(p.Value))
	}
	return b.String()
}

func add(t testing.TB, tab table.Table, entities ...edm.Entity) {
	t.Helper()
	for _, e := range entities {
		if _, err := tab.AddEntity(context.Background(), e); err != nil {
			t.Fatal(err)
		}
	}
}

func filter(t testing.TB, s string) odata.Expr {
	t.Helper()
	x, err := odata.Parse(s)
	if err != nil {
		t.Fatalf("filter %s: %v", s, err)
	}
	return x
}

// keys returns the keys of rows as "pk/rk", separated by blanks.
func keys(rows []edm.Row) string {
	var out []string
	for _, r := range rows {
		pk, rk := r.Key()
		out = append(out, pk+"/"+rk)
	}
	return strings.Join(out, " ")
}

// failure writes an error as tests compare it: its code, for an operation of a transaction led by
// its index; "" for none.
func failure(err error) string {
	var e *apierr.Error
	if !errors.As(err, &e) {
		if err != nil {
			return err.Error()
		}
		return ""
	}
	if e.Op >= 0 {
		return fmt.Sprintf("%d:%s", e.Op, e.Code)
	}
	return string(e.Code)
}

// recorded returns a context with a listener, and the listener.
func recorded() (context.Context, *explain.Record) {
	r := new(explain.Record)
	return explain.NewContext(context.Background(), r), r
}
