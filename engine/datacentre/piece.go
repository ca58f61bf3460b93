package datacentre

import (
	"cmp"

	"rowkey/engine/order"
)

// piece is neighbouring partitions of one block that are asked alike while a map is drawn.
type piece struct {
	block  *block
	lo, hi int
	load   float64 // first attempts
}

// pieces returns the work that visits all pieces of a window in the order of their keys.
func (s *Simulation) pieces(w Window, visit func(piece)) []func() {
	var list []func()
	for _, b := range s.blocks {
		lo, hi := max(b.lo, w.From), min(b.hi, w.To)
		switch {
		case lo >= hi:
		case b.weight == nil:
			list = append(list, func() { b.flowPieces(w, lo, hi, visit) })
		default:
			rate := b.Rate * float64(w.Ends-w.Begins)
			list = append(list, chunks(hi-lo, func(from, to int) {
				for i := lo + from; i < lo+to; i++ {
					visit(piece{b, i, i + 1, b.weight[i-b.lo] * rate})
				}
			})...)
		}
	}
	return list
}

// loadOf returns the first attempts in a window that ask for partitions of a block.
func (b *block) loadOf(w Window, lo, hi int) (sum float64) {
	if b.weight == nil {
		b.flowPieces(w, lo, hi, func(p piece) { sum += p.load })
		return sum
	}
	sum = b.bulk[hi-b.lo] - b.bulk[lo-b.lo]
	for _, hot := range b.hot {
		if hot >= lo && hot < hi {
			sum += b.weight[hot-b.lo]
		}
	}
	return sum * b.Rate * float64(w.Ends-w.Begins)
}

// flowPieces visits the pieces of a block through which load moves.
func (b *block) flowPieces(w Window, lo, hi int, visit func(piece)) {
	still := b.still() / float64(b.n()) * float64(w.Ends-w.Begins)
	at := lo
	for _, f := range b.visited(w) {
		from, to := max(f.lo, at), min(f.hi, hi)
		if from >= to {
			continue
		}
		if from > at {
			visit(piece{b, at, from, still * float64(from-at)})
		}
		visit(piece{b, from, to, still*float64(to-from) + f.rate*float64(to-from)/float64(f.hi-f.lo)})
		at = to
	}
	if at < hi {
		visit(piece{b, at, hi, still * float64(hi-at)})
	}
}

// visited returns where the moving load goes in the seconds of a window, in the order of the keys. The rate is the sum of
// all requests.
func (b *block) visited(w Window) []flow {
	var list, now []flow
	for second := w.Begins; second < w.Ends; second++ {
		now = b.flows(now[:0], second)
		last := list[len(list)-min(len(list), len(now)):]
		for i, f := range now {
			if len(last) == len(now) && last[i].lo == f.lo {
				last[i].rate += f.rate
				continue
			}
			list = append(list, f)
		}
	}
	order.By(list, func(a, b flow) int { return cmp.Compare(a.lo, b.lo) })
	return list
}
