package profile

import (
	"rowkey/engine/sheet"
)

// report returns what is known of a column of a file with some rows.
func (c *column) report(rows int, values bool) Column {
	n, exact := c.distinct()
	top := c.frequent(1)
	k := c.typeOf()
	r := Column{
		Name: c.name, Type: k.names()[0], Fits: c.fits().names(), Filled: c.filled, Distinct: round(n, 4), Exact: exact,
		Size: c.sizes.report(), Order: c.order(), Digits: []int{}, Signed: k&numberKinds != 0 && c.ends[0] < 0,
		NotKeys: c.notKeys.report(), BadValues: c.badValues, LongKeys: c.longKeys.report(), TooLarge: c.tooLarge.report(),
	}
	if exact {
		r.Distinct = n
	}
	if len(top) > 0 {
		s := c.skew(rows)
		r.Largest, r.Skew = float64(top[0].least())/float64(rows), Skew{s.Kind, s.Share, s.S}
		if values {
			r.Example = top[0].text
		}
	}
	if k&(intKind|longKind) != 0 {
		r.Digits = c.digits[:]
	}
	if k == timeKind {
		r.Unit = sheet.TimeUnits[c.unit]
	}
	return r
}

// typeOf returns the narrowest type that fits all values; a column without values is a text, and one of numbers with a
// decimal comma until a reader says that they are numbers.
func (c *column) typeOf() kinds {
	if c.commas {
		return (c.fits() &^ numberKinds).narrowest()
	}
	return c.fits().narrowest()
}

// typeAs returns the type that a reader has chosen if it fits all values, else the narrowest.
func (c *column) typeAs(chosen string) kinds {
	if k := named(chosen); k&c.fits() != 0 {
		return k
	}
	return c.typeOf()
}

func (c *column) fits() kinds {
	if c.filled == 0 {
		return textKind
	}
	return c.kinds
}

// order says whether values grow or fall from row to row.
func (c *column) order() string {
	switch rising, falling := c.isRising(), c.isFalling(); {
	case rising && falling:
		return "constant"
	case rising:
		return "rising"
	case falling:
		return "falling"
	}
	return ""
}
