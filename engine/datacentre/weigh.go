package datacentre

import (
	"math"

	"rowkey/engine/hash"
)

// chunk is how many partitions are laid out at once: a slice of work must not take longer than a frame or two.
const chunk = 50_000

// tasks returns the work that lays out the shares of a block, in pieces.
func (b *block) tasks(seed uint64, target float64) []func() {
	switch {
	case b.Keys == Sheet:
		return append(b.placed(seed), b.divide(target)...)
	case b.Keys == Tenants:
		return append(b.tenants(seed), b.divide(target)...)
	}
	return nil
}

// tenants fills the shares of tenants of Zipf in an order that looks random, for a customer number says nothing about
// the size of the customer. If one has a given share, the others divide the rest.
func (b *block) tenants(seed uint64) []func() {
	n, sum := b.n(), 0.0
	b.weight = make([]float64, n)
	list := chunks(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			b.weight[i] = math.Pow(float64(i+1), -b.Skew)
			sum += b.weight[i]
		}
	})
	r := hash.Sequence(seed)
	return append(append(list, func() {
		if largest := b.Largest / 100; largest > 0 && n > 1 {
			rest := max(1e-12, (1-largest)/(sum-1)) // by which the others are multiplied
			b.weight[0], sum = largest/rest, 1/rest
		}
	}), chunks(n, func(lo, hi int) {
		even := b.Spread / 100 // which all get in equal parts
		for i := lo; i < hi; i++ {
			b.weight[i] = b.weight[i]/sum*(1-even) + even/float64(n)
			k := int(r.Next() >> 11 % uint64(i+1))
			b.weight[i], b.weight[k] = b.weight[k], b.weight[i]
		}
	})...)
}

// divide finds the partitions that can go above a number of entities a second, and sums up the others.
func (b *block) divide(target float64) []func() {
	b.bulk = make([]float64, b.n()+1)
	most, sum := target/max(1e-12, b.Rate*b.units), 0.0
	return chunks(b.n(), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if w := b.weight[i]; w > most {
				b.hot = append(b.hot, b.lo+i)
			} else {
				sum += w
			}
			b.bulk[i+1] = sum
		}
	})
}

// chunks divides work on n partitions into pieces.
func chunks(n int, do func(lo, hi int)) []func() {
	var list []func()
	for lo := 0; lo < n; lo += chunk {
		list = append(list, func() { do(lo, min(n, lo+chunk)) })
	}
	return list
}
