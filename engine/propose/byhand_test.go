package propose

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// judge judges designs that somebody makes by hand.
type judge struct{ *plan.Model }

// raw returns the numbers of a design without weighing them: what each question and each write costs, the load of the
// busiest partition and of the account, bytes, transactions and workflows, and the limits that are broken. ok is false
// for a design that breaks a rule or leaves something undone.
func (j judge) raw(stores []string) (list []float64, ok bool) {
	d := keys.Parse(j.Facts, &sheet.Design{Stores: stores})
	if !d.Valid() || slices.ContainsFunc(d.Check(j.Facts), func(p keys.Problem) bool { return !p.Note() }) {
		return nil, false
	}
	m := j.Measure(d)
	broken, tables := 0.0, 0.0
	for _, st := range stores {
		tables += b2f(strings.Contains(strings.Split(st, " | ")[2], "{"))
	}
	for _, a := range m.Asks {
		if a.Store < 0 {
			return nil, false
		}
		for _, b := range a.Budget {
			broken += b2f(!b.Met)
		}
		list = append(list, a.Read, a.Requests, a.RoundTrips, a.Often.Read, a.Often.Requests, a.Often.RoundTrips,
			b2f(a.Work), classNumber(a.Class))
	}
	for _, w := range m.Writes {
		if !w.Possible {
			return nil, false
		}
		for _, b := range w.Budget {
			broken += b2f(!b.Met)
		}
		list = append(list, w.Read, w.Requests, w.RoundTrips, w.Actions)
	}
	return append(list, m.Hottest, m.Account, m.Bytes, m.Transactions, float64(m.Workflows), broken, tables,
		b2f(m.Hottest > j.Facts.Sheet.PartitionLimit()), b2f(m.Account > j.Facts.Sheet.AccountLimit())), true
}

func classNumber(name string) float64 {
	for c := explain.Point; c <= explain.TableScan; c++ {
		if c.String() == name {
			return float64(c)
		}
	}
	return -1
}

// worse reports whether the first numbers are nowhere smaller than the others, and somewhere greater.
func worse(mine, theirs []float64) bool {
	greater := false
	for i := range mine {
		if mine[i] < theirs[i]*(1-1e-9) {
			return false
		}
		greater = greater || mine[i] > theirs[i]*(1+1e-9)
	}
	return greater
}

// unbeaten reports each design that is better than another one in some numbers, and worse in none.
func (j judge) unbeaten(t *testing.T, name string, first []string, others [][]string) {
	t.Helper()
	mine, ok := j.raw(first)
	if !ok {
		return
	}
	for _, stores := range others {
		if theirs, ok := j.raw(stores); ok && worse(mine, theirs) {
			t.Errorf("%s: %q is beaten by %q:\n%v\n%v in\n%s", name, first, stores, mine, theirs, sheet.Write(j.Facts.Sheet))
			return
		}
	}
}

// changed returns the designs in which two parts of the keys of a store have changed places, or one is left out.
func changed(stores []string) (list [][]string) {
	for i, text := range stores {
		parts := strings.SplitN(text, " | ", 3)
		front, partition := segmentsIn(parts[0])
		rowFront, row := segmentsIn(parts[1])
		at, all := len(partition), slices.Concat(partition, row)
		write := func(at int, all []string) {
			for _, sep := range []string{"_", "!"} {
				p, r := front+strings.Join(all[:at], sep), rowFront+strings.Join(all[at:], sep)
				if p != "" && r != "" {
					list = append(list, slices.Concat(stores[:i], []string{p + " | " + r + " | " + parts[2]}, stores[i+1:]))
				}
			}
		}
		for a := range all {
			for b := range a {
				o := slices.Clone(all)
				o[a], o[b] = o[b], o[a]
				write(at, o)
			}
			write(at-int(b2f(a < at)), slices.Delete(slices.Clone(all), a, a+1))
		}
	}
	return list
}

// segmentsIn returns the text that a key begins with, and its parts.
func segmentsIn(key string) (front string, parts []string) {
	list, _, _ := template.Parse(key)
	for i, s := range list {
		if s.Form != template.Literal {
			parts = append(parts, s.Text)
		} else if i == 0 {
			front = s.Text
		}
	}
	return front, parts
}

// plainDesigns returns what comes to mind first for the sheets of [dice.sheet]: one store, and one copy beside it.
func plainDesigns() (alone []string) {
	for _, p := range []string{"{id}", "{owner}", "{group}", "{owner}_{group}"} {
		for _, r := range []string{"x", "{id}", "{group}_{id}", "{owner}_{id}", "{at:-}_{id}", "{at:tick}_{id}",
			"{size:5}_{id}", "{size:-}_{id}", "{group}_{at:-}_{id}", "{owner}_{size:-}_{id}"} {
			if name := strings.Trim(p, "{}"); !strings.Contains(r, name) {
				alone = append(alone, p+" | "+r+" | Things")
			}
		}
	}
	return alone
}

// byHand returns plain designs of a random sheet: all with one store, and n of those with a copy.
func (d dice) byHand(n int) (list [][]string) {
	alone := plainDesigns()
	for _, text := range alone {
		list = append(list, []string{text + " | of thing"})
	}
	for range n {
		held := pick(d, "", " | include owner,group,at,size,id")
		far := strings.Replace(pick(d, alone...), "Things", "Copies", 1) + " | of thing" + held
		list = append(list, []string{pick(d, alone...) + " | of thing", far})
	}
	return list
}

