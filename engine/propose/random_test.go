package propose

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"rowkey/engine/sheet"
)

// dice makes small sheets of one kind with a parent, from a seed.
type dice struct{ *rand.Rand }

func pick[T any](d dice, list ...T) T { return list[d.IntN(len(list))] }

func (d dice) sheet() *sheet.Sheet {
	s := &sheet.Sheet{Name: "random", Kinds: []sheet.Kind{
		{Name: "owner", Amount: sheet.Amount{N: float64(10 + d.IntN(2000))}},
		{Name: "thing", Amount: sheet.Amount{N: float64(1000 + d.IntN(5_000_000))},
			Of: []sheet.Parent{{Kind: "owner", Largest: float64(d.IntN(30))}}},
	}}
	thing := &s.Kinds[1]
	thing.Attributes = []sheet.Attribute{
		{Name: "id", Identity: true, Type: sheet.Type{Name: sheet.Text, Length: 8}},
		{Name: "at", Type: sheet.Type{Name: sheet.Time}},
		{Name: "group", Type: sheet.Type{Name: sheet.Text, Length: 6}, Values: float64(5 + d.IntN(500))},
		{Name: "size", Type: sheet.Type{Name: sheet.Int}, Values: 10_000},
	}
	for i := range 2 + d.IntN(2) {
		s.Asks = append(s.Asks, d.ask(i))
	}
	s.Does = []sheet.Do{{Name: "add", Rate: d.rate(), Verb: sheet.Insert, Kind: "thing"}}
	if d.IntN(2) == 0 {
		s.Does = append(s.Does, sheet.Do{Name: "change", Rate: d.rate(), Verb: sheet.Update, Kind: "thing",
			Sets: []string{pick(d, "group", "size")}})
	}
	return s
}

func (d dice) rate() sheet.Rate {
	return sheet.Rate{N: float64(1 + d.IntN(300)), Per: pick(d, "s", "min")}
}

func (d dice) ask(i int) sheet.Ask {
	a := sheet.Ask{Name: fmt.Sprintf("ask %d", i), Rate: d.rate(), Kind: "thing",
		Asked: pick(d, sheet.Popular, sheet.Evenly)}
	for _, name := range []string{"owner", "group"} {
		if d.IntN(2) == 0 {
			a.Known = append(a.Known, sheet.Known{Attr: name})
		}
	}
	switch d.IntN(4) {
	case 0:
		a.Known = append(a.Known, sheet.Known{Attr: "id"})
	case 1:
		a.Range = sheet.Range{Attr: "at", How: sheet.Last,
			Width: sheet.Width{N: float64(1 + d.IntN(20)), Unit: pick(d, "h", "d")}}
	case 2:
		a.Order, a.Top = sheet.Order{Attr: pick(d, "at", "size"), How: pick(d, "newest", "smallest")}, 1+d.IntN(50)
		if a.Order.Attr == "size" {
			a.Order.How = pick(d, "greatest", "smallest")
		}
	}
	a.Fresh = pick(d, sheet.Fresh{}, sheet.Fresh{Now: true})
	return a
}

// sheets is how many sheets each property is tried with: RANDOM_SHEETS, or few enough for every run of the tests.
func sheets() int {
	if n, err := strconv.Atoi(os.Getenv("RANDOM_SHEETS")); err == nil {
		return n
	}
	return 12
}

// each runs a test for random sheets without errors.
func each(t *testing.T, n int, test func(seed uint64, d dice, s *sheet.Sheet)) {
	t.Helper()
	sound := 0
	for seed := range uint64(n) {
		d := dice{rand.New(rand.NewPCG(seed, 7))}
		if s := d.sheet(); !sheet.Failed(s.Check()) {
			test(seed, d, s)
			sound++
		}
	}
	if sound < n*9/10 {
		t.Errorf("%d of %d sheets have no mistakes", sound, n)
	}
}

// searched runs a search in slices of n.
func searched(s *sheet.Sheet, n int, keepAll bool) *Search {
	x := New(s)
	for _, c := range x.clusters {
		c.keepAll = keepAll
	}
	for !x.Step(n).Done {
	}
	return x
}

