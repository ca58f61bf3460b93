package sample

import (
	"slices"
	"strings"

	"rowkey/engine/calendar"
	"rowkey/engine/edm"
	"rowkey/engine/hash"
	"rowkey/engine/odata"
	"rowkey/engine/plan/ask"
	"rowkey/engine/sheet"
)

// callsOfEach is how many calls of each question are made.
const callsOfEach = 40

// mostPeriods is how many periods a call may list at most.
const mostPeriods = 2000

// calls returns calls of a question, each by a caller that knows the values of a thing. ok is false if the question
// ranges over something else than a time, or over too many periods.
func (b *bench) calls(a *ask.Answering, asked string) (list []ask.Call, ok bool) {
	if _, _, _, isTime, given := a.Span(); given && !isTime {
		return nil, false
	}
	for _, t := range b.callers(a, asked) {
		c := b.call(a, t)
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
			list = append(list, largest(by, values)[0])
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
	var b strings.Builder
	for _, ref := range a.Known() {
		b.WriteString(odata.Literal(t.value(ref)))
		b.WriteByte(0)
	}
	return b.String()
}

// call is the call of a caller that knows the values of a thing.
func (b *bench) call(a *ask.Answering, t *thing) ask.Call {
	fixed := a.Fixed()
	c := ask.Call{Oldest: ticks(now - int(b.cover[t.kind])), Newest: ticks(now), Known: func(ref sheet.Ref) edm.Value {
		if text, ok := fixed[ref]; ok {
			return parse(b.model.Facts.TypeOf(ref).Name, text)
		}
		return t.value(ref)
	}}
	if ref, how, width, _, ok := a.Span(); ok {
		ranges(&c, int(t.value(ref).Time().Unix()), how, width)
	}
	return c
}

// ranges sets the range of a call by a caller that knows a time.
func ranges(c *ask.Call, at int, how string, width sheet.Width) {
	wide := int(sheet.Span(width).Seconds())
	from, to := 0, now
	switch how {
	case sheet.Last:
		from = now - wide
	case sheet.One:
		from, to = whole(at, width, wide)
		if to > now {
			from, to = whole(from-1, width, wide) // the last one that is over
		} else if ticks(from) < c.Oldest {
			from, to = whole(to, width, wide)
		}
	case sheet.Between:
		from, to = at, at+wide
	case sheet.Before:
		to = at
	case sheet.Older:
		to = now - wide
	}
	if c.To = ticks(to); from > 0 {
		c.From = ticks(from)
	}
}

func ticks(seconds int) int64 { return int64(calendar.Ticks(seconds)) }

// units are the units of the calendar that are one unit of a width.
var units = map[string]calendar.Unit{
	"s": calendar.Second, "min": calendar.Minute, "h": calendar.Hour,
	"d": calendar.Day, "week": calendar.Week, "month": calendar.Month,
}

// whole returns the first second of the whole period that a time is in, and the one after it.
func whole(at int, width sheet.Width, wide int) (from, to int) {
	if u := units[width.Unit]; width.N == 1 && u != 0 {
		return u.Start(at), u.Next(at)
	}
	wide = max(1, wide)
	return at - at%wide, at - at%wide + wide
}
