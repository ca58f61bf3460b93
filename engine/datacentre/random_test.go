package datacentre_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"rowkey/engine/datacentre"
	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
)

// randomRun makes parameters and a load in which much happens.
func randomRun(seed int64) (datacentre.Parameters, datacentre.Load) {
	r := rand.New(rand.NewSource(seed))
	p, l := datacentre.Defaults(), datacentre.DefaultLoad()
	p.Servers = float64(1 + r.Intn(30))
	p.Ranges = float64(r.Intn(60))
	p.ServerCapacity = float64(500 + r.Intn(20_000))
	p.PartitionTarget = float64(50 + r.Intn(2000))
	p.AccountTarget = float64(r.Intn(3) / 2 * r.Intn(50_000))
	p.SplitSeconds, p.MergeSeconds = float64(1+r.Intn(15)), float64(5+r.Intn(60))
	p.MergeShare, p.MoveSeconds, p.Window = float64(r.Intn(30)), float64(1+r.Intn(10)), float64(1+r.Intn(20))
	l.Seconds, l.Seed = float64(20+r.Intn(100)), float64(r.Intn(1000))
	l.Retry = datacentre.Retry{Policy: datacentre.Policies[r.Intn(3)], Wait: float64(r.Intn(6000)),
		Tries: float64(r.Intn(5))}
	for range 1 + r.Intn(4) {
		part := datacentre.DefaultPart()
		part.Keys = datacentre.Generators[r.Intn(len(datacentre.Generators))]
		part.Partitions, part.Rate = float64(1+r.Intn(2000)), float64(r.Intn(30_000))
		part.Scans, part.Spread = float64(r.Intn(3)*r.Intn(20)), float64(r.Intn(2)*r.Intn(100))
		part.Period, part.Buckets = float64(1+r.Intn(40)), float64(1+r.Intn(40))
		part.Skew, part.Largest = r.Float64()*2, float64(r.Intn(2)*r.Intn(100))
		part.Begins = float64(r.Intn(50))
		part.Ends = part.Begins + float64(r.Intn(60))
		part.Cold = r.Intn(3) == 0
		l.Parts = append(l.Parts, part)
	}
	return p, l
}

// each runs random loads second by second.
func each(t *testing.T, check func(t *testing.T, s *datacentre.Simulation)) {
	for seed := range int64(50) {
		p, l := randomRun(seed)
		if m := datacentre.Check(&p, &l); len(m) > 0 {
			t.Fatalf("seed %d: %+v", seed, m)
		}
		s := datacentre.New(p, l, datacentre.Options{})
		s.Prepare()
		for second := range int(l.Seconds) {
			s.Tick()
			if check(t, s); t.Failed() {
				t.Fatalf("seed %d, second %d", seed, second)
			}
		}
	}
}

func TestEveryKeyIsServedByExactlyOneServerInEverySecond(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *datacentre.Simulation) {
		if _, _, n := s.Ranges(); n == 0 || !s.Cells() {
			t.Error("ranges or cells overlap, or leave something out")
		}
	})
}

func TestWhatIsAskedIsServedGivenUpOrWaits(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *datacentre.Simulation) {
		n := s.Totals()
		if sum := n.Served + n.Failed + n.Waiting; math.Abs(sum-n.Asked) > 1e-6*(1+n.Asked) {
			t.Errorf("asked %f, but served, failed and waiting are %f", n.Asked, sum)
		}
		if sum := n.Served + n.Refused; math.Abs(sum-n.Attempts) > 1e-6*(1+n.Attempts) {
			t.Errorf("%f attempts, but served and refused are %f", n.Attempts, sum)
		}
		for _, n := range []float64{n.Asked, n.Served, n.Refused, n.Failed, n.Waiting} {
			if !(n >= 0) {
				t.Errorf("%f requests", n)
			}
		}
	})
}

func TestTheSameLoadGivesTheSameReport(t *testing.T) {
	t.Parallel()
	for seed := range int64(12) {
		p, l := randomRun(seed)
		var first string
		for _, slice := range []int{1, 1000, datacentre.Slice} {
			s := datacentre.New(p, l, datacentre.Options{})
			for !s.Step(slice).Done {
			}
			got := string(jsontext.Append(nil, s.Report()))
			if first == "" {
				first = got
			}
			if got != first {
				t.Fatalf("seed %d: slices of %d give another report", seed, slice)
			}
		}
	}
}

