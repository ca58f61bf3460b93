package profile

import (
	"slices"

	"rowkey/engine/sheet"
	"rowkey/engine/units"
)

// amount returns how many rows there are: the number that arrives in a day if a time says when each did, and then the
// length of time that the file covers, so that questions about an hour find as many rows as the file has in one.
func (p *Profile) amount(identities [][]int) (sheet.Amount, sheet.Span) {
	stored := sheet.Amount{N: float64(p.rows)}
	c := p.arrival(identities)
	if c == nil {
		return stored, sheet.Span{}
	}
	covered := spanOf((c.ends[1] - c.ends[0]) / ticksPerSecond)
	if covered.N == 0 {
		return stored, sheet.Span{}
	}
	return sheet.Amount{N: round(float64(p.rows)*units.Day/covered.Seconds(), 6), Per: "day"}, covered
}

// arrival returns the time at which rows came: one that names them, or one that grows or falls from row to row; nil
// if there is none.
func (p *Profile) arrival(identities [][]int) *column {
	for at := range p.keys.columns {
		c := p.keys.columns[at].column
		names := len(identities) > 0 && slices.Contains(identities[0], at)
		if c.typeOf() == timeKind && c.filled == p.rows && (names || c.isRising() || c.isFalling()) {
			return c
		}
	}
	return nil
}

// shortest is how many of a unit a length of time has at least to be given in it.
const shortest = 2

// spanOf tells a length of time in the largest unit that it has two of; less than two minutes say nothing about a day.
func spanOf(seconds float64) sheet.Span {
	for _, u := range [...]struct {
		seconds float64
		unit    string
	}{{units.Day, "d"}, {units.Hour, "h"}, {units.Minute, "min"}} {
		if seconds >= shortest*u.seconds {
			return sheet.Span{N: round(seconds/u.seconds, 4), Unit: u.unit}
		}
	}
	return sheet.Span{}
}
