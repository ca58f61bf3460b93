package datacentre

import (
	"cmp"
	"math"

	"rowkey/engine/order"
)

// piece is neighbouring partitions of one block that are asked alike while a map is drawn.
type piece struct {
	block  *block
	lo, hi int
	load   float64 // first attempts
}

// rows divides the partitions of a window into at most so many rows of one table each. Hot partitions have a row of their
// own; the others are joined so that each row has about the same load, which joins many quiet ones.
// Source: Key Visualizer of TiDB, whose rows are ranges of keys with about the same load.
func (s *Simulation) rows(w Window, most int) []heatRow {
	if w.To-w.From <= most {
		return s.everyRow(w)
	}
	d := rowDivider{}
	d.hot, d.each = s.hotRows(w, most)
	d.bound = d.each
	s.pieces(w, d.add)
	return d.rows
}

// everyRow gives each partition a row.
func (s *Simulation) everyRow(w Window) []heatRow {
	var list []heatRow
	for _, b := range s.blocks {
		for i := max(b.lo, w.From); i < min(b.hi, w.To); i++ {
			list = append(list, heatRow{block: b, lo: i, hi: i + 1})
		}
	}
	return list
}

// hotRows returns the partitions that have a row of their own, and the load of each other row.
func (s *Simulation) hotRows(w Window, most int) (hot map[int]bool, each float64) {
	total, blocks := 0.0, 0
	var list []piece
	s.pieces(w, func(p piece) { total += p.load })
	s.pieces(w, func(p piece) {
		if p.hi-p.lo == 1 && p.load > total/float64(most) {
			list = append(list, p)
		}
	})
	order.By(list, func(a, b piece) int { return cmp.Compare(b.load, a.load) })
	for _, b := range s.blocks {
		if b.lo < w.To && b.hi > w.From {
			blocks++
		}
	}
	list = list[:min(len(list), (most-2*blocks)/3)]
	hot = map[int]bool{}
	for _, p := range list {
		hot[p.lo] = true
		total -= p.load
	}
	return hot, total / float64(most-2*len(list)-2*blocks)
}

// rowDivider makes rows of pieces. A row ends where the sum of the load goes over a multiple of what each has.
type rowDivider struct {
	hot   map[int]bool
	each  float64
	sum   float64
	bound float64
	rows  []heatRow
	open  bool // whether the last row takes more
}

func (d *rowDivider) add(p piece) {
	if d.hot[p.lo] && p.hi-p.lo == 1 {
		d.rows, d.open = append(d.rows, heatRow{block: p.block, lo: p.lo, hi: p.hi}), false
		return
	}
	one := p.load / float64(p.hi-p.lo)
	for p.lo < p.hi {
		n := p.hi - p.lo
		if room := d.bound - d.sum; one > 0 && d.each > 0 && float64(n)*one > room {
			n = min(n, max(1, int(math.Ceil(room/one))))
		}
		d.take(p.block, p.lo, p.lo+n, one*float64(n))
		p.lo += n
	}
}

// take puts partitions into the last row, or into a new one.
func (d *rowDivider) take(b *block, lo, hi int, load float64) {
	if last := len(d.rows) - 1; d.open && d.rows[last].block == b {
		d.rows[last].hi = hi
	} else {
		d.rows, d.open = append(d.rows, heatRow{block: b, lo: lo, hi: hi}), true
	}
	for d.sum += load; d.each > 0 && d.sum >= d.bound; d.bound += d.each {
		d.open = d.sum < d.bound
	}
}

// pieces visits all pieces of a window in the order of their keys.
func (s *Simulation) pieces(w Window, visit func(piece)) {
	for _, b := range s.blocks {
		lo, hi := max(b.lo, w.From), min(b.hi, w.To)
		if lo >= hi {
			continue
		}
		long := float64(w.Ends - w.Begins)
		if b.weight != nil {
			for i := lo; i < hi; i++ {
				visit(piece{b, i, i + 1, b.weight[i-b.lo] * b.Rate * long})
			}
			continue
		}
		b.flowPieces(w, lo, hi, visit)
	}
}

// flowPieces visits the pieces of a block through which load moves.
func (b *block) flowPieces(w Window, lo, hi int, visit func(piece)) {
	still := b.still() / float64(b.n()) * float64(w.Ends-w.Begins)
	at := lo
	for _, f := range b.visited(w) {
		from, to := max(f.lo, lo), min(f.hi, hi)
		if from >= to {
			continue
		}
		if from > at {
			visit(piece{b, at, from, still * float64(from-at)})
		}
		from = max(from, at)
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
