package datacentre

import (
	"cmp"
	"math"
	"rowkey/engine/order"
)

// Thin reduces the partitions of designs, those of the largest places first, until the load has at most as many as
// [Check] accepts. A partition of the model is then several of the design. Parts that were entered by hand stay as they
// are, and so do keys that name a time.
func (l *Load) Thin() {
	left, sizes := l.remaining()
	order.By(sizes, cmp.Compare)
	for i, n := range sizes {
		each := math.Max(1, math.Floor(left/float64(len(sizes)-i)))
		if n > each {
			l.most(each)
			return
		}
		left -= n
	}
}

// remaining returns how many partitions are left for places whose keys name no time, and how many each of them has;
// none if the load is wrong.
func (l *Load) remaining() (left float64, sizes []float64) {
	if !(l.Seconds >= 1 && l.Seconds <= MaxSeconds) {
		return 0, nil
	}
	c := &checker{}
	left = MaxPartitions
	for i := range l.Parts {
		p := &l.Parts[i]
		if c.part("", p); len(c.messages) > 0 {
			return 0, nil
		}
		if n := float64(layoutOf(p, int(l.Seconds)).n); p.Keys == Sheet {
			sizes = append(sizes, n)
		} else {
			left -= n
		}
	}
	return left, sizes
}

// most gives each place whose keys name no time at most so many partitions.
func (l *Load) most(n float64) {
	for i := range l.Parts {
		if p := &l.Parts[i]; p.Keys == Sheet {
			p.Partitions = math.Min(p.Partitions, n)
		}
	}
}

// total returns how many partitions there are of the keys of a block, if not all are told apart.
func (b *block) total() float64 {
	if b.Keys == Sheet {
		return math.Max(float64(b.n()), b.place.Total)
	}
	return float64(b.n())
}
