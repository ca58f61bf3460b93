package datacentre_test

import (
	"math"
	"testing"

	"rowkey/engine/datacentre"
)

// one is a load of one table that nobody repeats, with changes.
func one(keys datacentre.Keys, rate, partitions, seconds float64, change func(p *datacentre.Part)) datacentre.Load {
	l := loadOf(keys, rate, partitions, seconds)
	l.Retry.Policy = datacentre.NoRetry
	if change != nil {
		change(&l.Parts[0])
	}
	return l
}

// refused returns which part of the attempts of the last quarter of a run were refused.
func refused(r *datacentre.Report) float64 {
	asked, no := 0.0, 0.0
	for i := r.Heat.Columns * 3 / 4; i < r.Heat.Columns; i++ {
		asked, no = asked+r.Heat.Totals.Requests[i], no+r.Heat.Totals.Refused[i]
	}
	return no / asked
}

func TestTimeKeysStayHotAfterSplitsAndHashPrefixesCureThem(t *testing.T) {
	t.Parallel()
	few := datacentre.Defaults()
	few.Servers, few.Ranges = 50, 1
	for _, c := range []struct {
		keys        datacentre.Keys
		buckets     float64
		least, most float64 // refused at the end
	}{
		{datacentre.Time, 1, 0.89, 0.92}, // 2,000 of 20,000 are served, and fewer while a range is on its way
		{datacentre.Inverted, 1, 0.89, 0.92},
		{datacentre.Prefix, 4, 0.59, 0.65},
		{datacentre.Prefix, 64, 0, 0.01},
		{datacentre.Even, 1, 0, 0},
	} {
		l := one(c.keys, 20_000, 6400, 600, func(p *datacentre.Part) { p.Buckets = c.buckets })
		r := run(few, l, datacentre.Options{}).Report()
		if got := refused(r); got < c.least || got > c.most || r.Splits == 0 {
			t.Errorf("%s with %v buckets: %v refused after %d splits, want %v to %v", c.keys, c.buckets, got, r.Splits, c.least,
				c.most)
		}
	}
}

func TestAPartitionIsNeverDivided(t *testing.T) {
	t.Parallel()
	p := datacentre.Defaults()
	p.Servers, p.Ranges = 20, 1
	l := one(datacentre.Tenants, 30_000, 1000, 300, func(p *datacentre.Part) { p.Largest = 60 })
	s := run(p, l, datacentre.Options{})
	starts, servers, n := s.Ranges()
	hot := 0
	for i, share := range s.Shares(0) {
		if share > 10_000 {
			hot = i
		}
	}
	starts = append(starts, n)
	for i := range servers {
		if starts[i] == hot && starts[i+1] == hot+1 {
			return
		}
	}
	t.Errorf("partition %d shares its range: they begin with %v", hot, starts)
}

func TestARangeIsSplitAtTheWeightedMedian(t *testing.T) {
	t.Parallel()
	p := datacentre.Defaults()
	p.Servers, p.Ranges, p.SplitSeconds = 2, 1, 5
	s := run(p, one(datacentre.Even, 15_000, 100, 6, nil), datacentre.Options{})
	if starts, _, _ := s.Ranges(); len(starts) != 2 || starts[1] != 50 {
		t.Errorf("an even load: ranges begin with %v, want 0 and 50", starts)
	}
	s = run(p, one(datacentre.Tenants, 15_000, 100, 6, nil), datacentre.Options{})
	starts, _, _ := s.Ranges()
	if len(starts) != 2 {
		t.Fatalf("ranges begin with %v", starts)
	}
	below := 0.0
	shares := s.Shares(0)
	for _, n := range shares[:starts[1]] {
		below += n
	}
	most := 0.0
	for _, n := range shares {
		most = max(most, n)
	}
	if math.Abs(below-7500) > most {
		t.Errorf("%v of 15,000 before the cut, which is further from the half than one partition", below)
	}
}

func TestAServerAboveItsShareGivesARangeAway(t *testing.T) {
	t.Parallel()
	p := datacentre.Defaults()
	p.Servers, p.Ranges, p.SplitShare, p.ServerCapacity = 2, 8, 1000, 10_000 // no splits
	l := datacentre.DefaultLoad()
	for i, rate := range []float64{4000, 4000, 4000, 200, 200, 200, 200, 200} {
		part := datacentre.DefaultPart()
		part.Partitions, part.Rate, part.Table = 100, rate, string(rune('A'+i))
		l.Parts = append(l.Parts, part)
	}
	r := run(p, l, datacentre.Options{Columns: 600}).Report()
	if r.Offloads == 0 || r.Splits != 0 || r.Heat.Totals.Refused[0] == 0 || refused(r) != 0 {
		t.Errorf("%d ranges moved, refused %v at first and %v at the end", r.Offloads, r.Heat.Totals.Refused[0], refused(r))
	}
	if r.Events[0].Kind != datacentre.Offload || r.Events[0].From == r.Events[0].To {
		t.Errorf("%+v", r.Events[0])
	}
}

