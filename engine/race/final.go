package race

import (
	"context"
	"strconv"

	"rowkey/engine/lab"
	"rowkey/engine/lists"
	"rowkey/engine/order"
)

// end lets clients begin again that have to, and keeps the state that is left. Errors: those of the store.
func (x *Search) end(ctx context.Context, n *node) error {
	f, err := x.finalOf(ctx, n.state, n.hurt)
	if err != nil {
		return err
	}
	f.orders += n.orders
	x.share += n.weight
	for _, l := range n.best {
		if l != nil && (f.best == nil || l.less(f.best)) {
			f.best = l
			if f.settled, err = x.settled(ctx, n.state); err != nil {
				return err
			}
		}
	}
	return nil
}

// settle lets clients begin again that have to.
func (x *Search) settle(ctx context.Context, s *lab.State, note lab.Note) (*lab.State, bool, error) {
	if x.o.plain {
		return s, false, nil
	}
	return x.w.Settle(ctx, s, x.w.Run, note)
}

// settled returns the steps after the orders.
func (x *Search) settled(ctx context.Context, s *lab.State) (events []*lab.Event, err error) {
	_, _, err = x.settle(ctx, s, func(_ *lab.State, e *lab.Event) error {
		events = append(events, e)
		return nil
	})
	return events, err
}

// finalOf returns what is known of the state that is left at the end of an order.
func (x *Search) finalOf(ctx context.Context, s *lab.State, hurt uint32) (*final, error) {
	end, _, err := x.settle(ctx, s, func(s *lab.State, _ *lab.Event) error {
		verdicts, err := x.w.Judge(ctx, s, false)
		hurt |= hurtBy(verdicts)
		return err
	})
	if err != nil {
		return nil, err
	}
	key := end.Key() + strconv.Itoa(int(hurt))
	if f := x.byState[key]; f != nil {
		return f, nil
	}
	verdicts, err := x.w.Judge(ctx, end, true)
	if err != nil {
		return nil, err
	}
	f := &final{state: end, verdicts: verdicts, hurt: hurt | hurtBy(verdicts)}
	x.broken = x.broken || f.hurt != 0
	x.byState[key] = f
	x.finals = append(x.finals, f)
	return f, nil
}

// events returns the steps of the cheapest order to a state at the end.
func (f *final) events() []*lab.Event {
	var back []*link
	for l := f.best; l != nil; l = l.from {
		back = append(back, l)
	}
	var events []*lab.Event
	for i := len(back) - 1; i >= 0; i-- {
		events = append(events, back[i].event...)
	}
	return append(events, f.settled...)
}

// group is the orders whose ends cannot be told apart.
type group struct {
	orders  float64
	sampled int
	final   *final // that is reached at the least cost
}

// grouping puts ends together that cannot be told apart, one after the other.
type grouping struct {
	finals []*final // that are not in a group yet
	keys   lab.Keys // at which they are looked at
	list   []*group
	byText map[string]*group
}

func newGrouping(finals []*final) *grouping {
	states := lists.Map(finals, func(f *final) *lab.State { return f.state })
	return &grouping{finals: finals, keys: lab.KeysOf(states), byText: map[string]*group{}}
}

// step puts the next end into its group; done says that there was none. Errors: those of the store.
func (p *grouping) step(ctx context.Context, w *lab.World) (done bool, err error) {
	if len(p.finals) == 0 {
		return true, nil
	}
	f := p.finals[0]
	p.finals = p.finals[1:]
	text, err := w.Ending(ctx, f.state, p.keys)
	if err != nil {
		return false, err
	}
	p.add(f, strconv.Itoa(int(f.hurt))+text)
	return false, nil
}

func (p *grouping) add(f *final, text string) {
	g := p.byText[text]
	if g == nil {
		g = &group{final: f}
		p.byText[text] = g
		p.list = append(p.list, g)
	}
	g.orders += f.orders
	g.sampled += f.sampled
	if f.best.less(g.final.best) {
		g.final = f
	}
}

// sorted returns the groups: broken ones first, then by the number of their orders.
func (p *grouping) sorted() []*group {
	order.By(p.list, func(a, b *group) int {
		if (a.final.hurt != 0) != (b.final.hurt != 0) {
			return -sign(a.final.hurt != 0)
		}
		return -sign(a.orders > b.orders) + sign(a.orders < b.orders)
	})
	return p.list
}

func sign(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
