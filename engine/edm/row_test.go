package edm_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"rowkey/engine/edm"
)

func rowOf(e *edm.Entity) edm.Row { return edm.Row(edm.AppendRow(nil, e)) }

func TestRowIsReadInPlace(t *testing.T) {
	t.Parallel()
	e := sample(t)
	r := rowOf(&e)
	if pk, rk := r.Key(); pk != e.PartitionKey || rk != e.RowKey {
		t.Errorf("Key() = %q, %q", pk, rk)
	}
	if got := r.Timestamp(); got != e.Timestamp {
		t.Errorf("Timestamp() = %v, want %v", got, e.Timestamp)
	}
	for _, name := range []string{
		"PartitionKey", "RowKey", "Timestamp", "age", "sex", "clsid", "binary", "nan", "Age", "",
	} {
		want, wantOK := e.Get(name)
		if got, ok := r.Lookup(name); got != want || ok != wantOK {
			t.Errorf("Lookup(%q) = %v, %v, want %v, %v", name, got, ok, want, wantOK)
		}
	}
}

func TestRowKeepsEverything(t *testing.T) {
	t.Parallel()
	const seed = 1
	random := rand.New(rand.NewPCG(seed, seed))
	for range 2000 {
		e := randomEntity(t, random)
		r := rowOf(&e)
		got, err := r.Decode()
		if err != nil || !reflect.DeepEqual(got, e) {
			t.Fatalf("seed %d: Decode = %+v, %v, want %+v", seed, got, err, e)
		}
		for _, p := range e.Properties {
			if v, ok := r.Lookup(p.Name); !ok || v != p.Value {
				t.Fatalf("seed %d: Lookup(%q) = %v, %v, want %v", seed, p.Name, v, ok, p.Value)
			}
		}
	}
}

func randomEntity(t *testing.T, r *rand.Rand) edm.Entity {
	text := func(most int) string { return strings.Repeat("é😀x"[:[]int{1 + 1, 6, 7}[r.IntN(3)]], r.IntN(most)) }
	e := edm.Entity{
		PartitionKey: text(4), RowKey: text(200),
		Timestamp: time.Unix(r.Int64N(1e10), 100*r.Int64N(1e7)).UTC(),
	}
	values := []func() edm.Value{
		func() edm.Value { return edm.String(text(100)) },
		func() edm.Value { return edm.String(strings.Repeat("long", 5000)) },
		func() edm.Value { return edm.Binary([]byte(text(10))) },
		func() edm.Value { return edm.Boolean(r.IntN(2) == 0) },
		func() edm.Value { return edm.DateTime(time.Unix(r.Int64N(1e10), 0)) },
		func() edm.Value { return edm.Double(r.NormFloat64()) },
		func() edm.Value {
			return guid(t, fmt.Sprintf("%08x-0000-4000-8000-%012x", r.Uint32(), r.Uint32()))
		},
		func() edm.Value { return edm.Int32(int32(r.Uint32())) },
		func() edm.Value { return edm.Int64(int64(r.Uint64())) },
	}
	for i := range r.IntN(12) {
		name := fmt.Sprintf("%s%d", strings.Repeat("n", r.IntN(200)), i)
		e.Properties = append(e.Properties, edm.Property{Name: name, Value: values[r.IntN(len(values))]()})
	}
	return e
}

func TestDamagedRowIsRefused(t *testing.T) {
	t.Parallel()
	e := sample(t)
	whole := string(rowOf(&e))
	for n := range len(whole) {
		if got, err := edm.Row(whole[:n]).Decode(); err == nil {
			t.Errorf("Decode of %d bytes = %+v, want an error", n, got)
		}
	}
	if _, err := edm.Row(whole + "x").Decode(); err == nil {
		t.Error("Decode of a row with a byte behind it: no error")
	}
	if _, err := edm.Row("\x02" + whole[1:]).Decode(); err == nil {
		t.Error("Decode of another version: no error")
	}
	if _, ok := edm.Row("\x02" + whole[1:]).Lookup("age"); ok {
		t.Error("Lookup in another version: found")
	}
}

func TestRowIsReadWithoutAllocation(t *testing.T) {
	e := sample(t)
	r := rowOf(&e)
	if n := testing.AllocsPerRun(100, func() {
		for _, name := range []string{"PartitionKey", "RowKey", "Timestamp", "sex", "missing"} {
			r.Lookup(name)
		}
	}); n != 0 {
		t.Errorf("Lookup: %v allocations, want 0", n)
	}
	if n := testing.AllocsPerRun(100, func() { _, _ = r.Decode() }); n > 1 {
		t.Errorf("Decode: %v allocations, want 1", n)
	}
}

func TestZeroTimestampSurvivesARow(t *testing.T) {
	t.Parallel()
	e := edm.Entity{}
	got, err := rowOf(&e).Decode()
	if err != nil || !got.Timestamp.IsZero() {
		t.Errorf("Decode = %v, %v, want the zero time", got.Timestamp, err)
	}
}

// TestShortWaysTellWhatTheLongOnesTell compares HasText with Lookup, also in damaged rows, and SamePartition with
// Key.
func TestShortWaysTellWhatTheLongOnesTell(t *testing.T) {
	t.Parallel()
	const seed = 2
	random := rand.New(rand.NewPCG(seed, seed))
	last := rowOf(&edm.Entity{})
	for range 3000 {
		e := randomEntity(t, random)
		b := edm.AppendRow(nil, &e)
		if random.IntN(2) == 0 {
			b[random.IntN(min(len(b), 400))] = byte(random.Uint32())
		}
		r := edm.Row(b[:len(b)-random.IntN(2)*random.IntN(len(b))])
		names := []string{"PartitionKey", "RowKey", "Timestamp", "absent"}
		for _, p := range e.Properties {
			names = append(names, p.Name)
		}
		for _, name := range names {
			v, ok := r.Lookup(name)
			for _, text := range []string{v.Text(), "other", v.Text() + "x"} {
				want := ok && v.Type() == edm.TypeString && v.Text() == text
				if got := r.HasText(name, text); got != want {
					t.Fatalf("seed %d: HasText(%q, %q) = %v, Lookup = %v, %v", seed, name, text, got, v, ok)
				}
			}
		}
		if _, err := r.Decode(); err != nil {
			continue
		}
		pk, _ := r.Key()
		other, _ := last.Key()
		if got := r.SamePartition(last); got != (pk == other) {
			t.Fatalf("seed %d: SamePartition = %v for %q and %q", seed, got, pk, other)
		}
		last = r
	}
}
