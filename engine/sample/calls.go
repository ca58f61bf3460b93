package sample

import (
	"slices"

	"rowkey/engine/calendar"
	"rowkey/engine/edm"
	"rowkey/engine/hash"
	"rowkey/engine/plan/ask"
	"rowkey/engine/sheet"
)

// callsOfEach is how many calls of each question are made.
const callsOfEach = 40

// mostPeriods is how many periods a call may list at most.
const mostPeriods = 2000

// calls returns calls of a question, each by a caller that knows the values of a thing. ok is false if the question
// ranges over something that is neither a time nor a number, or over too many periods.
func (b *bench) calls(a *ask.Answering, asked string) (list []ask.Call, ok bool) {
	for _, s := range a.Spans() {
		if !ask.IsOrdered(b.model.Facts.TypeOf(s.Ref)) {
			return nil, false
		}
	}
	for i, t := range b.callers(a, asked) {
		c := b.call(a, t)
		if c.List = b.list(a, t, asked, uint64(i)); a.Source != nil {
			c = b.source(a, asked, i, c)
		}
		if a.Periods(c) > mostPeriods {
			return nil, false
		}
		list = append(list, c)
	}
	return list, true
}

// callers returns the things whose values are asked for: as often as they occur, each value equally often, or those
// that occur most.
func (b *bench) callers(a *ask.Answering, asked string) []*thing {
	all := b.things[a.Kind()]
	if len(all) == 0 {
		return nil
	}
	var values []string
	by := map[string][]*thing{}
	for _, t := range all {
		id := known(a, t)
		if by[id] == nil {
			values = append(values, id)
		}
		by[id] = append(by[id], t)
	}
	r := hash.Sequence(7)
	var list []*thing
	for i := range callsOfEach {
		switch asked {
		case sheet.Evenly:
			same := by[values[i*len(values)/callsOfEach]]
			list = append(list, same[int(r.Next()%uint64(len(same)))])
		case sheet.TheMost:
			same := largest(by, values)
			list = append(list, same[int(r.Next()%uint64(len(same)))])
		default:
			list = append(list, all[int(r.Next()%uint64(len(all)))])
		}
	}
	return list
}

func largest(by map[string][]*thing, values []string) []*thing {
	return by[slices.MaxFunc(values, func(v, w string) int { return len(by[v]) - len(by[w]) })]
}

// known writes the values of a thing that a question knows.
func known(a *ask.Answering, t *thing) string {
	return literals(a.Known(), t.value)
}

// call is the call of a caller that knows the values of a thing.
func (b *bench) call(a *ask.Answering, t *thing) ask.Call {
	fixed := a.Fixed()
	c := ask.Call{Oldest: ticks(b.now - int(b.cover[t.kind])), Newest: ticks(b.now), Known: func(ref sheet.Ref) edm.Value {
		if text, ok := fixed[ref]; ok {
			return parse(b.model.Facts.TypeOf(ref).Name, text)
		}
		return t.value(ref)
	}}
	for i, s := range a.Spans() {
		if of := b.rangeOf(t, s.Ref, s.Range).of(s.Range); i == 0 {
			c.From, c.To = of.From, of.To
		} else {
			c.Across = of
		}
	}
	return c
}

func ticks(seconds int) int64 { return int64(calendar.Ticks(seconds)) }
