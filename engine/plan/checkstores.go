package plan

import (
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/sheet"
)

// sizes is rule 6.
func (c *checker) sizes(i int) {
	st := &c.d.Stores[i]
	if st.Form == LogBlobs {
		return
	}
	if n := c.EachBytes(st); n > edm.MaxEntitySize && st.Form != List {
		c.say(EntityTooLarge, i, nil, n, edm.MaxEntitySize)
	}
	if n := c.properties(st); n > edm.MaxProperties && st.Part == 0 && st.Form != List && st.Form != Answers {
		c.say(TooManyProps, i, nil, n, edm.MaxProperties)
	}
	if n := c.listLength(st); st.Form == List && n > maxList {
		c.say(ListTooLong, i, nil, n, maxList)
	}
	for _, a := range st.holds.props {
		if n := c.propertyBytes(a.ref) - c.emptyBytes(a.ref); n > edm.MaxPropertyValue {
			c.say(ValueTooLarge, i, []string{c.NameOf(st.Kind, a.ref)}, n, edm.MaxPropertyValue)
		}
	}
}

// emptyBytes returns what a property takes beside its value: its name, and the length of a text.
func (m *Model) emptyBytes(ref sheet.Ref) float64 {
	return 8 + 2*float64(len(m.attribute(ref).Name)) + 4
}

// apart is rule 7 against the stores before.
func (c *checker) apart(i int) {
	st := &c.d.Stores[i]
	for j := range i {
		o := &c.d.Stores[j]
		shared := o.readable() && o.Form != LogBlobs && st.Form != LogBlobs && c.sameTemplate(&o.Table, &st.Table)
		if shared && !disjoint(&o.Partition, &st.Partition) && !disjoint(&o.Row, &st.Row) && !c.below(o, st) && !c.below(st, o) {
			c.about(StoresOverlap, i, j, nil)
		}
	}
}

// below reports whether the rows of one store begin with the whole RowKey of another one and a text that cannot be part
// of it, as those of children do.
func (m *Model) below(parent, child *Store) bool {
	p, n := &child.Row, len(parent.Row.Segments)
	if !m.samePlace(parent, child) || n == 0 || len(p.Segments) <= n || p.Segments[n].Form != Literal {
		return false
	}
	for i := range n {
		if !m.sameSegment(&parent.Row.Segments[i], &p.Segments[i]) {
			return false
		}
	}
	last := &p.Segments[n-1]
	return last.Form != Literal && (m.fixedWidth(last) || !m.occurs(last, []rune(p.Segments[n].Text)[0]))
}

// transactions is rule 8 for a store that says that a transaction keeps it.
func (c *checker) transactions(i int) {
	st, base := &c.d.Stores[i], c.d.view.base(c.d.Stores[i].Kind)
	if st.Kept.How == KeptTransaction && base != i && !c.samePlace(st, &c.d.Stores[base]) {
		c.about(NotOneKey, i, base, nil)
	}
}

// sets is rule 8 for writes that belong together: the bases of their kinds share table and PartitionKey, and what is
// written there fits into one transaction.
func (c *checker) sets() {
	for i := range c.Together {
		t := &c.Together[i]
		if first := c.firstBase(t); first >= 0 && c.onePlace(t, first) {
			c.fits(t, first)
		}
	}
}

// firstBase returns the base of the first kind of a set that has one, -1 if none has.
func (c *checker) firstBase(t *sheet.Together) int {
	for _, a := range t.Actions {
		if i := c.d.view.base(c.KindOf(a.Kind)); i >= 0 {
			return i
		}
	}
	return -1
}

// onePlace reports whether all bases of a set share table and PartitionKey, and tells of those that do not.
func (c *checker) onePlace(t *sheet.Together, first int) bool {
	one := true
	for _, a := range t.Actions {
		if i := c.d.view.base(c.KindOf(a.Kind)); i >= 0 && i != first && !c.samePlace(&c.d.Stores[first], &c.d.Stores[i]) {
			c.about(NotTogether, i, first, []string{t.Name})
			one = false
		}
	}
	return one
}

// fits tells of a set that writes more entities or bytes than one transaction takes, with the most children that a parent
// of the same set has.
func (c *checker) fits(t *sheet.Together, place int) {
	rows, bytes := 0.0, 0.0
	for _, a := range t.Actions {
		kind := c.KindOf(a.Kind)
		n := c.inSet(t, kind)
		for i := range c.d.Stores {
			if st := &c.d.Stores[i]; st.Kind == kind && c.samePlace(st, &c.d.Stores[place]) {
				rows, bytes = rows+n, bytes+n*c.EachBytes(st)
			}
		}
	}
	if rows > maxActions {
		c.say(TooManyActions, -1, []string{t.Name}, rows, maxActions)
	}
	if bytes > maxTransaction {
		c.say(SetTooLarge, -1, []string{t.Name}, bytes, maxTransaction)
	}
}

// inSet returns how many entities of a kind a set writes: all children of a parent that it inserts too, or one.
func (c *checker) inSet(t *sheet.Together, kind int) float64 {
	for _, a := range t.Actions {
		parent := c.KindOf(a.Kind)
		if a.Verb == sheet.Insert && parent != kind && slices.Contains(c.Ancestors(kind), parent) {
			return c.group(kind, c.identity(parent), sheet.TheMost).largest
		}
	}
	return 1
}

// orders notes rows that would answer in the order of a question if ! came after a text.
func (c *checker) orders() {
	for i := range c.asks {
		q := &c.asks[i]
		for j := range c.d.Stores {
			if st := &c.d.Stores[j]; q.order && st.readable() && st.Kind == q.kind {
				c.unordered(q, j, &st.Row)
			}
		}
	}
}

func (c *checker) unordered(q *question, store int, t *Template) {
	for k := range t.Segments {
		s := &t.Segments[k]
		if s.Form != Literal && c.sameOrder(s.ref, q.by) && c.sorted(s) == q.direction() && !c.keepsOrder(t, k) {
			c.say(Unordered, store, []string{s.Text, q.Name})
		}
	}
}
