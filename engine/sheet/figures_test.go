package sheet_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/hash"
	"rowkey/engine/sheet"
)

// counted is a sheet with n entities whose attribute a is distributed as its options say.
func counted(t *testing.T, n int, options string) *sheet.Sheet {
	t.Helper()
	return parse(t, fmt.Sprintf("# @sheet test\n# @entity thing, %d\n# @attribute thing.id, int, identity\n"+
		"# @attribute thing.a, int, %s", n, options))
}

// Numbers that runs of the engine have confirmed: design of the workbench, section 2.2.
func TestTheFormulasGiveWhatRunsGave(t *testing.T) {
	partition := counted(t, 9984, "8 values").Group(0, knownOf("a"), sheet.Popular)
	near(t, "readings in the partition of a device", partition.Typical, 1248.875, 1e-12)
	drawn := counted(t, 20_000, "2000 values, zipf 1").Group(0, knownOf("a"), sheet.Popular)
	near(t, "entities with a popular value", drawn.Typical, 493, 0.001)
	near(t, "entities with the most popular value", drawn.Largest, 2445, 0.001)
	between := parse(t, `# @sheet test
# @entity device, 8
# @entity reading, 104/h of device, kept 96h
# @attribute reading.at, time, identity
# @ask hour, 1/s, reading by device, at between 1h`)
	near(t, "readings in an hour of a device", answer(t, between, "hour").Typical, 14.0, 0.001)
}

// No two entities have the same identity, so a group has at most one for each value of what it leaves open.
func TestAGroupHasNoMoreEntitiesThanItsIdentityCanTellApart(t *testing.T) {
	for _, c := range []struct {
		name    string
		splits  int
		lines   string
		typical float64
	}{
		{"values that are counted", 600_000, "# @attribute split.point, text 8, identity, 20 values", 20},
		{"values with weights", 60_000, "# @attribute split.point, text 8, identity, weights a 50 % and b 50 %", 2},
		{"two attributes", 240_000, "# @attribute split.point, int, identity, 4 values\n" +
			"# @attribute split.turn, bool, identity", 8},
		{"values that are assumed", 600_000, "# @attribute split.point, text 8, identity", 1 + 599_999/30_000.0},
	} {
		s := parse(t, fmt.Sprintf("# @sheet race\n# @entity runner, 30000\n# @entity split, %d of runner\n%s",
			c.splits, c.lines))
		for _, asked := range []string{sheet.Popular, sheet.Evenly, sheet.TheMost} {
			if asked != sheet.Popular && c.typical > 20 {
				continue
			}
			f := s.Group(1, knownOf("runner"), asked)
			near(t, c.name+", "+asked, f.Typical, c.typical, 1e-9)
			near(t, c.name+", the largest", f.Largest, c.typical, 1e-9)
		}
	}
}

// exact is the sum of Zipf, added from the smallest term on.
func exact(n int, s float64) float64 {
	sum := 0.0
	for k := n; k >= 1; k-- {
		sum += math.Pow(float64(k), -s)
	}
	return sum
}

func TestSumsOfZipfAreExactTo13Digits(t *testing.T) {
	for _, n := range []int{1, 2, 4095, 4096, 4097, 5000, 100_000, 3_000_000} {
		for _, s := range []float64{0.5, 1, 1.2} {
			f := counted(t, 10*n, fmt.Sprintf("%d values, zipf %v", n, s)).Group(0, knownOf("a"), sheet.TheMost)
			near(t, fmt.Sprintf("the largest of %d values, zipf %v", n, s), f.Largest, 10*float64(n)/exact(n, s), 1e-13)
		}
	}
}

func TestNinetyNineOfAHundredCallsFindAtMostSoMany(t *testing.T) {
	for _, c := range []struct {
		name, options, asked string
		most                 float64
	}{
		{"even", "100 values, even", sheet.Popular, 100.99},
		{"half of the calls ask for the largest", "100 values, largest 50 %", sheet.Popular, 5000},
		{"the largest is one value of 100", "100 values, largest 50 %", sheet.Evenly, 100},
		{"the largest is one value of 10", "10 values, largest 50 %", sheet.Evenly, 5000},
		{"the largest alone is asked for", "1000 values, largest 50 %", sheet.TheMost, 5000},
		{"a rare value in a list", "weights a 0.5 % and b 0.5 % and c 99 %", sheet.Popular, 9900},
		{"a list of equal weights", "weights a 50 % and b 50 %", sheet.Popular, 5000.5},
		{"the first 10 of 1,000 ranks are spared", "1000 values, zipf 1", sheet.Evenly, 10_000 / exact(1000, 1) / 11},
		{"the first rank has more than 1 of 100 calls", "1000 values, zipf 1", sheet.Popular, 10_000 / exact(1000, 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := counted(t, 10_000, c.options).Group(0, knownOf("a"), c.asked)
			near(t, "99 of 100", f.Most, c.most, 1e-9)
			if f.Most > f.Largest*(1+1e-12) || f.Typical > f.Largest*(1+1e-12) {
				t.Errorf("%+v: the largest is not the largest", f)
			}
		})
	}
}

