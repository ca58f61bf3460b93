package profile

import (
	"math"
	"math/bits"
)

// registers of a sketch. Source: Flajolet and others, "HyperLogLog", 2007: the standard error is 1.04/√4096 = 1.6 %.
const (
	registers    = 1 << registerBits
	registerBits = 12
	rankBits     = 64 - registerBits
)

// distinctSketch estimates how many different hashes it has seen, in 4 KiB. The zero value has seen none.
type distinctSketch [registers]uint8

func (d *distinctSketch) add(h uint64) {
	rank := uint8(min(bits.LeadingZeros64(h<<registerBits), rankBits) + 1)
	if at := h >> rankBits; d[at] < rank {
		d[at] = rank
	}
}

// count returns the estimate. Unlike the original one it needs no correction for small numbers.
// Source: Ertl, "New cardinality estimation algorithms for HyperLogLog sketches", 2017, algorithm 6.
func (d *distinctSketch) count() float64 {
	var ranks [rankBits + 2]float64
	for _, rank := range d {
		ranks[rank]++
	}
	z := registers * tau(1-ranks[rankBits+1]/registers)
	for rank := rankBits; rank >= 1; rank-- {
		z = (z + ranks[rank]) / 2
	}
	z += registers * sigma(ranks[0]/registers)
	return registers * registers / (2 * math.Ln2 * z)
}

// sigma corrects for registers that are empty.
func sigma(x float64) float64 {
	if x == 1 {
		return math.Inf(1)
	}
	sum, y := x, 1.0
	for before := -1.0; sum != before; y *= 2 {
		x *= x
		before, sum = sum, sum+x*y
	}
	return sum
}

// tau corrects for registers that are full.
func tau(x float64) float64 {
	if x == 0 || x == 1 {
		return 0
	}
	sum, y := 1-x, 1.0
	for before := -1.0; sum != before; {
		x = math.Sqrt(x)
		y /= 2
		before, sum = sum, sum-(1-x)*(1-x)*y
	}
	return sum / 3
}

// hash64 returns a hash of a text that is never 0: 0 is a missing cell.
// Source: FNV-1a, 64 bits, Fowler, Noll and Vo; the bits are mixed as splitmix64 does.
func hash64(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return max(mix(h), 1)
}

// mix spreads a number over all 64 bits, each number to another one.
// Source: splitmix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// both returns a hash of two cells in this order.
func both(a, b uint64) uint64 { return max(mix(a*0x9E3779B97F4A7C15+b), 1) }
