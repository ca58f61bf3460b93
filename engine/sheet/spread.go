package sheet

import (
	"math"
	"slices"
)

// spread is how the values of an attribute are distributed over the entities.
type spread struct {
	values float64
	skew   Skew
}

// squares returns the sum of p², where p is the share of a value: the share that a value has on average if values are
// asked for as often as they occur.
func (d spread) squares() float64 {
	switch d.skew.Kind {
	case Largest:
		l, rest := d.largest(), d.rest()
		return l*l + rest*rest*(d.values-1)
	case Zipf:
		h := zipfSum(d.values, d.skew.S)
		return zipfSum(d.values, 2*d.skew.S) / (h * h)
	case Weights:
		sum := 0.0
		for _, w := range d.skew.Weights {
			sum += w.Share * w.Share / 10_000
		}
		return sum
	}
	return 1 / d.values
}

// largest returns the share of the value that occurs most.
func (d spread) largest() float64 {
	switch d.skew.Kind {
	case Largest:
		if d.values > 1 {
			return d.skew.Share / 100
		}
	case Zipf:
		return 1 / zipfSum(d.values, d.skew.S)
	case Weights:
		shares := d.ascending()
		return shares[len(shares)-1]
	}
	return 1 / d.values
}

// rest returns the share of each value but the largest.
func (d spread) rest() float64 { return (1 - d.largest()) / math.Max(1, d.values-1) }

// ascending returns the shares of a list, the smallest first.
func (d spread) ascending() []float64 {
	shares := make([]float64, len(d.skew.Weights))
	for i, w := range d.skew.Weights {
		shares[i] = w.Share / 100
	}
	slices.Sort(shares)
	return shares
}

// most returns the smallest share so that at least 99 of 100 calls ask for values of a share up to it.
func (d spread) most(asked string) float64 {
	if asked == TheMost {
		return d.largest()
	}
	switch d.skew.Kind {
	case Largest:
		calls := d.largest()
		if asked == Evenly {
			calls = 1 / d.values
		}
		if calls > 0.01 {
			return d.largest()
		}
		return d.rest()
	case Zipf:
		rank := math.Floor(d.values/100) + 1
		if asked != Evenly {
			rank = zipfRank(d.values, d.skew.S)
		}
		return math.Pow(rank, -d.skew.S) / zipfSum(d.values, d.skew.S)
	case Weights:
		return mostOf(d.ascending(), asked)
	}
	return 1 / d.values
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

// of returns the share of one value, that of an even spread for one that is not in a list.
func (d spread) of(value string) float64 {
	for _, w := range d.skew.Weights {
		if w.Value == value {
			return w.Share / 100
		}
	}
	return 1 / d.values
}
