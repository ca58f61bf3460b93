package propose

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// with returns a sheet that has one design.
func with(s *sheet.Sheet, stores []string) *sheet.Sheet {
	out := *s
	out.Designs = []sheet.Design{{Name: "before", Stores: stores}}
	return &out
}

// Property 3: a question less never makes the first proposal worse than the one that was there with it.
func TestRemovingAQuestionNeverCostsMore(t *testing.T) {
	each(t, sheets(), func(seed uint64, d dice, s *sheet.Sheet) {
		best := searched(s, 100_000, false).join()[0]
		gone := d.IntN(len(s.Asks))
		less := *s
		less.Asks = slices.Delete(slices.Clone(s.Asks), gone, gone+1)
		x := searched(with(&less, best.texts), 100_000, false)
		var forms []*form
		for _, f := range best.forms {
			g := *f
			if g.ask >= 0 {
				g.ask, g.lean, g.wants, g.include = -1, whole, nil, included(x, s, best, f)
			}
			if g.has(Ready) && f.ask == gone {
				return // a store that answers the question that is gone cannot be kept
			}
			forms = append(forms, &g)
		}
		was := x.whole().try(forms)
		if now := x.join()[0]; was != nil && now.cost.compare(&was.cost, x.preset) > 0 {
			t.Errorf("seed %d without %s: %v %q, but %v %q", seed, s.Asks[gone].Name, now.cost.Numbers, now.texts,
				was.cost.Numbers, was.texts)
		}
	})
}

// included is what a copy of an earlier search holds beside its keys.
func included(x *Search, s *sheet.Sheet, t *trial, f *form) []string {
	list, some := newComposer(plan.NewModel(s)).include(f, base(t.forms, f.kind))
	if some && list == nil {
		return []string{} // its keys say it all
	}
	return list
}

// A search reads its own designs with the same patterns and the same cost.
func TestADesignIsReadAsTheSearchMeantIt(t *testing.T) {
	check := func(name string, s *sheet.Sheet) {
		found := searched(s, 100_000, false)
		for _, want := range found.join() {
			list := givens(New(with(s, want.texts)).m)
			if len(list) != 1 {
				t.Errorf("%s: %q is not read", name, want.texts)
				continue
			}
			got := list[0].try(found.whole().m)
			if got.cost.Numbers != want.cost.Numbers || !slices.Equal(got.patterns(), want.patterns()) {
				t.Errorf("%s: %q is read as %v %v, want %v %v", name, want.texts, got.cost.Numbers, got.patterns(),
					want.cost.Numbers, want.patterns())
			}
		}
	}
	each(t, sheets(), func(seed uint64, _ dice, s *sheet.Sheet) { check(fmt.Sprint("seed ", seed), s) })
	for _, name := range []string{"sensor-readings", "shop-orders", "chat", "audit-log", "multi-tenant-saas",
		"leaderboard",
		"patterns/data-series", "patterns/wide-entities", "patterns/large-entities", "patterns/denormalization",
		"patterns/log-data", "patterns/index-entities"} {
		text, err := os.ReadFile("../plan/testdata/" + name + ".http")
		if err != nil {
			t.Fatal(err)
		}
		s, messages := sheet.Parse(string(text))
		if sheet.Failed(messages) {
			t.Fatal(messages)
		}
		s.Designs = nil
		check(name, s)
	}
}

// Each design that breaks no rule is one that a search begins with, whatever it is made of.
func TestASearchBeginsWithEachSoundDesign(t *testing.T) {
	files, err := filepath.Glob("../plan/testdata/*.http")
	more, _ := filepath.Glob("../plan/testdata/patterns/*.http")
	if err != nil || len(more) == 0 {
		t.Fatal("no sheets", err)
	}
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, messages := sheet.Parse(string(text))
		if sheet.Failed(messages) {
			continue
		}
		x := New(s)
		sound := 0
		for i := range s.Designs {
			if d := keys.Parse(x.m.Facts, &s.Designs[i]); d.Valid() && !d.Broken(x.m.Facts) {
				sound++
			}
		}
		if len(x.given) != sound {
			t.Errorf("%s: it begins with %d of %d designs", file, len(x.given), sound)
		}
		for !x.Step(100_000).Done {
		}
		if r := x.Result(); len(r.Proposals) == 0 || !r.Proposals[0].Report.Valid {
			t.Errorf("%s: %+v", file, r.Proposals)
		}
	}
}

// Equal keys in two tables, or behind two texts, are not one partition.
func TestAPatternOfAGivenDesignDependsOnItsTables(t *testing.T) {
	s := readSheet(t, "chat")
	texts := func(other string) []string {
		return []string{"{room} | m_{at}_{id} | Messages | of message", "{room} | r | " + other + " | of room",
			"{user} | {room} | Members | of membership"}
	}
	for other, want := range map[string]bool{"Messages": true, "Rooms": false} {
		d := with(s, texts(other))
		list := givens(New(d).m)
		if len(list) != 1 {
			t.Fatalf("%s: %d designs are read: %+v", other, len(list),
				keys.Parse(plan.NewModel(d).Facts, &d.Designs[0]).Problems)
		}
		if got := slices.Contains(list[0].try(New(d).whole().m).patterns(), WithParent); got != want {
			t.Errorf("rooms in %s: below their parent %v, want %v", other, got, want)
		}
	}
}

// To keep no properties is not to keep all of them.
func TestFormsWithoutPropertiesAreNotWholeOnes(t *testing.T) {
	whole, none := form{text: "{a}"}, form{text: "{a}", include: []string{}}
	if whole.key() == none.key() {
		t.Errorf("both are %q", whole.key())
	}
}

// A key may name all parts of an identity at once, which no search writes, and say how a copy is kept.
func TestADesignWithKeysOfItsOwnIsReadAsWell(t *testing.T) {
	s := readSheet(t, "chat")
	d := with(s, []string{"{room} | m_{message} | Messages | of message", "{room} | r | Messages | of room",
		"{user} | {room} | Members | of membership",
		"{room} | {user} | ByRoom | of membership | kept queue"})
	x := New(d)
	if len(x.given) != 1 {
		t.Fatalf("it is not read: %+v", keys.Parse(x.m.Facts, &d.Designs[0]).Check(x.m.Facts))
	}
	for !x.Step(100_000).Done {
	}
	if first, own := x.join()[0], x.given[0].try(x.whole().m); own.cost.compare(&first.cost, x.preset) < 0 {
		t.Errorf("%v %q is better than %v %q", own.cost.Numbers, own.texts, first.cost.Numbers, first.texts)
	}
	plain := with(s, append(slices.Clone(d.Designs[0].Stores[:3]), "{room} | {user} | ByRoom | of membership"))
	a, b := x.given[0].try(x.whole().m).cost, givens(New(plain).m)[0].try(x.whole().m).cost
	if a.Simplicity != b.Simplicity {
		t.Errorf("a copy that says how it is kept is less simple: %d, want %d", a.Simplicity, b.Simplicity)
	}
}