func TestQuietNeighboursAreMerged(t *testing.T) {
	t.Parallel()
	p := datacentre.Defaults()
	p.Servers, p.MergeSeconds = 10, 30
	r := run(p, one(datacentre.Even, 50, 1000, 120, nil), datacentre.Options{}).Report()
	if r.Merges != 9 || r.Ranges != 1 {
		t.Errorf("%d merges leave %d ranges, want one", r.Merges, r.Ranges)
	}
}

func TestARangeIsNotAvailableWhileItMoves(t *testing.T) {
	t.Parallel()
	for _, seconds := range []float64{1, 4, 10} {
		p := datacentre.Defaults()
		p.Servers, p.Ranges, p.SplitSeconds, p.MoveSeconds = 2, 1, 5, seconds
		r := run(p, one(datacentre.Even, 15_000, 100, 40, nil), datacentre.Options{Columns: 600}).Report()
		hit := 0.0
		for _, n := range r.Heat.Totals.Refused {
			if n > 0 {
				hit++
			}
		}
		if hit != seconds || r.Totals.Refused != 7500*seconds {
			t.Errorf("refused in %v seconds, %v requests; want %v seconds of a half of 15,000", hit, r.Totals.Refused, seconds)
		}
	}
}

func TestAColdTableWarmsUp(t *testing.T) {
	t.Parallel()
	p := datacentre.Defaults()
	r := run(p, one(datacentre.Even, 2000, 1, 90, func(p *datacentre.Part) { p.Cold = true }),
		datacentre.Options{Columns: 600}).Report()
	if first, last := r.Heat.Totals.Refused[0], r.Heat.Totals.Refused[89]; first != 1500 || last != 0 {
		t.Errorf("refused %v in the first second and %v in the last one, want 1500 and 0", first, last)
	}
}

func TestTheTargetOfAnAccountHoldsForAllItsTables(t *testing.T) {
	t.Parallel()
	p := datacentre.Defaults()
	p.AccountTarget = 20_000
	l := one(datacentre.Even, 30_000, 1000, 10, nil)
	l.Parts = append(l.Parts, l.Parts[0])
	if r := run(p, l, datacentre.Options{}).Report(); math.Abs(r.Throughput-20_000) > 1 {
		t.Errorf("%v requests a second are served, want 20,000 of 60,000", r.Throughput)
	}
}

func TestScansCountTheEntitiesThatTheyRead(t *testing.T) {
	t.Parallel()
	l := one(datacentre.Even, 100, 1, 10, func(p *datacentre.Part) { p.Reads, p.Writes, p.Scans = 0, 0, 1 })
	r := run(datacentre.Defaults(), l, datacentre.Options{}).Report()
	if r.Totals.Served != 200 || r.Totals.Read != 20_000 {
		t.Errorf("%+v, want 20 scans of 100 entities a second", r.Totals)
	}
}

func TestRequestsWaitAsLongAsTheirClientsDo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		retry datacentre.Retry
		p50   float64 // of a load of which a part comes through at each attempt
	}{
		{datacentre.Retry{Policy: datacentre.NoRetry}, 104.2}, // the longest queue, and a read
		{datacentre.Retry{Policy: datacentre.Fixed, Wait: 1000, Tries: 4}, 2112.2},
	} {
		l := one(datacentre.Even, 20_000, 1, 60, func(p *datacentre.Part) { p.Reads, p.Writes = 1, 0 })
		l.Retry = c.retry
		r := run(datacentre.Defaults(), l, datacentre.Options{}).Report()
		if math.Abs(r.Latency.P50-c.p50) > 0.1*c.p50 {
			t.Errorf("%+v: half of the requests took %v ms, want about %v", c.retry, r.Latency.P50, c.p50)
		}
	}
}

func TestRefusalsAreNotBilled(t *testing.T) {
	t.Parallel()
	l := one(datacentre.Even, 4000, 1, 100, nil)
	l.Price = 0.5
	r := run(datacentre.Defaults(), l, datacentre.Options{}).Report()
	if r.Billed != 200_000 || r.Cost != 10 || math.Abs(r.Month-259_200) > 1e-6 {
		t.Errorf("billed %v, cost %v, %v in a month", r.Billed, r.Cost, r.Month)
	}
}

func TestOneTenantHasTheShareThatItWasGiven(t *testing.T) {
	t.Parallel()
	for _, largest := range []float64{1, 40, 100} {
		s := run(datacentre.Defaults(), one(datacentre.Tenants, 1000, 500, 1,
			func(p *datacentre.Part) { p.Largest = largest }), datacentre.Options{})
		most, sum := 0.0, 0.0
		for _, n := range s.Shares(0) {
			most, sum = max(most, n), sum+n
		}
		if largest > 30 && math.Abs(most-10*largest) > 0.01 || math.Abs(sum-1000) > 0.01 {
			t.Errorf("largest %v %%: %v of %v requests", largest, most, sum)
		}
	}
}
