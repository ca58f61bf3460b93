package keys

import (
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// sizes checks rule 6: the limits of entities, values and lists.
func (c *checker) sizes(i int) {
	st := &c.d.Stores[i]
	if st.Form == LogBlobs {
		return
	}
	if n := st.EachBytes(c.f); n > edm.MaxEntitySize && st.Form != List {
		c.say(EntityTooLarge, i, nil, n, edm.MaxEntitySize)
	}
	if n := st.propertyCount(c.f); n > edm.MaxProperties && st.Part == 0 && st.Form != List && st.Form != Answers {
		c.say(TooManyProps, i, nil, n, edm.MaxProperties)
	}
	if n := st.listLength(c.f); st.Form == List && n > maxList {
		c.say(ListTooLong, i, nil, n, maxList)
	}
	for _, a := range st.Holds.Props {
		if n := c.f.PropertyBytes(a.Ref) - facts.EmptyBytes(c.f, a.Ref); n > edm.MaxPropertyValue {
			c.say(ValueTooLarge, i, []string{c.f.Sheet.NameOf(st.Kind, a.Ref)}, n, edm.MaxPropertyValue)
		}
	}
}

// apart checks rule 7 against the stores before.
func (c *checker) apart(i int) {
	st := &c.d.Stores[i]
	for j := range i {
		o := &c.d.Stores[j]
		shared := o.Readable() && o.Form != LogBlobs && st.Form != LogBlobs && o.Table.Same(c.f, &st.Table)
		if shared && !Disjoint(c.f, &o.Partition, &st.Partition) && !Disjoint(c.f, &o.Row, &st.Row) && !o.Encloses(c.f, st) &&
			!st.Encloses(c.f, o) {
			c.about(StoresOverlap, i, j, nil)
		}
	}
}

// transactions checks rule 8 for a store that says that a transaction keeps it.
func (c *checker) transactions(i int) {
	st, base := &c.d.Stores[i], c.d.View.Base(c.d.Stores[i].Kind)
	if st.Kept.How == KeptTransaction && base != i && !st.SamePlace(c.f, &c.d.Stores[base]) {
		c.about(NotOneKey, i, base, nil)
	}
}

// sets checks rule 8 for writes that belong together: the bases of their kinds share table and PartitionKey, and what
// is written there fits into one transaction.
func (c *checker) sets() {
	for i := range c.f.Sheet.Together {
		t := &c.f.Sheet.Together[i]
		if first := c.firstBase(t); first >= 0 && c.onePlace(t, first) {
			c.fits(t, first)
		}
	}
}

// firstBase returns the base of the first kind of a set that has one, -1 if none has.
func (c *checker) firstBase(t *sheet.Together) int {
	for _, a := range t.Actions {
		if i := c.d.View.Base(c.f.Sheet.KindOf(a.Kind)); i >= 0 {
			return i
		}
	}
	return -1
}

// onePlace reports whether all bases of a set share table and PartitionKey, and tells of those that do not.
func (c *checker) onePlace(t *sheet.Together, first int) bool {
	one := true
	for _, a := range t.Actions {
		if i := c.d.View.Base(c.f.Sheet.KindOf(a.Kind)); i >= 0 && i != first &&
			!c.d.Stores[first].SamePlace(c.f, &c.d.Stores[i]) {
			c.about(NotTogether, i, first, []string{t.Name})
			one = false
		}
	}
	return one
}

// fits tells of a set that writes more entities or bytes than one transaction takes, with the most children that a
// parent of the same set has.
func (c *checker) fits(t *sheet.Together, place int) {
	rows, bytes := 0.0, 0.0
	for _, a := range t.Actions {
		kind := c.f.Sheet.KindOf(a.Kind)
		n := c.inSet(t, kind)
		for i := range c.d.Stores {
			if st := &c.d.Stores[i]; st.Kind == kind && st.SamePlace(c.f, &c.d.Stores[place]) {
				rows, bytes = rows+n, bytes+n*st.EachBytes(c.f)
			}
		}
	}
	if rows > MaxActions {
		c.say(TooManyActions, -1, []string{t.Name}, rows, MaxActions)
	}
	if bytes > maxTransaction {
		c.say(SetTooLarge, -1, []string{t.Name}, bytes, maxTransaction)
	}
}

// inSet returns how many entities of a kind a set writes: all children of a parent that it inserts too, or one.
func (c *checker) inSet(t *sheet.Together, kind int) float64 {
	for _, a := range t.Actions {
		parent := c.f.Sheet.KindOf(a.Kind)
		if a.Verb == sheet.Insert && parent != kind && slices.Contains(c.f.Ancestors(kind), parent) {
			return c.f.Group(kind, c.f.Identity(parent), sheet.TheMost).Largest
		}
	}
	return 1
}

// orders notes rows that would answer in the order of a question if ! came after a text.
func (c *checker) orders() {
	for i := range c.f.Questions {
		q := &c.f.Questions[i]
		for j := range c.d.Stores {
			if st := &c.d.Stores[j]; q.Ordered && st.Readable() && st.Kind == q.Kind {
				c.unordered(q, j, &st.Row)
			}
		}
	}
}

func (c *checker) unordered(q *facts.Question, store int, t *Template) {
	for k := range t.Segments {
		s := &t.Segments[k]
		if s.Form != template.Literal && c.f.SameOrder(s.Ref, q.By) && s.Sorts(c.f) == q.Direction() &&
			!t.KeepsOrder(c.f, k) {
			c.say(Unordered, store, []string{s.Text, q.Ask.Name})
		}
	}
}
