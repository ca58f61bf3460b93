package profile

import (
	"math"

	"rowkey/engine/edm"
	"rowkey/engine/utf16text"
)

// column is what is known of one column.
type column struct {
	name      string
	nameUnits int
	filled    int
	kinds     kinds
	sizes     sizes

	exact      *dictionary // nil beyond 4,096 values; then those below
	sketch     *distinctSketch
	top        *topSketch
	codeHashes []uint64 // by code, for rows that keep codes

	has        uint8      // of all values
	digits     [2]int     // of the shortest and the longest integer
	unit       int        // position in sheet.TimeUnits of the finest unit of all times
	ends       [2]float64 // smallest and largest number, or time in ticks of 100 ns
	measured   int        // numbers and times
	commas     bool       // some numbers have a decimal comma, if they are numbers
	before     reading    // of the row before
	beforeText string
	followed   int // rows with a value that has an order
	compared   int // rows with a row before
	rising     int // of those, not below it
	falling    int // of those, not above it

	notKeys   Places // values that a key cannot have
	longKeys  Places // values that are too long for a key
	tooLarge  Places // values that are too large for a property
	badValues int    // different ones of notKeys, while values are exact
}

func newColumn(name string) *column {
	c := &column{name: name, nameUnits: utf16text.Len(name), kinds: allKinds, exact: &dictionary{}}
	if isKey(name) {
		c.kinds = textKind
	}
	return c
}

// add counts a value of a line. It returns its hash and, while values are exact, its code+1.
func (c *column) add(cell *cell, m measured, line int) (hash uint64, code uint16) {
	c.filled++
	c.has |= m.has
	r := read(cell.text, c.kinds&cell.kinds)
	c.kinds &= r.kinds & (cell.kinds | textKind)
	c.sizes.add(m.units)
	c.limits(m, line)
	c.follow(r, cell.text)
	return c.count(cell.text, m)
}

// count counts a value among those of its column.
func (c *column) count(text string, m measured) (hash uint64, code uint16) {
	hash = hash64(text)
	if c.exact != nil {
		before := len(c.exact.hashes)
		if at, ok := c.exact.add(hash, text); ok {
			if at == before && m.has&hasForbidden != 0 {
				c.badValues++
			}
			return hash, uint16(at + 1)
		}
		c.overflow()
	}
	c.sketch.add(hash)
	c.top.add(hash, text)
	return hash, 0
}

// overflow goes on with sketches.
func (c *column) overflow() {
	c.sketch = &distinctSketch{}
	for _, h := range c.exact.hashes {
		c.sketch.add(h)
	}
	c.top, c.codeHashes = newTopSketch(c.exact.frequent()), c.exact.hashes
	c.exact, c.badValues = nil, 0
}

// limits remembers the line of a value that breaks a limit.
func (c *column) limits(m measured, line int) {
	if m.has&hasForbidden != 0 {
		c.notKeys.add(line)
	}
	if m.isLongKey() {
		c.longKeys.add(line)
	}
	if 2*m.units > edm.MaxPropertyValue {
		c.tooLarge.add(line)
	}
}

// follow compares a value with the one before.
func (c *column) follow(r reading, text string) {
	c.commas = c.commas || r.comma
	if math.IsNaN(r.order) {
		return
	}
	if r.kinds&(numberKinds|timeKind) != 0 {
		c.measureNumber(r)
	}
	if c.followed++; c.followed > 1 {
		c.compared++
		order := c.compare(r, text)
		if order >= 0 {
			c.rising++
		}
		if order <= 0 {
			c.falling++
		}
	}
	c.before, c.beforeText = r, text
}

// compare orders a value against the one before: as numbers or times if both are, else as keys.
func (c *column) compare(r reading, text string) int {
	if c.kinds&(numberKinds|timeKind) == 0 {
		return utf16text.Compare(text, c.beforeText)
	}
	switch d := r.order - c.before.order; {
	case d < 0:
		return -1
	case d > 0:
		return 1
	}
	return 0
}

// measureNumber looks at the range and the form of numbers and times.
func (c *column) measureNumber(r reading) {
	if c.measured++; c.measured == 1 {
		c.ends = [2]float64{r.order, r.order}
	}
	c.ends = [2]float64{min(c.ends[0], r.order), max(c.ends[1], r.order)}
	c.unit = max(c.unit, r.unit)
	if r.digits > 0 {
		if c.digits[0] == 0 {
			c.digits[0] = r.digits
		}
		c.digits = [2]int{min(c.digits[0], r.digits), max(c.digits[1], r.digits)}
	}
}

// distinct returns how many different values there are, and whether that is exact.
func (c *column) distinct() (n float64, exact bool) {
	if c.exact != nil {
		return float64(len(c.exact.hashes)), true
	}
	return min(c.sketch.count(), float64(c.filled)), false
}

// frequent returns up to n of the most frequent values, the most frequent first, and how many rows more than that a
// value could have at most.
func (c *column) frequent(n int) []counter {
	var list []counter
	if c.exact != nil {
		list = c.exact.frequent()
	} else {
		list = c.top.frequent()
	}
	return list[:min(n, len(list))]
}

// share returns the share of a number of rows among those that have the column.
func (c *column) share(rows int) float64 { return float64(rows) / max(1, float64(c.filled)) }

// monotoneShare is from which share of rows on a column counts as ordered. A few rows can be so by chance.
const (
	monotoneShare = 0.995
	leastOrdered  = 20 // rows
)

func (c *column) isRising() bool { return c.isMonotone(c.rising) }

func (c *column) isFalling() bool { return c.isMonotone(c.falling) }

func (c *column) isMonotone(rows int) bool {
	return c.followed >= leastOrdered && float64(rows) > monotoneShare*float64(c.compared)
}

// isUnder reports whether values have a low line, which then cannot separate them from another part of a key.
func (c *column) isUnder() bool { return c.has&hasUnder != 0 }
