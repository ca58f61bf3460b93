package race

import (
	"context"
	"strconv"

	"rowkey/engine/lab"
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
