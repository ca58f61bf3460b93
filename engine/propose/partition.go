package propose

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

// partition is a PartitionKey: keys, none for a constant, and the rules that made it.
type partition struct {
	parts []part
	rules []Rule
	fixed string // the text of a constant
}

func (p *partition) keys() []key {
	return keysIn(slices.DeleteFunc(slices.Clone(p.parts), part.coarse))
}

// spreading returns the rules of a PartitionKey that gets a segment more: it is no constant any more.
func (p *partition) spreading() []Rule {
	return slices.DeleteFunc(slices.Clone(p.rules), func(r Rule) bool { return r == Constant })
}

func (p *partition) text(m *plan.Model) string {
	if len(p.parts) == 0 {
		return p.fixed
	}
	return join(m, p.parts)
}

// place is the same for the PartitionKeys of kinds that write the same.
func (p *partition) place() string {
	var b strings.Builder
	for _, x := range p.parts {
		b.WriteString(strconv.Itoa(x.ref.Kind) + "." + strconv.Itoa(x.ref.Attr) + x.unit + strconv.Itoa(x.bucket) + "." +
			strconv.Itoa(x.bands) + ";")
	}
	return b.String() + p.fixed
}

// constant is the PartitionKey of everything, which the guide gives to small tables.
const constant = "all"

// small is how many entities one partition holds without a question that needs them all in one: a page of them.
const small = 1000

// partitions makes the PartitionKeys of a kind: all subsets of at most two keys that a question or a write knows,
// a constant for small kinds and for questions that know nothing, and a period after them.
func (x *maker) partitions() []partition {
	var list []partition
	if x.Population(x.kind) <= small || slices.ContainsFunc(x.needs, func(n need) bool { return len(n.known) == 0 }) {
		list = append(list, partition{fixed: constant, rules: []Rule{Constant}})
	}
	for _, n := range x.needs {
		for _, set := range x.subsets(n.known) {
			list = append(list, partition{parts: set, rules: []Rule{Compound}})
		}
	}
	list = append(list, x.grids()...)
	for _, p := range slices.Clone(list) {
		for _, t := range x.periods(&p) {
			parts := append(slices.Clip(p.parts), t)
			list = append(list, partition{parts: parts, rules: append(p.spreading(), TimeKey)})
		}
	}
	return x.distinct(list)
}

func (x *maker) distinct(list []partition) []partition {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(p partition) bool {
		t := p.place()
		twice := seen[t]
		seen[t] = true
		return twice
	})
}

// subsets returns all subsets of one and two keys. A time is one only if its values are days or more, or if it names
// what the entities belong to: finer ones name a partition for each entity.
func (x *maker) subsets(known []key) [][]part {
	var one []part
	for _, k := range known {
		if t := typeOf(x.Sheet, k); t.Name != sheet.Time || k.ref.Kind != x.kind && x.Names(k.ref) ||
			t.Unit != "" && sheet.UnitSeconds(t.Unit) >= sheet.UnitSeconds("day") {
			one = append(one, part{key: k})
		}
	}
	var list [][]part
	for i := range one {
		list = append(list, []part{one[i]})
		for j := i + 1; j < len(one); j++ {
			list = append(list, []part{one[i], one[j]})
		}
	}
	return list
}

// units are the periods that a PartitionKey can have.
var units = []string{"month", "day", "hour", "minute"}

// mostPeriods is how many partitions a question may ask for its range.
const mostPeriods = 64

// periods returns the periods that can follow a PartitionKey: those of the ranges that are asked, of which a range
// touches at most 64.
func (x *maker) periods(p *partition) []part {
	var list []part
	for _, n := range x.needs {
		if !isTime(x.Sheet, n.span) || !n.bounded || has(p.keys(), n.span.ref) {
			continue
		}
		width := x.width(&n)
		for _, unit := range units {
			if width/sheet.UnitSeconds(unit) <= mostPeriods && x.coarser(n.span, unit) {
				list = lists.Add(list, part{key: n.span, unit: unit})
			}
		}
	}
	return list
}

// coarser reports whether a unit is coarser than the values of a time.
func (x *maker) coarser(k key, unit string) bool {
	own := typeOf(x.Sheet, k).Unit
	return own == "" || sheet.UnitSeconds(unit) > sheet.UnitSeconds(own)
}

// width returns the seconds of the range of a need.
func (x *maker) width(n *need) float64 {
	a := &x.Asks[n.ask]
	if s := sheet.Span(a.Range.Width).Seconds(); s > 0 {
		return s
	}
	return x.Part(x.kind, a.Range) * x.Cover(n.span.ref.Kind)
}

// bucketed puts a bucket of each part of the identity that a PartitionKey does not have behind it.
func (x *maker) bucketed(p *partition, buckets int) []partition {
	var list []partition
	for _, k := range without(x.Sheet, identity(x.Sheet, x.kind), p.keys()) {
		if isTime(x.Sheet, k) || x.SpreadOf(x.kind, k.ref).Largest() > 1/float64(buckets) {
			continue // no bucket divides the value that occurs most
		}
		parts := append(slices.Clip(p.parts), part{key: k, bucket: buckets})
		list = append(list, partition{parts: parts, rules: append(p.spreading(), Buckets)})
	}
	return list
}
