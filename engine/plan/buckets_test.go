package plan_test

import (
	"fmt"
	"math"
	"testing"

	"rowkey/engine/plan"
)

// The busiest of several buckets has the value that occurs most, and its part of the others; more buckets than values
// are empty. Of 100 inserts a second, none of which is read, so many are in one partition.
func TestTheBusiestBucketHasTheValueThatOccursMost(t *testing.T) {
	for _, c := range []struct {
		values string
		key    string
		want   float64
	}{
		{"1000 values", "{who:4%}", 25},
		{"10 values, largest 50 %", "{who:4%}", 62.5},
		{"10 values, largest 50 %", "{who:64%}", 50.78125},
		{"3 values", "{who:8%}", 100.0 / 3},
		{"10 values, largest 50 %", "{who}", 50},
		{"10 values, largest 50 %", "{id:4%}", 25},
	} {
		s := parse(t, fmt.Sprintf("# @sheet a, peak 1\n# @entity thing, 1 million\n"+
			"# @attribute thing.id, text 8, identity\n# @attribute thing.who, text 8, %s\n"+
			"# @do add, 100/s, insert thing\n\n### A\n# @keys %s | {id} | Things\n", c.values, c.key))
		if got := plan.Judge(s)[0].Facts.Hottest.Rate.V; math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s, %s: the busiest partition gets %v, want %v", c.values, c.key, got, c.want)
		}
	}
}

// Whoever asks for the largest group of entities asks for no entity more than for another one.
func TestNoEntityIsTheLargest(t *testing.T) {
	for known, want := range map[string]float64{"id": 100e-6, "who": 100} {
		s := parse(t, "# @sheet a, peak 1\n# @entity thing, 1 million\n# @attribute thing.id, text 8, identity\n"+
			"# @attribute thing.who, text 8, 1 million values\n"+
			"# @ask it, 100/s, thing by "+known+", asked largest\n\n### A\n# @keys {"+known+"} | x{id} | Things\n")
		if got := plan.Judge(s)[0].Facts.Hottest.Rate.V; math.Abs(got-want) > 1e-9 {
			t.Errorf("by %s: the busiest partition gets %v, want %v", known, got, want)
		}
	}
}