// The rank from which on 99 of 100 popular calls come is found by adding up.
func TestTheRankOfZipfIsTheOneThatAddingUpFinds(t *testing.T) {
	const n, s = 200_000, 0.3
	h, head, rank := exact(n, s), 0.0, 1
	for k := 1; k <= n; k++ {
		if head += math.Pow(float64(k), -s); head > h/100 {
			rank = k
			break
		}
	}
	f := counted(t, n, "200000 values, zipf 0.3").Group(0, knownOf("a"), sheet.Popular)
	near(t, "99 of 100", f.Most, max(1, n*math.Pow(float64(rank), -s)/h), 1e-9)
}

func TestWhatIsDeterminedCountsOnce(t *testing.T) {
	s := load(t, "audit-log")
	for _, by := range []string{"actor", "actor+tenant", "tenant+actor", "actor.id+tenant", "actor+actor.id",
		"actor.tenant+actor"} {
		f := s.Group(2, knownOf(by), sheet.Evenly)
		if math.Abs(f.Typical-120_000) > 1e-6 || f.Independent != nil {
			t.Errorf("by %s: %+v", by, f)
		}
	}
	if f := load(t, "shop-orders").Group(2, knownOf("item+order.status"), sheet.Evenly); len(f.Independent) != 2 {
		t.Errorf("item and status are assumed to be independent: %+v", f)
	}
	if f := s.Group(2, knownOf("tenant+actor+at+id"), sheet.Evenly); f.Typical != 1 || f.Largest != 1 {
		t.Errorf("the identity names one entity: %+v", f)
	}
}

func TestAParentIsAsPopularByItsOwnIdentity(t *testing.T) {
	s := load(t, "sensor-readings")
	for _, by := range []string{"customer", "customer.id"} {
		near(t, "devices of the largest "+by, s.Group(1, knownOf(by), sheet.Popular).Largest, 1000, 1e-9)
	}
}

func TestAFixedValueHasItsOwnShare(t *testing.T) {
	s := counted(t, 10_000, "weights open 2 % and shut 98 %")
	f := s.Group(0, []sheet.Known{{Attr: "a", Value: "open"}}, sheet.Popular)
	near(t, "open ones", f.Typical, 200, 1e-9)
	near(t, "open ones at most", f.Largest, 200, 1e-9)
}

// How many different values some entities have is what drawing them shows.
func TestDifferentValuesAreCountedAsTheyAreDrawn(t *testing.T) {
	for _, c := range []struct {
		name   string
		spread sheet.Spread
		shares []float64 // of all values but the last
	}{
		{"even", sheet.Spread{Values: 4}, []float64{.25, .25, .25}},
		{"largest", sheet.Spread{Values: 4, Skew: sheet.Skew{Kind: sheet.Largest, Share: 70}}, []float64{.7, .1, .1}},
		{"weights", sheet.Spread{Values: 2, Skew: sheet.Skew{Kind: sheet.Weights,
			Weights: []sheet.Weight{{Value: "a", Share: 95}, {Value: "b", Share: 5}}}}, []float64{.95}},
		{"zipf", sheet.Spread{Values: 3, Skew: sheet.Skew{Kind: sheet.Zipf, S: 1}}, []float64{6. / 11, 3. / 11}},
	} {
		for _, n := range []int{1, 2, 5, 20} {
			if got, want := c.spread.Seen(float64(n)), drawn(c.shares, n); math.Abs(got-want) > 0.08 {
				t.Errorf("%s: %d entities have %.3f values, drawn %.3f", c.name, n, got, want)
			}
		}
	}
}

// drawn draws values with shares and returns how many differ, on average.
func drawn(shares []float64, n int) float64 {
	const times = 4000
	r, sum := hash.Sequence(1), 0
	for range times {
		seen := map[int]bool{}
		for range n {
			x, value := float64(r.Next()>>11)/(1<<53), 0
			for value < len(shares) && x >= shares[value] {
				x, value = x-shares[value], value+1
			}
			seen[value] = true
		}
		sum += len(seen)
	}
	return float64(sum) / times
}

// Ranks of Zipf that are counted together differ little from those that are counted one by one.
func TestManyRanksOfZipfAreCountedTogether(t *testing.T) {
	d, n := sheet.Spread{Values: 50_000, Skew: sheet.Skew{Kind: sheet.Zipf, S: 1.1}}, 20_000.0
	want, all := 0.0, 0.0
	for k := 1.0; k <= d.Values; k++ {
		all += math.Pow(k, -1.1)
	}
	for k := 1.0; k <= d.Values; k++ {
		want += sheet.Among(math.Pow(k, -1.1)/all, n)
	}
	if got := d.Seen(n); math.Abs(got-want) > 0.001*want {
		t.Errorf("%v, one by one %v", got, want)
	}
}

