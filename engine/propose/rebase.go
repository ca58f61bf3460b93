package propose

import (
	"slices"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// The first store of a kind is the full one, and the search adds copies to it one after the other. In the end another
// store may be the better base: that of a question which is asked most, for example, and reads the whole entity.

// rebase lets copies of the best design be the base in its place, and brings its stores into the same partitions, until
// no design becomes better by that.
func (x *Search) rebase(all []*trial) []*trial {
	for len(all) > 0 {
		first := all[0]
		all = append(all, slices.DeleteFunc(x.valid(append(x.rebased(first), x.gathered(first)...)), func(t *trial) bool {
			return t.cost.differs(&first.cost, x.preset) == None || t.cost.compare(&first.cost, x.preset) > 0
		})...)
		if order.By(all, x.compare); all[0] == first {
			break
		}
	}
	return all
}

// rebased returns the designs in which a copy and the base of its kind have changed roles. What was the base holds all,
// what the questions want that it answers, or what leads to the new one.
func (x *Search) rebased(t *trial) (list []*trial) {
	for i, f := range t.forms {
		b := base(t.forms, f.kind)
		if t.given || f == b || f.option != "" || b.option != "" || len(f.where) > 0 {
			continue
		}
		at := slices.Index(t.forms, b)
		for _, l := range x.heldBy(t, at) {
			set, full, held := slices.Clone(t.forms), *f, *b
			full.lean, full.wants, full.include, full.alone = whole, nil, b.include, false
			held.lean, held.wants, held.include, held.alone = l, x.wantedOf(t, at), nil, true
			set[at], set[i] = &full, &held
			if o := x.whole().try(set); o != nil {
				list = append(list, o)
			}
		}
	}
	return list
}

// gathered returns the designs in which all stores of a kind are in the partitions of one of them, where one
// transaction writes them: what else their PartitionKeys had is in their RowKeys, but for buckets.
func (x *Search) gathered(t *trial) (list []*trial) {
	f := x.m.Facts
	d := keys.Parse(f, &sheet.Design{Stores: t.texts})
	for i := range d.Stores {
		to, stores := &d.Stores[i], slices.Clone(t.texts)
		gone := func(s keys.Segment) bool {
			same := func(o keys.Segment) bool { return o.Text == s.Text }
			return s.Divides() || slices.ContainsFunc(to.Partition.Segments, same)
		}
		for j := range d.Stores {
			st := d.Stores[j]
			if st.Kind != to.Kind || st.Form != keys.Entities || len(st.Where) > 0 {
				continue
			}
			rest := slices.DeleteFunc(slices.Concat(attributes(&st.Partition), attributes(&st.Row)), gone)
			apart := strings.Repeat(string(rune('a'+j)), longest) // until tables and rows are named anew
			st.Table.Text, st.Partition.Text = to.Table.Text, to.Partition.Text
			st.Row.Text = apart + "_" + joined(f, &st, &keys.Template{}, rest)
			stores[j] = st.Write(f.Sheet)
		}
		if o := x.named(stores); o != nil && !o.given && to.Form == keys.Entities {
			list = append(list, o)
		}
	}
	return list
}

// longest is how many letters no text has that keeps rows apart.
const longest = 5

// heldBy returns what a store may hold if it is a copy: what copies for the questions may that it answers.
func (x *Search) heldBy(t *trial, store int) []lean {
	list := []lean{pointer}
	for i := range t.measure.Asks {
		if t.measure.Asks[i].Store == store {
			list = lists.Add(list, x.whole().leans(i, true)...)
		}
	}
	return list
}

// wantedOf returns what the questions want that a store answers, if they say so.
func (x *Search) wantedOf(t *trial, store int) []string {
	list := []string{}
	for i := range t.measure.Asks {
		if t.measure.Asks[i].Store == store {
			list = lists.Add(list, x.s.Asks[i].Wants...)
		}
	}
	return list
}
