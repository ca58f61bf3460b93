package race

import (
	"context"

	"rowkey/engine/hash"
	"rowkey/engine/lab"
	"rowkey/engine/lists"
)

// drawn is how many orders are drawn when there are too many states.
const drawn = 4000

// sample is a drawing of orders. Each client has as many places in an order as it sends requests at most; all
// arrangements of the places are equally likely. A place of a client that has ended is left empty. Pauses and crashes
// have places, too.
type sample struct {
	random hash.Sequence
	drawn  int
	all    float64
}

// beginSample drops what was explored and begins to draw.
func (x *Search) beginSample() {
	x.level, x.next, x.finals = nil, nil, nil
	clear(x.byKey)
	clear(x.byState)
	x.sample, x.share = &sample{random: hash.Sequence(x.o.Seed)}, 0
}

// draw carries out one order. Errors: those of the store.
func (x *Search) draw(ctx context.Context) error {
	if x.sample.drawn == drawn {
		return x.finish(ctx)
	}
	n := &node{state: x.w.Begin(ctx), best: make([]*link, len(x.w.Lanes)+1)}
	at := &link{lane: len(x.w.Lanes), node: n}
	left := x.places()
	x.sample.all = arrangements(left)
	for total := sum(left); total > 0; total-- {
		var err error
		if at, err = x.drawStep(ctx, at, left, total); err != nil {
			return err
		}
	}
	for !at.node.state.Done() { // it sends more than any order before has
		left := x.rest(at.node)
		var err error
		if at, err = x.drawStep(ctx, at, left, sum(left)); err != nil {
			return err
		}
	}
	f, err := x.finalOf(ctx, at.node.state, at.node.hurt)
	if err != nil {
		return err
	}
	f.orders, f.sampled = f.orders+1, f.sampled+1
	if f.best == nil || at.less(f.best) {
		f.best = at
		if f.settled, err = x.settled(ctx, at.node.state); err != nil {
			return err
		}
	}
	x.sample.drawn++
	x.share = float64(x.sample.drawn) / drawn
	return nil
}

// places returns how many each client has in an order, then pauses, then crashes.
func (x *Search) places() []int {
	list := lists.Map(x.w.Sent(), func(l lab.Lane) int { return l.Requests })
	if len(x.w.Workers()) > 0 {
		return append(list, x.pauses(), x.o.Crashes)
	}
	return append(list, 0, x.o.Crashes)
}

// rest gives one place to each client that has not ended.
func (x *Search) rest(n *node) []int {
	list := make([]int, len(n.state.Points)+2)
	for i, p := range n.state.Points {
		if !p.Done() {
			list[i] = 1
		}
	}
	return list
}

// drawStep fills the next place of an order.
func (x *Search) drawStep(ctx context.Context, at *link, left []int, total int) (*link, error) {
	pick, n := int(x.sample.random.Next()%uint64(total)), 0
	for pick >= left[n] {
		pick -= left[n]
		n++
	}
	left[n]--
	m, ok := x.moveOf(at.node, n)
	if !ok {
		return at, nil
	}
	to, events, err := take(ctx, x.w, at.node.state, m)
	if err != nil {
		return nil, err
	}
	child := &node{state: to, hurt: at.node.hurt, best: make([]*link, len(x.w.Lanes)+1)}
	verdicts, err := x.w.Judge(ctx, to, false)
	child.hurt |= hurtBy(verdicts)
	child.reach(at, m, events)
	for _, l := range child.best {
		if l != nil {
			at = l
		}
	}
	return at, err
}

// moveOf returns the step of a place; ok is false if it is not possible now.
func (x *Search) moveOf(n *node, place int) (m move, ok bool) {
	lanes := n.state.Points
	switch {
	case place < len(lanes):
		return move{lab.RequestStep, place}, !lanes[place].Done()
	case place == len(lanes):
		return move{lab.PauseStep, len(lanes)}, !n.state.Done() && x.w.Hidden(n.state) > 0
	}
	lane := int(x.sample.random.Next() % uint64(len(lanes)))
	return move{lab.CrashStep, lane}, !lanes[lane].Done() && lanes[lane].Depth > 0
}

// interval says how sure the share of broken orders is.
func (s *sample) interval(r *Report, seed uint64) *Sample {
	low, high := wilson(int(r.Broken), s.drawn)
	return &Sample{Seed: seed, Orders: s.drawn, Low: low, High: high, All: s.all}
}

func sum(list []int) (n int) {
	for _, v := range list {
		n += v
	}
	return n
}

// arrangements returns in how many orders so many places of each kind can be.
func arrangements(list []int) float64 {
	all, n := 1.0, 0
	for _, v := range list {
		for k := 1; k <= v; k++ {
			n++
			all = all * float64(n) / float64(k)
		}
	}
	return all
}
