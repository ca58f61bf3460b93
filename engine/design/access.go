package design

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// question is a pattern with the values of one call.
type question struct {
	*pattern
	of        thing // whose values are known
	low, high int   // of the range
}

// access is how a copy answers a question.
type access struct {
	copy       int
	tables     []string
	partitions []string // nil when they do not follow from what is known
	prefix     string   // of the PartitionKey, then
	row        string   // the RowKey, or its beginning
	exact      bool     // row is the whole RowKey
	rowLow     string   // bounds of the RowKey, "" for none; the upper one is exclusive
	rowHigh    string
	rest       []string // comparisons of properties
	sorted     bool     // the answer comes in the order that is wanted
	local      bool     // the client has to drop rows itself
	fetch      bool     // the rest of each entity is read from the first copy
}

// maxBuckets is over how many partitions one question is spread at most.
const maxBuckets = 64

// access finds out what a copy can do for a question. It returns false if it cannot answer.
func (b *bench) access(q *question, k int) (access, bool) {
	c := &b.copies[k]
	a := access{copy: k, tables: b.tablesFor(q, k)}
	told := []string{} // attributes that the keys fix
	told = append(told, c.Table.told(q.known)...)
	a.partitions = b.partitionsFor(q, c)
	if a.partitions == nil {
		a.prefix, _ = c.Partition.fixed(b.w, q.of, q.known)
	} else {
		told = append(told, c.Partition.told(q.known)...)
		told = append(told, b.rowsFor(q, c, &a)...)
	}
	for _, name := range q.known {
		if !slices.Contains(told, name) && !b.restrict(q, k, &a, name) {
			return a, false
		}
	}
	if q.from != "" && !slices.Contains(told, q.from) && !b.restrict(q, k, &a, q.from) {
		return a, false
	}
	a.fetch = !b.complete(q, k)
	return a, !a.fetch || b.reachable(q, k)
}

// tablesFor returns the tables that can hold the answer.
func (b *bench) tablesFor(q *question, k int) []string {
	name, whole := b.copies[k].Table.fixed(b.w, q.of, q.known)
	if whole == len(b.copies[k].Table.segments) {
		return []string{name}
	}
	return b.stored[k].tables
}

// partitionsFor returns the partitions that the known attributes lead to, spread over the buckets
// of those that are not known; nil if they lead to none.
func (b *bench) partitionsFor(q *question, c *Copy) []string {
	list := []string{""}
	for _, s := range c.Partition.segments {
		choices := []string{}
		switch {
		case s.form == literal || slices.Contains(q.known, s.attr):
			choices = append(choices, s.value(b.w, q.of))
		case s.form == bucket && len(list)*s.n <= maxBuckets:
			for i := range s.n {
				choices = append(choices, pad(i, len(strconv.Itoa(s.n-1))))
			}
		default:
			return nil
		}
		next := make([]string, 0, len(list)*len(choices))
		for _, before := range list {
			for _, choice := range choices {
				next = append(next, before+choice)
			}
		}
		list = next
	}
	return list
}

// rowsFor bounds the RowKey and returns the attributes that the bounds fix.
func (b *bench) rowsFor(q *question, c *Copy, a *access) []string {
	var whole int
	a.row, whole = c.Row.fixed(b.w, q.of, q.known)
	told := Template{segments: c.Row.segments[:whole]}.told(q.known)
	if a.exact = whole == len(c.Row.segments); a.exact {
		return told
	}
	if a.row != "" {
		a.rowLow, a.rowHigh = a.row, after(a.row)
	}
	next := c.Row.segments[whole]
	sorted := next.sorted(b.w)
	a.sorted = q.order == next.attr && (sorted > 0) == !q.down && sorted != 0 && (a.rowLow != "" || b.alone(c))
	if q.from == next.attr && sorted != 0 {
		low, high := next.write(b.w, strconv.Itoa(q.low)), next.write(b.w, strconv.Itoa(q.high))
		if sorted < 0 {
			low, high = high, low
		}
		a.rowLow, a.rowHigh = a.row+low, after(a.row+high)
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

// told returns the known attributes whose values a key of the template shows.
func (t Template) told(known []string) []string {
	var list []string
	for _, s := range t.segments {
		if s.form != literal && s.tells() && slices.Contains(known, s.attr) {
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
	at := &b.w.attributes[b.w.index(name)]
	if name == q.from {
		a.rest = append(a.rest, name+" ge "+strconv.Itoa(q.low), name+" le "+strconv.Itoa(q.high))
		return true
	}
	a.rest = append(a.rest, name+" eq "+at.literal(q.of[b.w.index(name)]))
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
			if s.form != literal && s.tells() {
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

// after returns the first text after all that begin with prefix, "" if there is none, in the order of
// keys: that of UTF-16, where the surrogates of what is above U+FFFF come before U+E000.
func after(prefix string) string {
	if prefix == "" {
		return ""
	}
	last, size := utf8.DecodeLastRuneInString(prefix)
	before := prefix[:len(prefix)-size]
	switch last {
	case 0xD7FF:
		return before + "\U00010000"
	case utf8.MaxRune:
		return before + "\uE000"
	case 0xFFFF:
		return after(before)
	}
	return before + string(last+1)
}

// filter writes the $filter for one partition, or for all when partition is nil.
func (a *access) filter(partition *string) string {
	list := []string{}
	switch {
	case partition != nil:
		list = append(list, "PartitionKey eq "+quote(*partition))
	case a.prefix != "":
		list = append(list, between("PartitionKey", a.prefix, after(a.prefix))...)
	}
	if a.exact {
		list = append(list, "RowKey eq "+quote(a.row))
	}
	if a.rowLow != "" {
		list = append(list, between("RowKey", a.rowLow, a.rowHigh)...)
	}
	return strings.Join(append(list, a.rest...), " and ")
}

// between compares a key with a lower bound, and with an upper one that is exclusive unless that is "".
func between(key, low, high string) []string {
	list := []string{key + " ge " + quote(low)}
	if high != "" {
		list = append(list, key+" lt "+quote(high))
	}
	return list
}
