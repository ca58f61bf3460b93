package plan

import "math"

// size is a number of calls: on average, what 99 of 100 do not exceed, and at most.
type size struct{ typical, often, largest float64 }

// always is a number that is the same for all calls.
func always(n float64) size { return size{n, n, n} }

// each applies a function to all three numbers.
func (a size) each(f func(float64) float64) size { return size{f(a.typical), f(a.often), f(a.largest)} }

// with applies a function to the numbers of two sizes.
func (a size) with(b size, f func(x, y float64) float64) size {
	return size{f(a.typical, b.typical), f(a.often, b.often), f(a.largest, b.largest)}
}

func (a size) plus(b size) size     { return a.with(b, func(x, y float64) float64 { return x + y }) }
func (a size) times(b size) size    { return a.with(b, func(x, y float64) float64 { return x * y }) }
func (a size) over(b size) size     { return a.with(b, func(x, y float64) float64 { return x / y }) }
func (a size) least(b size) size    { return a.with(b, math.Min) }
func (a size) most(b size) size     { return a.with(b, math.Max) }
func (a size) scale(f float64) size { return a.each(func(x float64) float64 { return x * f }) }
func (a size) atLeast(n float64) size {
	return a.each(func(x float64) float64 { return math.Max(n, x) })
}
func (a size) atMost(n float64) size {
	return a.each(func(x float64) float64 { return math.Min(n, x) })
}

// parts returns how many times n fits in, rounded up. What the arithmetic of floats leaves above a whole number is not
// one more.
func (a size) parts(n float64) size {
	return a.each(func(x float64) float64 { return math.Ceil(x/n - 1e-6) })
}