func TestKeysAreInTheOrderOfTheService(t *testing.T) {
	t.Parallel()
	for seed := range int64(20) {
		p, l := randomRun(seed)
		l.Parts = l.Parts[:1]
		s := datacentre.New(p, l, datacentre.Options{})
		s.Prepare()
		_, _, n := s.Ranges()
		for i := 1; i < n; i++ {
			if a, b := s.Key(i-1), s.Key(i); edm.CompareText(a, b) >= 0 {
				t.Fatalf("seed %d, %s: key %d is %q and the next one %q", seed, l.Parts[0].Keys, i-1, a, b)
			}
		}
	}
}

func TestTheMapHoldsWhatWasAsked(t *testing.T) {
	t.Parallel()
	for seed := range int64(20) {
		p, l := randomRun(seed)
		for _, rows := range []int{0, 12, 512} {
			s := run(p, l, datacentre.Options{Rows: rows, Columns: 7 + rows})
			r := s.Report()
			asked, refused := 0.0, 0.0
			for i, n := range r.Heat.Totals.Requests {
				long := float64(min(r.Heat.Step, r.Seconds-i*r.Heat.Step))
				asked, refused = asked+n*long, refused+r.Heat.Totals.Refused[i]*long
			}
			slack := float64(r.Seconds) + 1e-4*r.Totals.Attempts
			if math.Abs(asked-r.Totals.Attempts) > slack || math.Abs(refused-r.Totals.Refused) > slack {
				t.Errorf("seed %d: the map has %f attempts, %f refused, want %+v", seed, asked, refused, r.Totals)
			}
			if most := max(rows, 12*len(l.Parts)); rows > 0 && len(r.Heat.Rows) > most {
				t.Errorf("seed %d: %d rows, want %d at most", seed, len(r.Heat.Rows), most)
			}
			at := 0
			for _, row := range r.Heat.Rows {
				if row.From != at {
					t.Fatalf("seed %d: a row begins with %d, want %d", seed, row.From, at)
				}
				at = row.To
			}
		}
	}
}

// A part of the map shows the same second by second, with more rows.
func TestAPartOfTheMapShowsTheSame(t *testing.T) {
	t.Parallel()
	for seed := range int64(20) {
		p, l := randomRun(seed)
		whole := run(p, l, datacentre.Options{Rows: 512, Columns: 600}).Report()
		row := whole.Heat.Rows[len(whole.Heat.Rows)/2]
		w := datacentre.Window{From: row.From, To: row.To, Begins: 5, Ends: 15}
		part := run(p, l, datacentre.Options{Window: w, Columns: 600}).Report()
		if fmt.Sprint(part.Totals) != fmt.Sprint(whole.Totals) {
			t.Fatalf("seed %d: looking at a part changes the run", seed)
		}
		for i, n := range part.Heat.Totals.Requests {
			if want := numbers(t, row.Requests, whole.Heat.Columns)[5+i]; math.Abs(n-want) > 0.51+1e-4*want {
				t.Errorf("seed %d, second %d: %f requests, want %f", seed, 5+i, n, want)
			}
		}
	}
}

// numbers reads the numbers of a row.
func numbers(t *testing.T, text jsontext.Raw, columns int) []float64 {
	t.Helper()
	list := make([]float64, columns)
	if text == "[]" {
		return list
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestTheRowsOfAMapKnowWhereLoadWillMove(t *testing.T) {
	t.Parallel()
	for seed := range int64(40) {
		p, l := randomRun(seed)
		s := datacentre.New(p, l, datacentre.Options{})
		s.Prepare()
		laid, counted := s.Visited(datacentre.Window{Begins: 3, Ends: int(l.Seconds) - 2})
		if len(laid) != len(counted) {
			t.Fatalf("seed %d: %d partitions, want %d", seed, len(laid), len(counted))
		}
		for i, want := range counted {
			if math.Abs(laid[i]-want) > 1e-6*(1+want) {
				t.Fatalf("seed %d, partition %d: %v, want %v", seed, i, laid[i], want)
			}
		}
	}
}
