package propose

import (
	"slices"
	"strings"

	"rowkey/engine/order"
)

// phase is a part of the search in a cluster.
type phase uint8

const (
	forms   phase = iota // each form alone
	buckets              // forms of hot partitions, spread
	bases                // a base for each kind
	oneMore              // and one copy
	beams                // the best ones and one copy more, until nothing improves
	done
)

// Limits of the search. A question's best forms are kept even if they are no good base.
const (
	keptBest   = 64   // bases of one kind
	keptForAsk = 6    // of those, and of the copies, for each question
	keptHot    = 3    // and of the copies of busy partitions
	keptMany   = 8    // bases of one kind, of more than two that are combined
	beamWidth  = 32   // designs that are improved
	maxTrials  = 1200 // designs with one copy that are all tried
	maxBest    = 64   // designs that are remembered
	maxCopies  = 5    // of one kind, beside its base
)

// step calculates up to n designs, and returns how many it did.
func (x *cluster) step(n int) int {
	did := 0
	for did < n && x.phase != done {
		if len(x.queue) == 0 {
			x.next()
			continue
		}
		f := x.queue[0]
		x.queue = x.queue[1:]
		x.calculate(f)
		did++
	}
	return did
}

// calculate tries a design, or one store alone while forms are looked at.
func (x *cluster) calculate(f []*form) {
	x.tried++
	if x.phase <= buckets {
		i := slices.Index(x.kinds, f[0].kind)
		if t := x.tryIn(x.makers[i].alone, f); t != nil {
			x.single[i] = append(x.single[i], t)
		}
		return
	}
	if t := x.try(f); t != nil {
		x.note(t)
	}
}

// note remembers a design.
func (x *cluster) note(t *trial) {
	if x.phase == bases {
		x.pool = append(x.pool, t)
	}
	at, _ := slices.BinarySearchFunc(x.best, t, x.compare)
	if x.best = slices.Insert(x.best, at, t); len(x.best) > maxBest {
		x.best = x.best[:maxBest]
	}
}

func (x *cluster) compare(a, b *trial) int { return a.cost.compare(&b.cost, x.preset) }

// next begins the phase after one that has tried everything.
func (x *cluster) next() {
	switch x.phase++; x.phase {
	case buckets:
		x.spread()
	case bases:
		x.keep()
		x.combine()
	case oneMore:
		order.By(x.pool, x.compare)
		n := 0
		for ; n < len(x.pool) && len(x.queue) < maxTrials; n++ {
			x.grow(x.pool[n : n+1])
		}
		x.complete = n == len(x.pool)
	case beams:
		x.improve()
	}
}

// spread puts buckets into the PartitionKeys whose busiest partition is above its target: as many as help the best of
// the RowKeys, half as many again, and fewer, which are enough for a copy that fewer questions read.
func (x *cluster) spread() {
	for i, mk := range x.makers {
		before := len(mk.forms)
		least := map[string]int{}
		for _, t := range x.single[i] {
			if n, place := x.bucketsFor(t), t.forms[0].place; n > 1 && (least[place] == 0 || n < least[place]) {
				least[place] = n
			}
		}
		for _, p := range mk.partitions() {
			for n := 2; n <= least[p.place()]; n *= 2 {
				for _, b := range append(mk.bucketed(&p, n), mk.bucketed(&p, n+n/2)...) {
					mk.fill(&b)
				}
			}
		}
		for j := before; j < len(mk.forms); j++ {
			x.queue = append(x.queue, []*form{&mk.forms[j]})
		}
	}
}

// grow queues designs with one copy more: for a question that it answers better, or whose budget does not hold, or for
// a write.
func (x *cluster) grow(from []*trial) {
	for _, t := range from {
		unmet := t.unmet()
		for ask := range x.copies {
			for _, c := range x.copies[ask] {
				if c.near && !c.sharesWith(base(t.forms, c.kind)) {
					continue
				}
				if slices.Contains(unmet, ask) || c.better(&t.measure.Asks[ask]) {
					x.enqueue(append(slices.Clip(t.forms), c.form))
					x.fed(t, &c, ask)
				}
			}
		}
		x.growWrites(t)
		x.growGuards(t)
	}
}

// growWrites queues a design with copies by which writes find their entities faster.
func (x *cluster) growWrites(t *trial) {
	for i := range x.finds {
		for _, c := range x.finds[i] {
			if t.measure.Writes[i].Read > worthwhile*max(1, c.answer.Read) {
				x.enqueue(append(slices.Clip(t.forms), c.form))
			}
		}
	}
}

// fed queues a ready answer with each copy that it can be made of.
func (x *cluster) fed(t *trial, c *copied, ask int) {
	if !c.has(Ready) {
		return
	}
	for _, o := range x.copies[ask] {
		if o.option == "" {
			x.enqueue(append(slices.Clip(t.forms), c.form, o.form))
		}
	}
}

// enqueue queues a design that was not tried before. Copies are sorted, so that each set is tried once.
func (x *cluster) enqueue(list []*form) {
	n := len(x.kinds)
	copies := list[n:]
	order.By(copies, func(a, b *form) int {
		if a.kind != b.kind || a == b {
			return a.kind - b.kind
		}
		return strings.Compare(x.keyOf(a), x.keyOf(b))
	})
	for i := range copies {
		if of := slices.Index(x.kinds, copies[i].kind); i > 0 && copies[i] == copies[i-1] || copies[i].same(list[of]) {
			return
		}
	}
	if len(copies) > maxCopies*n {
		return
	}
	var space [512]byte
	k := space[:0]
	for _, f := range list {
		k = append(append(k, x.keyOf(f)...), '\n')
	}
	if !x.seen[string(k)] {
		x.seen[string(k)] = true
		x.queue = append(x.queue, list)
	}
}

// keyOf is key of a form that does not change any more, which is made once.
func (x *cluster) keyOf(f *form) string {
	k, ok := x.keys[f]
	if !ok {
		k = f.key()
		x.keys[f] = k
	}
	return k
}

// same reports whether a copy has the keys of a base.
func (f *form) same(o *form) bool {
	return f.text == o.text && f.row == o.row && f.period == o.period && len(f.where) == 0 && f.option == ""
}

// improve grows the best designs once more, until this finds no better one.
func (x *cluster) improve() {
	if len(x.best) == 0 || x.best[0].cost.Text == x.beam {
		x.phase = done
		return
	}
	x.beam = x.best[0].cost.Text
	x.grow(x.best[:min(len(x.best), beamWidth)])
	x.phase = oneMore // come back when these were tried
}
