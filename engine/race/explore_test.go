package race_test

import (
	"os"
	"testing"

	"rowkey/engine/lab"
	"rowkey/engine/race"
)

// explore explores all orders of a script on an empty sandbox.
func explore(t *testing.T, text string, o race.Options) *race.Report {
	t.Helper()
	_, r := searched(t, text, o)
	return r
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The mock of the page has this example: an order is good only if one clerk's first three requests all come before
// the other's first.
func TestSixtyOfSeventyOrdersLoseAnUpdate(t *testing.T) {
	r := explore(t, read(t, "two-clerks.http"), race.Options{})
	if r.Orders != 70 || r.Broken != 60 || r.Sample != nil {
		t.Errorf("%v of %v orders, want 60 of 70", r.Broken, r.Orders)
	}
	if len(r.Outcomes) != 2 || r.Outcomes[0].Orders != 60 || r.Outcomes[1].Orders != 10 {
		t.Fatalf("outcomes: %+v", r.Outcomes)
	}
	bad := r.Outcomes[0]
	if v := bad.Verdicts[0]; v.Holds || v.Left != "11" || v.Right != "10" {
		t.Errorf("verdict %+v, want 11 and 10", v)
	}
	if len(bad.Facts) != 1 || bad.Facts[0].Property != "Left" || bad.Facts[0].Value != "9" ||
		r.Outcomes[1].Facts[0].Value != "8" {
		t.Errorf("facts: %+v", bad.Facts)
	}
	if bad.Switches != 2 || len(bad.Order) != 8 {
		t.Errorf("%d changes of client in %d steps, want 2 in 8", bad.Switches, len(bad.Order))
	}
	seventh := bad.Order[6]
	if seventh.Lane != "Ann" || seventh.Overwrites != 5 || seventh.Held != 1 || seventh.Condition != lab.AnyVersion {
		t.Errorf("step 7: %+v, want Ann to overwrite step 5 with what she read in step 1", seventh)
	}
	if w := seventh.Writes[0]; w.Version != 3 || w.Before == "" || w.After == "" {
		t.Errorf("step 7 writes %+v, want version 3", w)
	}
}
