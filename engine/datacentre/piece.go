package datacentre

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

// visited returns where the moving load goes in the seconds of a window, in the order of the keys. The rate is the
// sum of all requests. The last answer is remembered, for a map is laid out in three passes.
func (b *block) visited(w Window) []flow {
	if b.seen.flows == nil || b.seen.window != w {
		b.seen.window, b.seen.flows = w, b.visit(w)
	}
	return b.seen.flows
}

// seen is what visited has found.
type seen struct {
	window Window
	flows  []flow
}

func (b *block) visit(w Window) []flow {
	list := []flow{}
	switch {
	case b.moving(w.Begins) > 0 && b.Keys != Import:
		return b.visitTimes(w)
	case b.Keys == Import:
		for second := w.Begins; second < w.Ends; second++ {
			list = b.flows(list, second)
		}
	}
	return list
}

// visitTimes returns the partitions of the times that are the newest in a window.
func (b *block) visitTimes(w Window) []flow {
	l := &b.keys
	first, last := l.newest(w.Begins), l.newest(w.Ends-1)
	rate := b.moving(w.Begins) / float64(l.buckets)
	list := make([]flow, 0, l.buckets*(last-first+1))
	for bucket := range l.buckets {
		for i := range last - first + 1 {
			time := first + i
			if l.keys == Inverted {
				time = last - i
			}
			begins := (time - l.first) * l.period
			seconds := min(begins+l.period, w.Ends) - max(begins, w.Begins)
			at := b.lo + l.at(bucket, time)
			list = append(list, flow{at, at + 1, rate * float64(seconds)})
		}
	}
	return list
}
