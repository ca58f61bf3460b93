package datacentre_test

import (
	"math"
	"testing"

	"rowkey/engine/datacentre"
	"rowkey/engine/hash"
)

// What is published about the service, and what the model does.
// Source: Scalability and performance targets for Table storage; Windows Azure Storage, SOSP 2011.
func TestTheModelAgreesWithWhatIsPublished(t *testing.T) {
	t.Parallel()
	p := datacentre.Defaults()
	partition := run(p, one(datacentre.Even, 5000, 1, 60, nil), datacentre.Options{}).Report()
	p.AccountTarget = 20_000
	account := run(p, one(datacentre.Even, 50_000, 1000, 60, nil), datacentre.Options{}).Report()
	p = datacentre.Defaults()
	p.Servers, p.Ranges = 100, 1
	table := run(p, one(datacentre.Even, 100_000, 1000, 600, nil), datacentre.Options{Columns: 600}).Report()
	p = datacentre.Defaults()
	steady := run(p, one(datacentre.Tenants, 1_000_000, 100_000, 3600, func(p *datacentre.Part) { p.Skew = 0.8 }),
		datacentre.Options{Window: datacentre.Window{Begins: 600, Ends: 3600}}).Report()
	for _, c := range []struct {
		what        string
		got         float64
		least, most float64
	}{
		{"a partition serves up to 2,000 entities a second", partition.Throughput, 1999, 2001},
		{"an account serves up to 20,000 entities a second", account.Throughput, 19_999, 20_001},
		{"splits begin within minutes of sustained load", float64(table.Events[0].Second), 5, 300},
		{"a table that was one range serves all of its load within minutes", calmFrom(table), 30, 300},
		{"a range is not available for less than 10 seconds", p.MoveSeconds, 1, 10},
		{"a stamp in use splits and merges 75 times a day: 3 in 50 minutes",
			float64(changes(steady, datacentre.Split, datacentre.Merge)), 0, 3},
		{"and moves 200 ranges a day: 7 in 50 minutes", float64(changes(steady, datacentre.Offload)), 0, 7},
	} {
		if c.got < c.least || c.got > c.most {
			t.Errorf("%s: the model has %v, want %v to %v", c.what, c.got, c.least, c.most)
		}
	}
}

// calmFrom returns the second from which on nothing is refused any more.
func calmFrom(r *datacentre.Report) float64 {
	at := 0
	for i, n := range r.Heat.Totals.Refused {
		if n > 0 {
			at = i + 1
		}
	}
	return float64(at * r.Heat.Step)
}

func changes(r *datacentre.Report, kinds ...datacentre.EventKind) (n int) {
	for _, e := range r.Events {
		for _, k := range kinds {
			if e.Kind == k {
				n++
			}
		}
	}
	return n
}

// Single requests that are drawn at random come to the same as load that flows, within what chance makes of them: of a
// partition near its target so many more are refused as one standard deviation of a second divided by the root of 2 pi,
// and four deviations of the mean are left for the draw.
func TestSingleRequestsComeToTheSameWithinTheStatedError(t *testing.T) {
	t.Parallel()
	const partitions, seconds, target = 200, 30, 100
	for _, rate := range []float64{5_000, 15_000, 20_000, 25_000, 60_000} {
		p := datacentre.Defaults()
		p.PartitionTarget, p.ServerCapacity = target, 1e9
		l := one(datacentre.Tenants, rate, partitions, seconds, func(p *datacentre.Part) { p.Skew = 0.6 })
		s := run(p, l, datacentre.Options{})
		served := drawn(s.Shares(0), rate, seconds, target)
		allowed := 0.0
		for _, n := range s.Shares(0) {
			if near := math.Abs(n-target) / math.Sqrt(target); near < 4 {
				allowed += math.Sqrt(target/(2*math.Pi)) * seconds
			}
		}
		chance := 4 * math.Sqrt(rate*seconds)
		if off := s.Totals().Served - served; off < -chance || off > allowed+chance {
			t.Errorf("%v a second: flows serve %v, single requests %v; they may differ by %v", rate, s.Totals().Served, served,
				allowed+chance)
		}
	}
}

// drawn serves single requests: each asks for a partition by its share, and so many of a second are served.
func drawn(shares []float64, rate float64, seconds, target int) (served float64) {
	below := make([]float64, len(shares))
	sum := 0.0
	for i, n := range shares {
		sum += n
		below[i] = sum
	}
	r := hash.Sequence(7)
	for range seconds {
		counts := make([]int, len(shares))
		for range int(rate) {
			x := float64(r.Next()>>11) / (1 << 53) * sum
			lo, hi := 0, len(below)-1
			for lo < hi {
				if mid := (lo + hi) / 2; below[mid] > x {
					hi = mid
				} else {
					lo = mid + 1
				}
			}
			counts[lo]++
		}
		for _, n := range counts {
			served += float64(min(n, target))
		}
	}
	return served
}
