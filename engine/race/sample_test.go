package race_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"rowkey/engine/race"
)

// Orders that are drawn tell the share of broken ones within the interval that is said, and the same seed draws the
// same.
func TestDrawnOrdersTellTheShareWithinItsInterval(t *testing.T) {
	text := read(t, "two-clerks.http")
	for seed := range uint64(3) {
		o := race.Options{Most: 10, Seed: seed + 1}
		r := explore(t, text, o)
		s := r.Sample
		if s == nil || s.Orders != 4000 || s.All != 70 || s.Seed != seed+1 {
			t.Fatalf("sample %+v, want 4,000 of 70 orders", s)
		}
		if share := 60.0 / 70; s.Low > share || s.High < share || s.High-s.Low > 0.03 {
			t.Errorf("seed %d: %v to %v, want %v in it", seed+1, s.Low, s.High, share)
		}
		if again := explore(t, text, o); again.Broken != r.Broken || len(again.Outcomes) != len(r.Outcomes) {
			t.Errorf("seed %d: %v broken orders, then %v", seed+1, r.Broken, again.Broken)
		}
		if o := r.Outcomes[0]; o.Low >= o.Orders/r.Orders || o.High <= o.Orders/r.Orders || len(o.Order) != 8 {
			t.Errorf("outcome %v from %v to %v in %d steps", o.Orders, o.Low, o.High, len(o.Order))
		}
	}
}

// threeClients are clients that read a counter and write it twice: everything meets everything.
func threeClients() string {
	var b strings.Builder
	b.WriteString("# @invariant Box('show','friday').Left == 4\n\n### T\nPOST {{table}}/Tables\n\n{ \"TableName\": " +
		"\"Box\" }\n\n### Ten\nPOST {{table}}/Box\n\n{ \"PartitionKey\": \"show\", \"RowKey\": \"friday\", \"Left\": 10 }\n")
	for _, name := range []string{"Ann", "Ben", "Cem"} {
		for n := range 2 {
			fmt.Fprintf(&b, "\n### %s reads\n# @client %s\n# @name r%s%d\nGET {{table}}/Box(PartitionKey='show',"+
				"RowKey='friday')\n", name, name, name, n)
			fmt.Fprintf(&b, "\n### %s writes\n# @client %s\nPUT {{table}}/Box(PartitionKey='show',"+
				"RowKey='friday')\nIf-Match: *\n\n{ \"Left\": {{$sub r%s%d.response.body.Left 1}} }\n", name, name, name, n)
		}
	}
	return b.String()
}

func TestThreeClientsOfFourRequestsAreExploredWhole(t *testing.T) {
	at := time.Now()
	r := explore(t, threeClients(), race.Options{})
	if r.Orders != 34650 || r.Sample != nil {
		t.Errorf("%v orders, want 34,650", r.Orders)
	}
	total := 0.0
	for _, o := range r.Outcomes {
		total += o.Orders
	}
	if total != r.Orders || math.Abs(r.Outcomes[0].Low-r.Outcomes[0].Orders/r.Orders) > 1e-12 {
		t.Errorf("the outcomes have %v of %v orders", total, r.Orders)
	}
	t.Logf("%v broken, %d states, %d requests, %v", r.Broken, r.States, r.Requests, time.Since(at))
}

// Thousands of states at the end are told apart slice by slice, so that a page can stop there, too.
func TestEndsAreToldApartInManySlices(t *testing.T) {
	x, slices := begun(t, threeClients(), race.Options{}), 0
	for {
		s, err := x.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if s.Done {
			break
		}
		if s.Share > 1-1e-9 {
			slices++
		}
	}
	if slices < 5 {
		t.Errorf("%d slices after the last order, want one for each 300 of more than 2,000 states", slices)
	}
}
