package odata_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"rowkey/engine/edm"
	"rowkey/engine/odata"
)

// same compares expressions without their positions.
func same(x, y odata.Expr) bool {
	switch x := x.(type) {
	case *odata.And:
		y, ok := y.(*odata.And)
		return ok && same(x.X, y.X) && same(x.Y, y.Y)
	case *odata.Or:
		y, ok := y.(*odata.Or)
		return ok && same(x.X, y.X) && same(x.Y, y.Y)
	case *odata.Not:
		y, ok := y.(*odata.Not)
		return ok && same(x.X, y.X)
	case *odata.Bool:
		y, ok := y.(*odata.Bool)
		return ok && *x == *y
	case *odata.Compare:
		y, ok := y.(*odata.Compare)
		return ok && x.Property == y.Property && x.Op == y.Op && x.Literal == y.Literal
	}
	return x == nil && y == nil
}

func TestTextIsReadBackToTheSame(t *testing.T) {
	t.Parallel()
	const seed = 1
	random := rand.New(rand.NewPCG(seed, seed))
	for range 3000 {
		x := randomExpr(t, random, 5)
		text := odata.Text(x)
		if again := parse(t, text); !same(x, again) {
			t.Fatalf("seed %d: Text = %s, read back as %s", seed, text, odata.Text(again))
		}
	}
}

func randomExpr(t *testing.T, r *rand.Rand, depth int) odata.Expr {
	kind := r.IntN(6)
	if depth == 0 {
		kind = 4 + r.IntN(2)
	}
	switch kind {
	case 0, 1:
		return &odata.And{X: randomExpr(t, r, depth-1), Y: randomExpr(t, r, depth-1)}
	case 2:
		return &odata.Or{X: randomExpr(t, r, depth-1), Y: randomExpr(t, r, depth-1)}
	case 3:
		return &odata.Not{X: randomExpr(t, r, depth-1)}
	case 4:
		return &odata.Bool{Value: r.IntN(2) == 0}
	}
	guid, err := edm.GUID("c9da6455-213d-42c9-9a79-3e9149a57833")
	if err != nil {
		t.Fatal(err)
	}
	literals := []edm.Value{
		edm.String("O'Brien' and x eq '"), edm.String("é😀\n"), edm.Binary([]byte{0, 1, 255}), edm.Boolean(true), guid,
		edm.DateTime(time.Unix(r.Int64N(1e10), 100*r.Int64N(1e7))), edm.Double(r.NormFloat64()), edm.Double(3),
		edm.Double(math.NaN()), edm.Double(math.Inf(1)), edm.Double(math.Inf(-1)), edm.Double(math.Copysign(0, -1)),
		edm.Double(math.MaxFloat64), edm.Int32(int32(r.Uint32())), edm.Int64(int64(r.Uint64())),
	}
	names := []string{"PartitionKey", "RowKey", "Age", "_x", "Straße"}
	c := &odata.Compare{
		Property: names[r.IntN(len(names))],
		Op:       odata.Op(1 + r.IntN(6)),
		Literal:  literals[r.IntN(len(literals))],
	}
	if c.Property == "PartitionKey" || c.Property == "RowKey" {
		c.Literal = literals[r.IntN(2)] // keys are compared with text alone
	}
	return c
}

func TestTextOfNothing(t *testing.T) {
	t.Parallel()
	if got := odata.Text(nil); got != "" {
		t.Errorf("Text(nil) = %q, want empty", got)
	}
	if got := odata.Literal(edm.Value{}); got != "null" {
		t.Errorf("Literal of no value = %q, want null", got)
	}
	if got := odata.Op(0).String() + odata.Op(99).String(); got != "" {
		t.Errorf("names of no operators = %q, want empty", got)
	}
}
