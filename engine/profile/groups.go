package profile

import (
	"rowkey/engine/lists"
	"rowkey/engine/order"
)

// groups are the rows of the file by the values of one or two chosen columns, as far as they are retained.
type groups struct {
	columns []int // positions among the chosen columns
	hashes  []uint64
	rows    []int
	bytes   []int
	first   []int // a retained row of the group
	scale   int   // rows of the file for each retained one
}

// group counts the groups of some columns.
func (r *retained) group(columns []int) *groups {
	g, seen := &groups{columns: columns, scale: 1 << r.level}, map[uint64]int32{}
	for i := range r.rows {
		h := r.hashOf(columns, i)
		n, ok := seen[h]
		if !ok {
			n = int32(len(g.rows))
			seen[h] = n
			g.hashes, g.rows, g.bytes, g.first = append(g.hashes, h), append(g.rows, 0), append(g.bytes, 0), append(g.first, i)
		}
		g.rows[n]++
		g.bytes[n] += int(at(r.sizes, i))
	}
	return g
}

// hashOf returns the hash of a row in some columns.
func (r *retained) hashOf(columns []int, row int) uint64 {
	h := r.columns[columns[0]].hash(row)
	for _, c := range columns[1:] {
		h = both(h, r.columns[c].hash(row))
	}
	return h
}

// byRows returns the positions of the groups, the largest first.
func (g *groups) byRows() []int {
	list := lists.Places(len(g.rows), nil)
	order.By(list, func(a, b int) int { return g.rows[b] - g.rows[a] })
	return list
}

// isUnique reports whether no two of the retained rows are equal in some columns.
func (r *retained) isUnique(columns []int) bool {
	size := 1
	for size < 2*r.rows+2 {
		size *= 2
	}
	seen := make([]uint64, size)
	for i := range r.rows {
		h := r.hashOf(columns, i)
		at := int(h) & (size - 1)
		for seen[at] != 0 && seen[at] != h {
			at = (at + 1) & (size - 1)
		}
		if seen[at] == h {
			return false
		}
		seen[at] = h
	}
	return true
}

// transactions returns how many transactions of 100 a rewrite of all groups takes.
func (g *groups) transactions() int {
	return lists.Sum(g.rows, func(rows int) int { return (rows*g.scale + 99) / 100 })
}

// textOf returns the value of a row in a chosen column, "" if it is not known.
func (c *keyColumn) textOf(row int) string {
	h := c.hash(row)
	if c.exact != nil {
		if h == 0 {
			return ""
		}
		return c.exact.texts[c.exact.slots[c.exact.slot(h)]-1]
	}
	if i, ok := c.top.at[h]; ok {
		return c.top.heap[i].text
	}
	return ""
}
