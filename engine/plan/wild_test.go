package plan_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

// wild makes a store of anything that can be written, for a kind of a sheet.
func (d dice) wild(s *sheet.Sheet) string {
	kind := pick(d, s.Kinds...)
	names := []string{kind.Name, "id"}
	for _, o := range kind.Of {
		names = append(names, o.Kind, o.Kind+".id")
	}
	for _, a := range kind.Attributes {
		names = append(names, a.Name, a.Name)
	}
	form := func() string {
		return "{" + pick(d, names...) + pick(d, "", "", "", "", "", "", "", "", ":-", ":6", ":8.2", ":4%", ":3<", ":low",
			":day", ":-hour", ":week", ":tick") + "}"
	}
	key := func() string {
		text := pick(d, "", "", "x", "o_", "all")
		for i := range d.IntN(4) {
			text += pick(d, "_", "!", "")[min(i, 0):] + form()
		}
		return text
	}
	text := key() + " | " + key() + " | " + pick(d, "Main", "Main", "Table{"+pick(d, names...)+":day}",
		"T"+form()) + " | of " + kind.Name
	for _, option := range []string{"include " + pick(d, names...), "include", "where " + pick(d, names...) + "=open",
		"list", "slot " + pick(d, names...) + ":hour",
		"part 252", "blob " + pick(d, names...), "log 60s", "answer " + pick(d,
			append(askNames(s), "x")...), "kept every 10s", "kept transaction"} {
		if d.chance(5) {
			text += " | " + option
		}
	}
	return text
}

func askNames(s *sheet.Sheet) (list []string) {
	for _, a := range s.Asks {
		list = append(list, a.Name)
	}
	return list
}

// Designs of anything that can be written are judged, and their numbers are numbers.
func TestWildDesignsAreJudged(t *testing.T) {
	readable, answered := 0, 0
	for _, name := range sheets(t) {
		s := parse(t, load(t, name))
		s.Asks = append(s.Asks, wildAsks(s)...)
		m := plan.NewModel(s)
		for seed := range uint64(150) {
			d := dice{rand.New(rand.NewPCG(seed, 9))}
			var stores []string
			for range 1 + d.IntN(6) {
				stores = append(stores, d.wild(s))
			}
			made := design(s, stores...)
			r := plan.DesignReport{Stores: m.Stores(made), Questions: m.Questions(made)}
			finite(t, r)
			for _, st := range r.Stores {
				readable += map[bool]int{true: 1}[st.Kind != ""]
			}
			for _, q := range r.Questions {
				answered += min(1, len(q.Stores))
				if len(slices.Compact(slices.Sorted(slices.Values(q.Stores)))) != len(q.Stores) {
					t.Errorf("%s: a store is named twice in %v", q.Name, q.Stores)
				}
				if q.Returned.Largest.V > q.Read.Largest.V*(1+1e-9) && q.Class != "point" ||
					q.RoundTrips.Largest.V > q.Requests.Largest.V*(1+1e-9) || q.Read.Often.V > q.Read.Largest.V*(1+1e-9) {
					t.Errorf("%s: %s", q.Name, costOf(q))
				}
			}
			if t.Failed() {
				t.Fatalf("%s, seed %d:\n%s", name, seed, strings.Join(stores, "\n"))
			}
		}
	}
	if readable < 1000 || answered < 500 {
		t.Errorf("%d stores could be read, and %d questions were answered", readable, answered)
	}
}

// wildAsks are questions that the sheet does not have, for each kind.
func wildAsks(s *sheet.Sheet) (list []sheet.Ask) {
	for i, k := range s.Kinds {
		a := sheet.Ask{Name: fmt.Sprint("wild", i), Kind: k.Name, Top: 7 * (i % 2)}
		for _, o := range k.Of {
			a.Known, a.With = append(a.Known, sheet.Known{Attr: o.Kind}), append(a.With, o.Kind)
		}
		for _, at := range k.Attributes {
			if at.Type.Name == sheet.Time {
				a.Range = sheet.Range{Attr: at.Name, How: sheet.Between, Width: sheet.Width{N: 3, Unit: "h"}}
				a.Order = sheet.Order{Attr: at.Name, How: "newest"}
			}
		}
		list = append(list, a)
	}
	return list
}
