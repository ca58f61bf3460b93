package profile

import (
	"math"
	"slices"

	"rowkey/engine/order"
	"rowkey/engine/sheet"
)

const (
	fittedValues = 64 // of the most frequent values, which a skew is fitted to
	noise        = 4  // standard deviations that the largest of even values may be above the mean
)

// skew returns how the values of a column are spread over all rows, which is what a sheet means by a share. Rows
// without a value count as if that were one more.
func (c *column) skew(rows int) sheet.Skew {
	top, values := c.frequent(fittedValues), c.values(rows)
	if empty := rows - c.filled; empty > 0 {
		top = append(slices.Clone(top), counter{count: empty})
		order.By(top, func(a, b counter) int { return b.least() - a.least() })
	}
	return fit(top, values, rows)
}

// values returns how many different values the rows have, none of them being one.
func (c *column) values(rows int) float64 {
	n, _ := c.distinct()
	if c.filled < rows {
		n++
	}
	return n
}

// fit returns the skew that the most frequent values fit best: even, one large value, or zipf, by the sum of squared
// errors of their shares of the rows.
func fit(top []counter, values float64, rows int) sheet.Skew {
	shares := make([]float64, min(len(top), fittedValues))
	for i := range shares {
		shares[i] = float64(top[i].least()) / float64(rows)
	}
	even := 1 / values
	if len(shares) == 0 || shares[0]*float64(rows) <= even*float64(rows)+noise*math.Sqrt(even*float64(rows))+1 {
		return sheet.Skew{Kind: sheet.Even}
	}
	best := sheet.Skew{Kind: sheet.Largest, Share: round(100*shares[0], 3)}
	rest := (1 - shares[0]) / math.Max(1, values-1)
	least := errorOf(shares, func(i int) float64 { return []float64{shares[0], rest}[min(i, 1)] })
	tried := func(s float64) {
		skew := sheet.Skew{Kind: sheet.Zipf, S: round(s, 3)}
		first := sheet.Spread{Values: values, Skew: skew}.Largest()
		if e := errorOf(shares, func(i int) float64 { return first * math.Pow(float64(i+1), -s) }); e < least {
			least, best = e, skew
		}
	}
	for s := 0.1; s < 2.05; s += 0.1 {
		tried(s)
	}
	for s, most := best.S-0.09, math.Min(2, best.S+0.095); best.S > 0 && s < most; s += 0.01 {
		tried(s)
	}
	return best
}

// errorOf is the sum of squared errors of a shape.
func errorOf(shares []float64, shape func(i int) float64) float64 {
	sum := 0.0
	for i, p := range shares {
		d := p - shape(i)
		sum += d * d
	}
	return sum
}

// round keeps some significant digits.
func round(x float64, digits int) float64 {
	if x == 0 {
		return 0
	}
	scale := math.Pow(10, float64(digits-1)-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*scale) / scale
}
