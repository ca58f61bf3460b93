package sheet

import (
	"cmp"
	"math"
	"rowkey/engine/order"
	"slices"
	"sort"

	"rowkey/engine/lists"
)

// Spread is how the values of an attribute are distributed over the entities.
type Spread struct {
	Values float64
	Skew   Skew
}

// Squares returns the sum of p², where p is the share of a value: the share that a value has on average if values are
// asked for as often as they occur.
func (d Spread) Squares() float64 {
	switch d.Skew.Kind {
	case Largest:
		l, rest := d.Largest(), d.rest()
		return l*l + rest*rest*(d.Values-1)
	case Zipf:
		h := zipfSum(d.Values, d.Skew.S)
		return zipfSum(d.Values, 2*d.Skew.S) / (h * h)
	case Weights:
		sum := 0.0
		for _, w := range d.Skew.Weights {
			sum += w.Share * w.Share / 10_000
		}
		return sum
	}
	return 1 / d.Values
}

// Largest returns the share of the value that occurs most.
func (d Spread) Largest() float64 {
	switch d.Skew.Kind {
	case Largest:
		if d.Values > 1 {
			return d.Skew.Share / 100
		}
	case Zipf:
		return 1 / zipfSum(d.Values, d.Skew.S)
	case Weights:
		shares := d.ascending()
		return shares[len(shares)-1]
	}
	return 1 / d.Values
}

// rest returns the share of each value but the largest.
func (d Spread) rest() float64 { return (1 - d.Largest()) / math.Max(1, d.Values-1) }

// ascending returns the shares of a list, the smallest first.
func (d Spread) ascending() []float64 {
	shares := lists.Map(d.Skew.Weights, func(w Weight) float64 { return w.Share / 100 })
	order.By(shares, cmp.Compare)
	return shares
}

// Most returns the smallest share so that at least 99 of 100 calls ask for values of a share up to it.
func (d Spread) Most(asked string) float64 {
	if asked == TheMost {
		return d.Largest()
	}
	switch d.Skew.Kind {
	case Largest:
		calls := d.Largest()
		if asked == Evenly {
			calls = 1 / d.Values
		}
		if calls > 0.01 {
			return d.Largest()
		}
		return d.rest()
	case Zipf:
		rank := math.Floor(d.Values/100) + 1
		if asked != Evenly {
			rank = zipfRank(d.Values, d.Skew.S)
		}
		return math.Pow(rank, -d.Skew.S) / zipfSum(d.Values, d.Skew.S)
	case Weights:
		return mostOf(d.ascending(), asked)
	}
	return 1 / d.Values
}

// mostOf is most for a list of shares, the smallest first.
func mostOf(shares []float64, asked string) float64 {
	calls := 0.0
	for _, p := range shares {
		if calls += p; asked == Evenly {
			calls += 1/float64(len(shares)) - p
		}
		if calls >= 0.99-1e-12 {
			return p
		}
	}
	return shares[len(shares)-1]
}

// Of returns the share of one value, that of an even spread for one that is not in a list.
func (d Spread) Of(value string) float64 {
	for _, w := range d.Skew.Weights {
		if w.Value == value {
			return w.Share / 100
		}
	}
	return 1 / d.Values
}

// Tells says whether the share of a value follows from the sheet: it is in a list, or all occur equally often.
func (d Spread) Tells(value string) bool {
	return d.Skew.Kind == "" || slices.ContainsFunc(d.Skew.Weights, func(w Weight) bool { return w.Value == value })
}

// summed is up to which rank a sum of Zipf is exact.
const summed = 4096

// Seen returns how many different values so many entities have on average, each of which has one by its share.
func (d Spread) Seen(n float64) float64 {
	switch d.Skew.Kind {
	case Largest:
		return Among(d.Largest(), n) + (d.Values-1)*Among(d.rest(), n)
	case Weights:
		sum := 0.0
		for _, w := range d.Skew.Weights {
			sum += Among(w.Share/100, n)
		}
		return sum
	case Zipf:
		return d.zipfSeen(n)
	}
	return d.Values * Among(1/d.Values, n)
}

// zipfSeen is Seen for a spread of Zipf. Ranks that differ little are counted together.
func (d Spread) zipfSeen(n float64) (sum float64) {
	all := zipfSum(d.Values, d.Skew.S)
	for first, wide := 1.0, 1.0; first <= d.Values; first += wide {
		wide = math.Min(math.Max(1, math.Floor(first/64)), d.Values-first+1)
		sum += wide * Among(math.Pow(first+(wide-1)/2, -d.Skew.S)/all, n)
	}
	return sum
}

// Among returns how likely one of n entities has a value with a share.
func Among(share, n float64) float64 { return -math.Expm1(n * math.Log1p(-math.Min(1, share))) }

// zipfSum returns 1^-s + 2^-s + ... + n^-s. Above 4,096 it continues with an integral and its first corrections; the
// relative error is below 1e-13.
// Source: Euler-Maclaurin formula.
func zipfSum(n, s float64) float64 {
	sum := 0.0
	for k := math.Min(n, summed); k >= 1; k-- { // the small ones first, which loses less
		sum += math.Pow(k, -s)
	}
	if n <= summed {
		return sum
	}
	return sum + zipfTail(n, s)
}

// zipfTail returns the part of the sum above 4,096.
func zipfTail(n, s float64) float64 {
	f := func(x float64) float64 { return math.Pow(x, -s) }
	slope := func(x float64) float64 { return -s * math.Pow(x, -s-1) }
	return zipfIntegral(summed, n, s) + (f(n)-f(summed))/2 + (slope(n)-slope(summed))/12
}

// zipfIntegral is the integral of x^-s from a to b.
func zipfIntegral(a, b, s float64) float64 {
	if math.Abs(s-1) < 1e-9 {
		return math.Log(b / a)
	}
	return (math.Pow(b, 1-s) - math.Pow(a, 1-s)) / (1 - s)
}

// zipfRank returns the first rank of the values that have 99 percent of the calls, if they are asked for as often as
// they occur: the ranks before it have at most one percent.
func zipfRank(n, s float64) float64 {
	spare, head := zipfSum(n, s)/100, 0.0
	for k := 1.0; k <= math.Min(n, summed); k++ {
		if head += math.Pow(k, -s); head > spare {
			return k
		}
	}
	most := int(math.Min(n, math.MaxInt32)) - summed
	above := sort.Search(most, func(i int) bool { return head+zipfTail(summed+1+float64(i), s) > spare })
	return summed + 1 + float64(above)
}