// Property 4: slices of any size, and the order of what the sheet says, give the same list.
func TestSlicesAndOrderChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: random sheets")
	}
	each(t, sheets(), func(seed uint64, d dice, s *sheet.Sheet) {
		want := texts(searched(s, 100_000, false).join())
		if got := texts(searched(s, 1, false).join()); !slices.Equal(got, want) {
			t.Fatalf("seed %d: slices of 1: %q, want %q", seed, got, want)
		}
		o := *s
		o.Asks, o.Does = slices.Clone(s.Asks), slices.Clone(s.Does)
		slices.Reverse(o.Asks)
		slices.Reverse(o.Does)
		if got := texts(searched(&o, 100_000, false).join()); got[0] != want[0] {
			t.Errorf("seed %d: turned round: %q, want %q in\n%s", seed, got[0], want[0], sheet.Write(s))
		}
	})
}

func texts(list []*trial) []string {
	var out []string
	for _, t := range list {
		out = append(out, t.cost.Text)
	}
	return out
}

// seldom is how many of so many sheets may have a worse first proposal than another search finds: the search tries the
// best forms of each kind and lets the best designs grow, and does not prove that there is nothing better. Of 300
// sheets 5 had a better one without dominance, and 3 one with a question more.
func seldom(t *testing.T, worse []string) {
	t.Helper()
	for _, w := range worse {
		t.Log(w)
	}
	if len(worse) > sheets()/50 {
		t.Errorf("%d of %d sheets have a worse first proposal than could be found", len(worse), sheets())
	}
}

// Property 6: what dominance drops is no part of the first proposal, for sheets with few forms.
func TestDominanceSeldomChangesTheFirstProposal(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: random sheets")
	}
	var worse []string
	each(t, sheets(), func(seed uint64, _ dice, s *sheet.Sheet) {
		if n := len(New(s).clusters[0].queue); n > 60 {
			return
		}
		with, without := searched(s, 100_000, false), searched(s, 100_000, true)
		a, b := with.join()[0], without.join()[0]
		if m := b.cost.differs(&a.cost, with.preset); m != None && b.cost.of(m) < a.cost.of(m) {
			worse = append(worse, fmt.Sprintf("seed %d: %v %q, without dominance %v %q in\n%s", seed, a.cost.Numbers, a.texts,
				b.cost.Numbers, b.texts, sheet.Write(s)))
		}
	})
	seldom(t, worse)
}

// Property 3: without a question, the best design is seldom worse than the one that was best with it. Left out are
// those with keys that only the question made: forms come from questions, and nothing else asks for such keys.
func TestRemovingAQuestionSeldomMakesTheFirstProposalWorse(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: random sheets")
	}
	var worse []string
	each(t, sheets(), func(seed uint64, d dice, s *sheet.Sheet) {
		best := searched(s, 100_000, false).join()[0]
		gone := d.IntN(len(s.Asks))
		less := *s
		less.Asks = slices.Delete(slices.Clone(s.Asks), gone, gone+1)
		x := searched(&less, 100_000, false)
		var forms []*form
		for _, f := range best.forms {
			if f.ask == gone && f.lean == wanted || f.has(Ready) {
				return
			}
			if !x.makes(f) {
				return
			}
			g := *f
			g.ask = -1
			forms = append(forms, &g)
		}
		was := x.whole().try(forms)
		if now := x.join()[0]; was != nil && now.cost.compare(&was.cost, x.preset) > 0 {
			worse = append(worse, fmt.Sprintf("seed %d without %s: %v %q, but %v %q", seed, s.Asks[gone].Name, now.cost.Numbers,
				now.texts, was.cost.Numbers, was.texts))
		}
	})
	seldom(t, worse)
}

// makes reports whether a search has made the keys of a form.
func (x *Search) makes(f *form) bool {
	for _, mk := range x.clusters[0].makers {
		if slices.ContainsFunc(mk.forms, func(o form) bool {
			return o.kind == f.kind && o.text == f.text &&
				o.row == f.row
		}) {
			return true
		}
	}
	return false
}

// wide is a sheet of one kind with five attributes and eight questions.
func wide(t testing.TB) *sheet.Sheet {
	t.Helper()
	text, err := os.ReadFile("testdata/wide.http")
	if err != nil {
		t.Fatal(err)
	}
	s, messages := sheet.Parse(string(text))
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	return s
}

func BenchmarkSearchOfEightQuestions(b *testing.B) {
	s := wide(b)
	tried := 0
	for b.Loop() {
		x := searched(s, Slice, false)
		x.Result()
		tried = x.progress().Tried
	}
	b.ReportMetric(float64(tried), "designs")
}
