package shape_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/shape"
	"rowkey/engine/table"
	"rowkey/engine/trail"
)

// FuzzShapes: requests that differ in values alone have one text, and requests whose classes differ never have one
// shape. The values of a filter are replaced, one by one, by those of a random source.
func FuzzShapes(f *testing.F) {
	for _, filter := range []string{
		"", "PartitionKey eq 'a'", "PartitionKey eq 'a' and RowKey ge '' and RowKey lt 'b'", "not (A eq 1 or B)", "true",
		"PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '2')", "PartitionKey eq 'a' or PartitionKey eq 'a'",
		"A eq datetime'2020-01-01T00:00:00Z' and B ne guid'c9da6455-213d-42c9-9a79-3e9149a57833' or C lt 5L and D",
	} {
		f.Add(filter, uint64(1))
	}
	f.Fuzz(func(t *testing.T, filter string, seed uint64) {
		x, err := odata.Parse(filter)
		if err != nil {
			t.Skip("no filter")
		}
		r := rand.New(rand.NewPCG(seed, seed))
		one, other := shapeOf(odata.Text(x)), shapeOf(odata.Text(otherValues(x, r)))
		if one.Text != other.Text {
			t.Errorf("%q and one with other values: %q and %q", filter, one.Text, other.Text)
		}
		if want := table.PlanOf(x).Class; one.Class != want {
			t.Errorf("%q has the class %v, want %v", filter, one.Class, want)
		}
		var c shape.Collector
		for _, text := range []string{filter, odata.Text(x), odata.Text(otherValues(x, r)), odata.Text(x), filter} {
			q := requestOf("QueryEntities", "T()?$filter="+strings.ReplaceAll(text, "&", ""), "")
			if _, got, _ := c.Add(q); got != shape.Of(q, shape.Options{}) {
				t.Errorf("%q after others has the shape %v, want %v", text, got, shape.Of(q, shape.Options{}))
			}
		}
		if one.Class != other.Class && one == other {
			t.Errorf("%q: two classes have the shape %v", filter, one)
		}
	})
}

func shapeOf(filter string) shape.Shape {
	return shape.Of(requestOf("QueryEntities", "T()?$filter="+strings.ReplaceAll(filter, "&", ""), ""), shape.Options{})
}

// otherValues returns an expression that differs in its values alone.
func otherValues(x odata.Expr, r *rand.Rand) odata.Expr {
	switch x := x.(type) {
	case *odata.And:
		return &odata.And{X: otherValues(x.X, r), Y: otherValues(x.Y, r)}
	case *odata.Or:
		return &odata.Or{X: otherValues(x.X, r), Y: otherValues(x.Y, r)}
	case *odata.Not:
		return &odata.Not{X: otherValues(x.X, r)}
	case *odata.Bool:
		return &odata.Bool{Value: r.IntN(2) == 0}
	case *odata.Compare:
		c := *x
		if c.Literal = edm.String([]string{"", "a", "b", "'", "ü?"}[r.IntN(5)]); !isKey(c.Property) && r.IntN(2) == 0 {
			c.Literal = edm.Int32(int32(r.IntN(100)))
		}
		if x.Literal.Type() == edm.TypeDateTime && !isKey(x.Property) {
			c.Literal = edm.DateTime(time.Unix(r.Int64N(2e9), 0))
		}
		return &c
	}
	return x
}

func isKey(name string) bool { return name == edm.PartitionKey || name == edm.RowKey }

// Random filters: as [FuzzShapes], with more of them than anybody writes down.
func TestShapesOfRandomFilters(t *testing.T) {
	t.Parallel()
	const seed = 7
	r := rand.New(rand.NewPCG(seed, seed))
	classes := map[explain.Class]int{}
	var all shape.Collector
	for range 3000 {
		x := randomFilter(r, 3)
		one, other := shapeOf(odata.Text(x)), shapeOf(odata.Text(otherValues(x, r)))
		if one.Text != other.Text || one.Class != table.PlanOf(x).Class {
			t.Fatalf("seed %d: %q has the shapes %v and %v", seed, odata.Text(x), one, other)
		}
		classes[one.Class]++
		q := requestOf("QueryEntities", "T()?$filter="+strings.ReplaceAll(odata.Text(x), "&", ""), "")
		if _, got, _ := all.Add(q); got != shape.Of(q, shape.Options{}) {
			t.Fatalf("seed %d: %q after others has the shape %v, want %v", seed, odata.Text(x), got, one)
		}
	}
	if len(classes) != 5 {
		t.Errorf("filters of %d classes were tried, want all 5: %v", len(classes), classes)
	}
}

func randomFilter(r *rand.Rand, depth int) odata.Expr {
	if depth > 0 && r.IntN(4) > 0 {
		x, y := randomFilter(r, depth-1), randomFilter(r, depth-1)
		switch r.IntN(6) {
		case 0:
			return &odata.Or{X: x, Y: y}
		case 1:
			return &odata.Not{X: x}
		}
		return &odata.And{X: x, Y: y}
	}
	name := []string{"PartitionKey", "PartitionKey", "RowKey", "A", "B"}[r.IntN(5)]
	op := odata.Eq
	if r.IntN(2) == 0 {
		op = odata.Op(1 + r.IntN(6))
	}
	x := &odata.Compare{Property: name, Op: op}
	if !isKey(name) && r.IntN(2) == 0 {
		x.Literal = edm.DateTime(time.Unix(0, 0)) // stays a date
	}
	return otherValues(x, r)
}

// What was sent is text of a stranger: whatever it is, its operations are read.
func FuzzOperations(f *testing.F) {
	f.Add("--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n" +
		"--c\r\n\r\nPUT /T HTTP/1.1\r\nIf-Match: *\r\n\r\n{}\r\n--c--\r\n--b--")
	f.Add("--\r\n--\r\n")
	f.Fuzz(func(t *testing.T, body string) {
		if ops := trail.Operations([]byte(body)); len(ops) > 100 {
			t.Errorf("%d operations", len(ops))
		}
	})
}
