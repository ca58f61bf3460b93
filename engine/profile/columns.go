package profile

import (
	"cmp"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/order"
)

// MaxColumns is how many columns are looked at; further ones are named and left out.
// Source: Understanding the Table service data model, "Property limitations": 252 properties and three more.
const MaxColumns = 255

const namesLeftOut = 100 // names of further columns that are kept

// columns are the columns of a file, in the order in which they came.
type columns struct {
	list    []*column
	at      map[string]int // by name; -1 for one that is left out
	leftOut []string
	further int // columns that are left out
}

// named returns the position of a column, -1 if it is left out: the Timestamp, which the service sets, and all beyond
// 255.
func (c *columns) named(name string) int {
	if at, ok := c.at[name]; ok {
		return at
	}
	name = strings.Clone(name)
	at := -1
	switch {
	case name == edm.Timestamp:
	case len(c.list) < MaxColumns:
		at = len(c.list)
		c.list = append(c.list, newColumn(name))
	default:
		if c.further++; len(c.leftOut) >= namesLeftOut {
			return -1
		}
		c.leftOut = append(c.leftOut, name)
	}
	c.at[name] = at
	return at
}

// present returns the positions of both keys of the service, -1 for one that the file does not have.
func (c *columns) present() (partition, row int) {
	find := func(name string) int {
		if at, ok := c.at[name]; ok {
			return at
		}
		return -1
	}
	return find(edm.PartitionKey), find(edm.RowKey)
}

const (
	chosenColumns = 12
	chosenAfter   = 8192 // rows; a shorter file is looked at as a whole
	longestPart   = 128  // characters that a part of a key has on average at most
)

// choose returns the columns that could be parts of keys, in the order of the file: times and columns whose values are
// all different so far, because an identity needs one, and then those with the fewest values. Doubles, binaries and
// long texts cannot be. Columns of the present keys are always among them.
func (c *columns) choose() []int {
	able := lists.Places(len(c.list), func(i int) bool {
		col := c.list[i]
		return col.filled > 0 && col.sizes.mean() <= longestPart && col.kinds.narrowest()&(doubleKind|binaryKind) == 0
	})
	partition, rowKey := c.present()
	rank := func(i int) float64 {
		col := c.list[i]
		n, _ := col.distinct()
		switch {
		case i == partition || i == rowKey:
			return -3
		case n > 0.999*float64(col.filled):
			return -2
		case col.kinds.narrowest() == timeKind:
			return -1
		}
		return n
	}
	order.By(able, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	able = able[:min(chosenColumns, len(able))]
	order.By(able, func(a, b int) int { return a - b })
	return able
}

// group returns the column whose groups a sample takes whole: of the chosen ones that make good partitions so far the
// one with the fewest values; -1 if there is none.
func (c *columns) group(chosen []int) int {
	best, fewest := -1, 0.0
	for _, i := range chosen {
		col := c.list[i]
		n, _ := col.distinct()
		spread := n >= leastPartitions && col.share(col.frequent(1)[0].least()) <= mostShare
		if spread && !col.isRising() && n < 0.5*float64(col.filled) && (best < 0 || n < fewest) {
			best, fewest = i, n
		}
	}
	return best
}
