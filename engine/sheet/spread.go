package sheet

import (
	"math"
	"slices"
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
	shares := make([]float64, len(d.Skew.Weights))
	for i, w := range d.Skew.Weights {
		shares[i] = w.Share / 100
	}
	slices.Sort(shares)
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
