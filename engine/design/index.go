package design

import (
	"sort"

	"rowkey/engine/edm"
	"rowkey/engine/order"
)

// owned says what a row is: a copy of an entity.
type owned struct{ thing, copy int }

// row is a stored row with its keys.
type row struct {
	address
	owned
}

// index is all rows by their tables, in the order in which the service stores them. Counting rows between two keys
// gives the number of entities that a request reads, without sending it.
type index map[string][]row

// sort puts the rows of each table in order, once all of them are there.
func (x index) sort() {
	for _, rows := range x {
		order.By(rows, func(r, s row) int { return r.compare(s.address) })
	}
}

// compare orders two addresses of the same table.
func (a address) compare(to address) int {
	if n := edm.CompareText(a.partition, to.partition); n != 0 {
		return n
	}
	return edm.CompareText(a.row, to.row)
}

// span is rows of a table that follow each other, by their positions.
type span struct {
	table    string
	from, to int
}

// find returns the rows that the keys of an access leave: of one partition, or of a range when partition is nil.
func (x index) find(a *access, table string, partition *string) span {
	rows := x[table]
	at := func(partition, key string) int {
		to := address{partition: partition, row: key}
		return sort.Search(len(rows), func(i int) bool { return rows[i].compare(to) >= 0 })
	}
	s := span{table, 0, len(rows)}
	switch {
	case partition != nil && a.exact:
		s.from = at(*partition, a.row)
		if s.to = s.from; s.from < len(rows) && rows[s.from].partition == *partition && rows[s.from].row == a.row {
			s.to++
		}
	case partition != nil:
		s.from, s.to = at(*partition, a.rows.low), at(*partition+"\x00", "")
		if a.rows.high != "" {
			s.to = at(*partition, a.rows.high)
		}
	default:
		s.from = at(a.within.low, "")
		if a.within.high != "" {
			s.to = at(a.within.high, "")
		}
	}
	return s
}

// spans visits what an access asks, in the order in which it asks; visit returns false to stop.
func (x index) spans(a *access, visit func(s span, partition *string) bool) {
	for _, table := range a.tables {
		if a.partitions == nil && !visit(x.find(a, table, nil), nil) {
			return
		}
		for i := range a.partitions {
			if !visit(x.find(a, table, &a.partitions[i]), &a.partitions[i]) {
				return
			}
		}
	}
}

// size is how many rows an access reads at most.
func (x index) size(a *access) (n int) {
	x.spans(a, func(s span, _ *string) bool {
		n += s.to - s.from
		return true
	})
	return n
}
