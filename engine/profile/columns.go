package profile

import (
	"strings"

	"rowkey/engine/edm"
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
