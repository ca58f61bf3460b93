package datacentre

// block is a part of a load laid out: its partitions have the numbers from lo to below hi of the data centre, in the
// order of their keys.
type block struct {
	Part
	lo, hi int
	number int
	keys   layout

	units, read, written float64 // entities of a request: counted, read and written

	weight []float64 // share of each partition; nil if all are asked alike, but for what moves
	bulk   []float64 // sum of the shares before each partition, without those of hot ones
	seen   seen
	hot    []int // partitions that can go above the target, by their numbers
}

// n returns how many partitions there are.
func (b *block) n() int { return b.hi - b.lo }

// still is how many requests a second are spread over all partitions in the same way all the time.
func (b *block) still() float64 {
	if b.weight != nil || b.Keys == Even {
		return b.Rate
	}
	return b.Rate * b.Spread / 100
}

// moving is how many requests a second go to a few partitions, which are others later.
func (b *block) moving(second int) float64 {
	if b.weight != nil || b.Keys == Even || b.Keys == Import && !b.importing(second) {
		return 0
	}
	return b.Rate * (1 - b.Spread/100)
}

func (b *block) importing(second int) bool {
	return float64(second) >= b.Begins && float64(second) < max(b.Ends, b.Begins+1)
}

// newBlock lays a part out from a partition on.
func newBlock(p Part, lo, seconds int) *block {
	b := &block{Part: p, lo: lo, keys: layoutOf(&p, seconds)}
	b.hi = lo + b.keys.n
	b.units, b.read, b.written = p.mix()
	return b
}

// share returns which part of the still load partitions from lo to below hi have that are not hot, or one that is.
func (b *block) share(lo, hi int) float64 {
	if b.weight == nil {
		return float64(hi-lo) / float64(b.n())
	}
	if hi-lo == 1 {
		return b.weight[lo-b.lo]
	}
	return b.bulk[hi-b.lo] - b.bulk[lo-b.lo]
}

// stillIn returns how many requests a second of the still load ask for these partitions.
func (b *block) stillIn(lo, hi int) float64 { return b.share(lo, hi) * b.still() }

// flow is load that goes to neighbouring partitions evenly: those from lo to below hi.
type flow struct {
	lo, hi int
	rate   float64 // requests a second
}

// flows appends where the moving load of a block goes in a second, in the order of the keys.
func (b *block) flows(list []flow, second int) []flow {
	rate := b.moving(second)
	if rate == 0 {
		return list
	}
	if b.Keys == Import {
		lo, hi := b.imported(second)
		return append(list, flow{lo, hi, rate})
	}
	newest := b.keys.newest(second)
	for i := range b.keys.buckets {
		at := b.lo + b.keys.at(i, newest)
		list = append(list, flow{at, at + 1, rate / float64(b.keys.buckets)})
	}
	return list
}

// imported returns the partitions that an import writes to in a second: one at least.
func (b *block) imported(second int) (lo, hi int) {
	begins, ends := int(b.Begins), int(max(b.Ends, b.Begins+1))
	done, n := second-begins, b.n()
	lo = b.lo + min(n-1, n*done/(ends-begins))
	return lo, max(lo+1, b.lo+n*(done+1)/(ends-begins))
}