// Property 9: no design that somebody makes by hand is better than the first proposal without being worse in something:
// none of the sheet, no plain one with as few parts, and none with parts of a key in another order or left out.
func TestNoDesignByHandBeatsTheFirstProposal(t *testing.T) {
	n := 20 * sheets()
	if testing.Short() {
		n = 2 * sheets()
	}
	if runtime.GOOS == "js" {
		n = 2 // that a search runs there is enough: it takes twenty times as long
	}
	each(t, n, func(seed uint64, d dice, s *sheet.Sheet) {
		plain := d.byHand(40)
		for range 3 {
			s.Designs = append(s.Designs, sheet.Design{Stores: pick(d, plain...)})
		}
		first := searched(s, 100_000, false).Result().Proposals[0].Stores
		var others [][]string
		for _, d := range s.Designs {
			others = append(others, d.Stores)
		}
		for _, stores := range plain {
			if parts(stores) <= parts(first) {
				others = append(others, stores)
			}
		}
		judge{plan.NewCachedModel(s)}.unbeaten(t, s.Name, first, slices.Concat(others, changed(first)))
	})
}

// parts counts the attributes in keys. One more saves the bytes of a property, and makes keys harder to understand.
func parts(stores []string) int { return strings.Count(strings.Join(stores, ""), "{") }

// The same for the archetypes, the patterns and the cases, with the designs that were made for them.
func TestNoDesignOfAnArchetypeBeatsTheFirstProposal(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: searches whole sheets")
	}
	var files []string
	for _, dir := range []string{"", "patterns/", "cases/"} {
		list, _ := filepath.Glob("../plan/testdata/" + dir + "*.http")
		files = append(files, list...)
	}
	if len(files) < 20 {
		t.Fatal(files)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, messages := sheet.Parse(string(text))
		if sheet.Failed(messages) {
			t.Fatal(messages)
		}
		var made [][]string
		for _, d := range s.Designs {
			if s.Name != "help desk of the case" { // whose keys have three digits for tenants, of which the sheet knows nothing
				made = append(made, d.Stores)
			}
		}
		s.Designs = nil
		first := searched(s, 100_000, false).Result().Proposals[0].Stores
		judge{plan.NewCachedModel(s)}.unbeaten(t, file, first, slices.Concat(made, changed(first)))
	}
}

// Property 10: the same for a question that always asks for the same value, which few entities have, and for copies
// that hold nothing but these: in the partitions of the base, or in a table of their own.
func TestNoSparseCopyByHandBeatsTheFirstProposal(t *testing.T) {
	n := 10 * sheets()
	if testing.Short() {
		n = sheets()
	}
	if runtime.GOOS == "js" {
		n = 2
	}
	rare := sheet.Known{Attr: "group", Value: "rare"}
	near := 0
	each(t, n, func(_ uint64, d dice, s *sheet.Sheet) {
		group := &s.Kinds[1].Attributes[2]
		part := float64(1 + d.IntN(9))
		group.Values, group.Skew = 0, sheet.Skew{Kind: sheet.Weights, Weights: []sheet.Weight{{Value: "rare", Share: part},
			{Value: "usual", Share: 100 - part}}}
		for i := range s.Asks {
			s.Asks[i].Known = slices.DeleteFunc(s.Asks[i].Known, func(k sheet.Known) bool { return k.Attr == "group" })
		}
		s.Asks[0].Known = append(slices.Clip(s.Asks[0].Known), rare)
		if sheet.Failed(s.Check()) {
			return
		}
		first := searched(s, 100_000, false).Result().Proposals[0].Stores
		near += strings.Count(strings.Join(first, "\n"), "Things | of thing | where")
		others := slices.DeleteFunc(sparser(first, rare), func(o []string) bool { return parts(o) > parts(first) })
		judge{plan.NewCachedModel(s)}.unbeaten(t, s.Name, first, others)
	})
	if near == 0 && n > 2 {
		t.Error("no proposal has a sparse copy in the partitions of its base")
	}
}

// sparser returns the designs in which a copy holds few entities: it is one of the design without the value in its
// keys, or takes the place of any.
func sparser(stores []string, of sheet.Known) (list [][]string) {
	where := " | where " + of.Attr + "=" + of.Value
	base := strings.SplitN(stores[0], " | ", 4)
	for i := 1; i < len(stores); i++ {
		with := func(text string) {
			list = append(list, slices.Concat(stores[:i], []string{text + where}, stores[i+1:]))
		}
		text := strings.Replace(stores[i], "{"+of.Attr+"}_", "", 1)
		if text != stores[i] && !strings.Contains(text, "where") {
			with(text)
		}
		for _, row := range []string{"{id}", "{at:-}_{id}", "{at:tick}_{id}", "{owner}_{id}", "{owner}_{at:-}_{id}",
			"{size:5}_{id}"} {
			with(base[0] + " | zz_" + row + " | " + base[2] + " | of thing")
			with("all | " + row + " | Few | of thing")
		}
	}
	return list
}

// What a design is beaten by is not weighed: less of one thing does not pay for more of another.
func TestADesignIsBeatenOnlyByOneThatIsNowhereWorse(t *testing.T) {
	of := func(hottest, bytes float64) *trial {
		return &trial{measure: plan.Measure{Hottest: hottest, Bytes: bytes}}
	}
	for _, c := range []struct {
		a, b *trial
		want bool
	}{
		{of(1, 5), of(2, 5), true}, {of(1, 5), of(1, 5), false}, {of(1, 5), of(1, 5*(1+1e-12)), false},
		{of(1, 6), of(2000, 5), false}, {of(0, math.Inf(1)), of(1, math.Inf(1)), true},
	} {
		if got := c.a.beats(c.b); got != c.want {
			t.Errorf("%+v beats %+v: %v", c.a.measure, c.b.measure, got)
		}
	}
}
