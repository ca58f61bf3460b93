package propose

import (
	"slices"
	"strconv"

	"rowkey/engine/lists"
	"rowkey/engine/plan"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/write"
	"rowkey/engine/sheet"
)

// guardsFor makes the copies that keep the rules of writes: their keys are what no two entities may share.
func (x *cluster) guardsFor(i int) {
	for at := range x.m.Facts.Writes {
		for _, r := range facts.RulesOf(x.m.Facts, &x.m.Facts.Writes[at]) {
			if r.Kind == x.kinds[i] {
				x.guards[at] = append(x.guards[at], x.makers[i].guards(r)...)
			}
		}
	}
}

// guards makes the copies for a rule: in partitions of their own, in those of what the value is unique in, and in the
// one of a base that has all in one.
func (x *maker) guards(r *facts.Rule) (list []copied) {
	var by []key
	for _, a := range r.By {
		by = add(by, keysFor(x.Sheet, x.kind, a.Ref)...)
	}
	copies := maker{Sheet: x.Sheet, m: x.m, kind: x.kind, seen: map[string]bool{}}
	for n := len(by); n >= 0; n-- {
		p := partition{parts: plainly(by[:n]), rules: []Rule{Compound}}
		if n == 0 {
			p.fixed, p.rules = constant, []Rule{Constant}
		}
		copies.add(&p, row{parts: plainly(by[n:])}, "", -1)
	}
	for i := range copies.forms {
		f := &copies.forms[i]
		f.lean, f.alone = pointer, true
		list = append(list, copied{f, plan.AskMeasure{Store: -1}})
	}
	return list
}

func plainly(list []key) []part { return lists.Map(list, func(k key) part { return part{key: k} }) }

// growGuards queues a design with a copy that keeps a rule which nothing keeps. One that has several values in a
// partition is in the transaction of the base, or not worth while.
func (x *cluster) growGuards(t *trial) {
	for i := range x.guards {
		if slices.Contains(unmetOf(t.measure.Writes[i].Budget), "unique") {
			for _, c := range x.guards[i] {
				if len(c.rowKeys) == 0 || c.sharesWith(base(t.forms, c.kind)) {
					x.enqueue(append(slices.Clip(t.forms), c.form))
				}
			}
		}
	}
}

// unmetOf returns the counters of a budget that do not hold.
func unmetOf(list []ask.BudgetReport) (counters []string) {
	for i := range list {
		if !list[i].Met {
			counters = append(counters, list[i].Counter)
		}
	}
	return counters
}

// sharded makes forms whose entities are in several rows each, if some of the writes add to one of them, and one row
// takes fewer than all: near each other, and each in a partition of its own.
func (x *maker) sharded() {
	n := write.Shards(x.m.Facts, x.kind)
	if n < 2 {
		return
	}
	for _, f := range slices.Clone(x.forms) {
		for _, how := range []string{"", " apart"} {
			if g := f; g.option == "" {
				g.option, g.rules = "shards "+strconv.Itoa(n)+how, append(slices.Clip(g.rules), Sharded)
				x.keep(g)
			}
		}
	}
}

// caseless reports whether texts of a key that differ in case alone are the same. Entities of kinds below are found by
// the identity as it is written.
func caseless(s *sheet.Sheet, k key) bool {
	ref := k.ref
	if ids := s.Identity(ref.Kind); ref.Attr == sheet.Whole && len(ids) == 1 && k.name == s.NameOf(ref.Kind, ids[0]) {
		ref = ids[0]
	}
	return ref.Attr != sheet.Whole && s.Kinds[ref.Kind].Attributes[ref.Attr].Case == sheet.AnyCase
}
