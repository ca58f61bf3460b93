package design

import (
	"slices"
	"strconv"
	"strings"
)

// question is a pattern with the values of one call.
type question struct {
	*pattern
	of        thing // whose values are known
	low, high int   // of the range
}

// access is how a copy answers a question: which intervals of its keys are asked, and what is compared besides.
type access struct {
	copy       int
	tables     []string
	partitions []string // nil when they do not follow from what is known
	within     bounds   // of the PartitionKey, then
	row        string   // the RowKey, if exact
	exact      bool
	rows       bounds   // of the RowKey
	rest       []string // comparisons of properties
	compared   []int    // attributes that these are about
	sorted     bool     // the answer comes in the order that is wanted
	inTurn     bool     // the next interval is only asked if those before had too few
	local      bool     // the client has to drop rows itself
	fetch      bool     // the rest of each entity is read from the first copy
}

// access finds out what a copy can do for a question. It returns false if it cannot answer.
func (b *bench) access(q *question, k int) (access, bool) {
	c := &b.copies[k]
	a := access{copy: k, tables: b.spread(q, c.Table, maxTables), partitions: b.spread(q, c.Partition, maxBuckets)}
	told := []string{} // attributes that the keys fix
	if a.tables == nil {
		a.tables = b.stored[k].tables
	} else {
		told = append(told, b.told(q, c.Table.segments)...)
	}
	if a.partitions == nil {
		_, a.within, _ = b.bound(q, c.Partition)
		a.rows = b.discriminator(k)
	} else {
		told = append(told, b.told(q, c.Partition.segments)...)
		told = append(told, b.rowsFor(q, c, &a)...)
	}
	b.takeTurns(q, c, &a)
	for _, name := range append([]string{q.from}, q.known...) {
		if name != "" && !slices.Contains(told, name) && !b.restrict(q, k, &a, name) {
			return a, false
		}
	}
	a.fetch = !b.complete(q, k)
	return a, !a.fetch || b.reachable(q, k)
}

// rowsFor bounds the RowKey and returns the attributes that the bounds fix.
func (b *bench) rowsFor(q *question, c *Copy, a *access) []string {
	known, whole := c.Row.fixed(b.w, q.of, q.known)
	told := b.told(q, c.Row.segments[:whole])
	if a.exact = whole == len(c.Row.segments); a.exact {
		a.row = known
		return told
	}
	next, rows, ranged := b.bound(q, c.Row)
	a.rows = rows
	sorted := next.sorted(b.w)
	a.sorted = q.order != "" && q.order == next.attr && sorted != 0 && (sorted > 0) == !q.down && next.tells(b.w) &&
		(known != "" || b.alone(c))
	if ranged {
		told = append(told, q.from)
	}
	return told
}

// alone is true for a copy whose partitions hold nothing of another copy.
func (b *bench) alone(c *Copy) bool {
	for i := range b.copies {
		if o := &b.copies[i]; o != c && o.Table.text == c.Table.text && o.Partition.text == c.Partition.text {
			return false
		}
	}
	return true
}

// told returns the attributes that a key made of these segments fixes to what the question knows.
func (b *bench) told(q *question, segments []segment) (list []string) {
	for _, s := range segments {
		switch u := s.span(b.w); {
		case s.form == literal:
		case slices.Contains(q.known, s.attr) && s.tells(b.w), s.attr == q.from && u != 0 && u.Whole(q.low, q.high):
			list = append(list, s.attr)
		}
	}
	return list
}

// restrict compares a property, if the copy has it; if only its keys have the value, the client has
// to compare.
func (b *bench) restrict(q *question, k int, a *access, name string) bool {
	if !b.holds(k, name) {
		a.local = true
		return slices.Contains(b.available(k), name)
	}
	i := b.w.index(name)
	at := &b.w.attributes[i]
	a.compared = append(a.compared, i)
	if name == q.from {
		a.rest = append(a.rest, name+" ge "+at.literal(strconv.Itoa(q.low)), name+" le "+at.literal(strconv.Itoa(q.high)))
		return true
	}
	a.rest = append(a.rest, name+" eq "+at.literal(q.of[i]))
	return true
}

// available returns the attributes that a row of a copy has.
func (b *bench) available(k int) []string {
	var list []string
	for i := range b.w.attributes {
		if name := b.w.attributes[i].name; b.holds(k, name) {
			list = append(list, name)
		}
	}
	c := &b.copies[k]
	for _, t := range []Template{c.Table, c.Partition, c.Row} {
		for _, s := range t.segments {
			if s.form != literal && s.tells(b.w) {
				list = append(list, s.attr)
			}
		}
	}
	return list
}

// complete reports whether a row of the copy has all that the question wants.
func (b *bench) complete(q *question, k int) bool {
	has := append(b.available(k), q.known...)
	wants := q.wants
	if wants == nil {
		wants = b.w.names()
	}
	return covers(has, wants)
}

// reachable reports whether a row of the copy leads to the row of the first copy.
func (b *bench) reachable(q *question, k int) bool {
	has := append(b.available(k), q.known...)
	c := &b.copies[0]
	for _, t := range []Template{c.Table, c.Partition, c.Row} {
		for _, s := range t.segments {
			if s.form != literal && !slices.Contains(has, s.attr) {
				return false
			}
		}
	}
	return k != 0
}

func covers(has, wants []string) bool {
	for _, name := range wants {
		if !slices.Contains(has, name) {
			return false
		}
	}
	return true
}

// filter writes the $filter for one partition, or for all when partition is nil.
func (a *access) filter(partition *string) string {
	list := []string{}
	if partition != nil {
		list = append(list, "PartitionKey eq "+quote(*partition))
	} else {
		list = append(list, a.within.filter("PartitionKey")...)
	}
	if a.exact {
		list = append(list, "RowKey eq "+quote(a.row))
	}
	list = append(list, a.rows.filter("RowKey")...)
	return strings.Join(append(list, a.rest...), " and ")
}
