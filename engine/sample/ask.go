package sample

import (
	"context"
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// bill is what one call costs.
type bill struct {
	class                                explain.Class
	read, returned, requests, roundTrips int
	found                                []*thing
}

// sideBySide is how many requests are sent at once.
const sideBySide = 64

// asker asks questions, and gets to know what each interval costs from a teller.
type asker struct {
	*bench
	tell teller
	ctx  context.Context
	note func(r *ask.Request, name string, o *outcome) // of each interval, nil for none
}

// ask makes one call.
func (k *asker) ask(a *ask.Answering, c ask.Call) (bill, error) {
	return k.call(a, c, k.intervals(a, c))
}

// call makes one call, whose intervals are known.
func (k *asker) call(a *ask.Answering, c ask.Call, list []ask.Request) (out bill, err error) {
	if a.Source != nil {
		if out, err = k.ask(a.Source, c); err != nil {
			return out, err
		}
		c.List = valuesOf(a, out.found)
		if out.found = nil; !a.Each {
			b, err := k.rest(a, c, k.intervalsOf(a, c))
			out.add(&b)
			out.roundTrips, out.found = out.roundTrips+b.roundTrips, b.found
			return out, err
		}
	}
	switch {
	case a.Each:
		refs, _ := a.List()
		each := lists.Map(c.List, func(of keys.Values) keys.Values { return knowing(refs, of, c.Known) })
		return k.callEach(a, c, out, each)
	case a.Parents == nil:
		return k.rest(a, c, list)
	}
	if out, err = k.ask(a.Parents, c); err != nil {
		return out, err
	}
	each := lists.Map(out.found, func(parent *thing) keys.Values { return over(parent, c.Known) })
	out.found = nil
	return k.callEach(a, c, out, each)
}

// callEach asks by itself for each of what callers know, side by side, after what was asked before.
func (k *asker) callEach(a *ask.Answering, c ask.Call, out bill, known []keys.Values) (bill, error) {
	var trips []int
	for _, of := range known {
		each := c
		each.Known, each.List = of, nil
		b, err := k.rest(a, each, k.intervalsOf(a, each))
		if err != nil {
			return out, err
		}
		trips = append(trips, b.roundTrips)
		out.add(&b)
		out.found = append(out.found, b.found...)
	}
	out.roundTrips += beside(trips)
	out.found = k.narrow(a, a.Matches(c), out.found)
	return out, nil
}

// over knows what a thing knows, and for the rest what a caller does.
func over(t *thing, known keys.Values) keys.Values {
	return func(ref sheet.Ref) edm.Value {
		if v := t.value(ref); v.Type() != 0 {
			return v
		}
		return known(ref)
	}
}

// add adds what a call costs, without its round trips.
func (b *bill) add(o *bill) {
	b.class = max(b.class, o.class)
	b.read, b.returned, b.requests = b.read+o.read, b.returned+o.returned, b.requests+o.requests
}

// beside returns the round trips of chains that are sent side by side, so many at once.
func beside(chains []int) (n int) {
	for part := range slices.Chunk(chains, sideBySide) {
		n += slices.Max(part)
	}
	return n
}

// intervals returns the requests of a call, one for each table; none if they differ between parents that have to be
// asked first, or between the values of a list.
func (b *bench) intervals(a *ask.Answering, c ask.Call) []ask.Request {
	if a.Parents != nil || a.Each || a.Source != nil {
		return nil
	}
	return b.intervalsOf(a, c)
}

// intervalsOf returns the requests of a call when what has to be asked first is known.
func (b *bench) intervalsOf(a *ask.Answering, c ask.Call) []ask.Request {
	var list []ask.Request
	for _, r := range a.Requests(c) {
		if r.Table != "" {
			list = append(list, r)
			continue
		}
		for _, name := range b.names[r.Store] {
			r.Table = name
			list = append(list, r)
		}
	}
	return list
}

// rest asks intervals, and then what the answers make necessary.
func (k *asker) rest(a *ask.Answering, c ask.Call, list []ask.Request) (out bill, err error) {
	if err = k.turns(a, c, list, &out); err != nil {
		return out, err
	}
	out.found = k.narrow(a, a.Keeps(c), out.found)
	if a.Base >= 0 {
		if err = k.fetch(a.Base, &out); err != nil {
			return out, err
		}
	}
	for i := range a.With {
		if err = k.join(a, &a.With[i], c, &out); err != nil {
			return out, err
		}
	}
	return out, nil
}

// turns asks all intervals side by side, or those of one period after the other until there is enough.
func (k *asker) turns(a *ask.Answering, c ask.Call, list []ask.Request, out *bill) error {
	for from := 0; from < len(list); {
		to := from
		var trips []int
		for ; to < len(list) && list[to].Turn == list[from].Turn; to++ {
			r := &list[to]
			o, err := k.told(r, r.Table, a.Top())
			if err != nil {
				return err
			}
			out.add(&bill{class: o.class, read: o.read, returned: o.returned, requests: o.pages})
			trips = append(trips, o.pages)
			for i := range o.rows {
				if o.rows[i].store == r.Store {
					out.found = append(out.found, o.rows[i].thing)
				}
			}
		}
		out.roundTrips += beside(trips)
		if from = to; a.InTurn() && len(k.narrow(a, a.Keeps(c), out.found)) >= a.Top() {
			return nil
		}
	}
	return nil
}

// told asks the teller, and notes what it said.
func (k *asker) told(r *ask.Request, name string, wanted int) (outcome, error) {
	o, err := k.tell(k.ctx, r, name, wanted)
	if err == nil && k.note != nil {
		k.note(r, name, &o)
	}
	return o, err
}
