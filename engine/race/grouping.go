package race

import (
	"context"
	"strconv"

	"rowkey/engine/lab"
	"rowkey/engine/order"
)

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
	states := make([]*lab.State, len(finals))
	for i, f := range finals {
		states[i] = f.state
	}
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
