package datacentre

import (
	"cmp"
	"math"

	"rowkey/engine/order"
)

// rowDivider divides the partitions of a window into at most so many rows of one table each. Hot partitions have a
// row of their own; the others are joined so that each row has about the same load, which joins many quiet ones.
// Source: Key Visualizer of TiDB, whose rows are ranges of keys with about the same load.
type rowDivider struct {
	window Window
	most   int
	total  float64
	list   []piece      // partitions that could have a row of their own
	hot    map[int]bool // those that have
	each   float64      // load of each other row
	sum    float64
	bound  float64
	open   bool    // whether the last row takes more
	top    float64 // load of its busiest partition
	rows   []heatRow
}

// tasks returns the work, in pieces. The total is known from the load itself.
func (d *rowDivider) tasks(s *Simulation) []func() {
	w := d.window
	if w.To-w.From <= d.most {
		return []func(){func() { d.everyRow(s) }}
	}
	blocks := 0
	for _, b := range s.blocks {
		if lo, hi := max(b.lo, w.From), min(b.hi, w.To); lo < hi {
			blocks++
			d.total += b.loadOf(w, lo, hi)
		}
	}
	list := append(s.pieces(w, d.look), func() { d.choose(blocks) })
	return append(list, s.pieces(w, d.add)...)
}

// everyRow gives each partition a row.
func (d *rowDivider) everyRow(s *Simulation) {
	for _, b := range s.blocks {
		for i := max(b.lo, d.window.From); i < min(b.hi, d.window.To); i++ {
			d.rows = append(d.rows, heatRow{block: b, lo: i, hi: i + 1, top: i})
		}
	}
}

// look collects partitions with more than a row's share.
func (d *rowDivider) look(p piece) {
	if p.hi-p.lo == 1 && p.load > d.total/float64(d.most) {
		d.list = append(d.list, p)
	}
}

// choose gives those with most load a row of their own, as far as rows are left for the others.
func (d *rowDivider) choose(blocks int) {
	order.By(d.list, func(a, b piece) int { return cmp.Compare(b.load, a.load) })
	d.list = d.list[:max(0, min(len(d.list), (d.most-2*blocks)/3))]
	d.hot = map[int]bool{}
	rest := d.total
	for _, p := range d.list {
		d.hot[p.lo] = true
		rest -= p.load
	}
	if rest > 1e-9*d.total { // or it is what rounding has left over
		d.each = rest / float64(max(1, d.most-2*len(d.list)-2*blocks))
	}
	d.bound = d.each
}

// add puts a piece into rows. A row ends where the sum of the load goes over a multiple of what each has.
func (d *rowDivider) add(p piece) {
	if p.hi-p.lo == 1 && d.hot[p.lo] {
		d.rows, d.open = append(d.rows, heatRow{block: p.block, lo: p.lo, hi: p.hi, top: p.lo}), false
		return
	}
	one := p.load / float64(p.hi-p.lo)
	for p.lo < p.hi {
		n := p.hi - p.lo
		if room := d.bound - d.sum; d.each > 0 && float64(n)*one > room {
			n = min(n, max(1, int(math.Ceil(room/one))))
		}
		d.take(p.block, p.lo, p.lo+n, one*float64(n))
		p.lo += n
	}
}

// take puts partitions into the last row, or into a new one.
func (d *rowDivider) take(b *block, lo, hi int, load float64) {
	if last := len(d.rows) - 1; d.open && d.rows[last].block == b {
		if d.rows[last].hi = hi; load > d.top {
			d.top, d.rows[last].top = load, lo
		}
	} else {
		d.rows, d.open = append(d.rows, heatRow{block: b, lo: lo, hi: hi, top: lo}), true
		d.top = load
	}
	if d.sum += load; d.each > 0 && d.sum >= d.bound {
		d.open, d.bound = false, (math.Floor(d.sum/d.each)+1)*d.each
	}
}