// jobs is a sheet with 10,000 jobs of 100 users, whose lines can be added to.
const jobs = `# @sheet jobs
# @entity user, 100
# @entity job, 10000 of user, kept 100d
# @attribute user.id, text 8, identity
# @attribute job.id, text 8, identity
# @attribute job.due, time
# @attribute job.version, int, 1000 values
`

func parsed(t *testing.T, text string) *sheet.Sheet {
	t.Helper()
	s, messages := sheet.Parse(text)
	if sheet.Failed(messages) {
		t.Fatalf("%s\n%s", shorts(messages), text)
	}
	return s
}

func TestSharesOfValuesCanBeWrittenAsTheyAreTyped(t *testing.T) {
	for typed, want := range map[string]string{
		"pending 5 %":                         "weights pending 5 % and other 95 %",
		"weights pending 5 %":                 "weights pending 5 % and other 95 %",
		"other 5%":                            "weights other 5 % and rest 95 %",
		"pending 5 %, done 95 %":              "weights pending 5 % and done 95 %",
		"weights pending 5%, done 90%, no 5%": "weights pending 5 % and done 90 % and no 5 %",
		"pending 100 %":                       "weights pending 100 %",
	} {
		s := parsed(t, jobs+"# @attribute job.status, text 8, "+typed)
		if got := sheet.Write(s); !strings.Contains(got, "text 8, "+want+"\n") {
			t.Errorf("%q is written as\n%s", typed, got)
		}
	}
}

// What is counted, inserted at a rate and deleted by age is stored for as long as it takes to insert all of it.
func TestWhatIsInsertedAndDeletedByAgeLivesAsLongAsAllOfItTakes(t *testing.T) {
	const text = "# @sheet sessions\n# @entity session, 2 million%s\n# @attribute session.id, guid, identity\n" +
		"# @attribute session.expires, time\n# @do start, 50/s, insert session\n"
	for _, c := range []struct {
		kept, more string
		want       float64
	}{
		{"", "# @do clean, 1/h, delete session, expires older 1s", 40_000},
		{"", "# @do clean, 1/h, delete session, expires up to now\n# @do more, 150/s, insert session", 10_000},
		{"", "# @do clean, 1/h, delete session, expires up to now 5 %", 365 * 86_400},
		{"", "# @do log out, 10/s, delete session by id", 365 * 86_400},
		{", kept 2d", "# @do clean, 1/h, delete session, expires older 2d", 2 * 86_400},
	} {
		s := parsed(t, fmt.Sprintf(text, c.kept)+c.more)
		if got := s.Cover(0); math.Abs(got-c.want) > 1e-6 || sheet.RestsOnHorizon(s, 0) != (c.want == 365*86_400) {
			t.Errorf("%s: %v seconds, want %v", c.more, got, c.want)
		}
		horizon := slices.ContainsFunc(s.Assumptions(), func(a sheet.Assumption) bool { return a.Path == "/horizon" })
		if c.want == 40_000 && horizon {
			t.Error("a horizon is assumed that nothing rests on")
		}
	}
}

func TestAnAnswerHasWhatItsRangeOrListLeaves(t *testing.T) {
	for how, want := range map[string][2]float64{ // on average, and at most
		"due before":                       {50, 100},
		"due after":                        {50, 100},
		"due up to now":                    {100, 100},
		"due up to now 5 %":                {5, 5},
		"due after 10d":                    {10, 10},
		"due before 1 %":                   {1, 1},
		"version after":                    {50, 100},
		"version after 20":                 {2, 2},
		"version after, oldest due, top 7": {7, 7},
	} {
		s := parsed(t, jobs+"# @ask q, 1/s, job by user, "+how+", asked evenly; read <= 1000")
		if f := s.Answer(&s.Asks[0]); math.Abs(f.Typical-want[0]) > 1e-9 || math.Abs(f.Largest-want[1]) > 1 {
			t.Errorf("%s: %+v, want %v", how, f, want)
		}
	}
	for by, want := range map[string]float64{
		"user in 5": 500, "user in 1": 100, "user in 200": 10_000, "id in 20": 20, "user in (a, b)": 200,
		"version in 10 and user": 10,
	} {
		s := parsed(t, jobs+"# @ask q, 1/s, job by "+by+", asked evenly; read <= 20000")
		if f := s.Answer(&s.Asks[0]); math.Abs(f.Typical-want) > 1e-9 {
			t.Errorf("by %s: %+v, want %v", by, f, want)
		}
	}
}
