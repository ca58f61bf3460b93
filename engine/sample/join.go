package sample

import (
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/order"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/keys"
)

// narrow keeps what the caller wants, as a client does that gets too much.
func (k *asker) narrow(a *ask.Answering, matches func(of keys.Values) bool, found []*thing) []*thing {
	found = slices.DeleteFunc(slices.Clone(found), func(t *thing) bool { return !matches(t.value) })
	if by, descending, ok := a.Order(); ok {
		order.By(found, func(s, t *thing) int {
			if n := compareValues(s.value(by), t.value(by)); !descending {
				return n
			} else {
				return -n
			}
		})
	}
	if n := a.Top(); n > 0 && len(found) > n {
		found = found[:n]
	}
	return found
}

func compareValues(v, w edm.Value) int {
	switch v.Type() {
	case edm.TypeDateTime:
		return v.Time().Compare(w.Time())
	case edm.TypeInt32, edm.TypeInt64:
		return int(v.Int() - w.Int())
	case edm.TypeDouble:
		return int(v.Float()*1e6) - int(w.Float()*1e6)
	}
	return edm.CompareText(v.Text(), w.Text())
}

// fetch reads the rest of each entity from the base.
func (k *asker) fetch(base int, out *bill) error {
	st := &k.design.Stores[base]
	var trips []int
	for _, t := range out.found {
		name, e := k.row(st, t)
		r := ask.Request{
			Store: base, Table: name,
			Partition: ask.Bounds{Exact: true, Low: e.PartitionKey},
			Row:       ask.Bounds{Exact: true, Low: e.RowKey},
		}
		o, err := k.told(&r, name, 0)
		if err != nil {
			return err
		}
		out.add(&bill{class: o.class, read: o.read, returned: o.returned, requests: o.pages})
		trips = append(trips, o.pages)
	}
	out.roundTrips += beside(trips)
	return nil
}

// join asks for the entities of another kind: with the question if its caller knows enough, after it if not, and a
// parent once for all that belong to it.
func (k *asker) join(a *ask.Answering, j *ask.Joined, c ask.Call, out *bill) error {
	if j.Beside {
		b, err := k.askBeside(a, j, c)
		out.add(&b)
		out.roundTrips = max(out.roundTrips, b.roundTrips)
		return err
	}
	var trips []int
	asked := map[*thing]bool{}
	for _, t := range out.found {
		owner := t
		if j.Up {
			owner = t.above(j.Kind)
		}
		if asked[owner] {
			continue
		}
		asked[owner] = true
		each := c
		each.Known = over(owner, c.Known)
		b, err := k.ask(j.Answering, each)
		if err != nil {
			return err
		}
		out.add(&b)
		trips = append(trips, b.roundTrips)
	}
	out.roundTrips += beside(trips)
	return nil
}

// askBeside asks for what a caller knows enough of: once, or for each value of a list.
func (k *asker) askBeside(a *ask.Answering, j *ask.Joined, c ask.Call) (out bill, err error) {
	if !j.Listed || c.List == nil {
		return k.ask(j.Answering, c)
	}
	refs, _ := a.List()
	var trips []int
	for _, value := range c.List {
		each := c
		each.Known, each.List = knowing(refs, value, c.Known), nil
		b, err := k.ask(j.Answering, each)
		if err != nil {
			return out, err
		}
		out.add(&b)
		trips = append(trips, b.roundTrips)
	}
	out.roundTrips = beside(trips)
	return out, nil
}

// above returns the thing of a kind that a thing belongs to.
func (t *thing) above(kind int) *thing {
	if t == nil || t.kind == kind {
		return t
	}
	for _, p := range t.parents {
		if up := p.above(kind); up != nil {
			return up
		}
	}
	return nil
}
