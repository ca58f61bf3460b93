package sample

import (
	"math"
	"slices"

	"rowkey/engine/calendar"
	"rowkey/engine/clock"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
)

// ends are the places between which a range lies, and the one of which its caller knows.
type ends struct {
	at          int64
	wide        int64 // 0 for a range that says nothing of it
	first, last int64 // of all values; last is the first place after them
	time        bool
}

// rangeOf returns the range of a call by a caller that knows a thing. Numbers are those that a sample draws.
func (b *bench) rangeOf(t *thing, ref sheet.Ref, r sheet.Range) ends {
	small := b.small.Facts.Sheet
	of := t
	if r.How == sheet.One { // whole periods are asked for whether or not the thing is in them
		all := b.things[t.kind]
		of = all[(slices.Index(all, t)+len(all)/3)%len(all)]
	}
	e := ends{at: ask.Place(of.value(ref)), time: b.model.Facts.TypeOf(ref).Name == sheet.Time}
	if e.time {
		e.first, e.last = ticks(b.now-int(b.cover[t.kind])), ticks(b.now)
		e.wide = int64(sheet.Span(r.Width).Seconds()) * ticksOfSecond
	} else {
		e.first, e.last = numbers(b.model.Facts.TypeOf(ref), small.Distinct(ref))
	}
	if e.wide == 0 && r.Width != (sheet.Width{}) {
		e.wide = max(1, int64(math.Round(small.Part(t.kind, r)*float64(e.last-e.first))))
	}
	return e
}

// numbers returns the places between which so many numbers lie: from 1 for whole ones, and a quarter from one decimal
// number to the next.
func numbers(t sheet.Type, distinct float64) (first, last int64) {
	if t.Name == sheet.Double {
		return 0, int64(distinct * ask.Hundredths / facts.Quarters)
	}
	return 1, int64(distinct) + 1
}

// of returns the range of a call.
func (e ends) of(r sheet.Range) (c ask.Ends) {
	switch r.How {
	case sheet.Last:
		c.From, c.To = e.last-e.wide, e.last
	case sheet.One:
		c.From, c.To = e.whole(e.at, r.Width)
		if c.To > e.last && e.time {
			c.From, c.To = e.whole(c.From-1, r.Width) // the last one that is over
		} else if c.From < e.first && e.time {
			c.From, c.To = e.whole(c.To, r.Width)
		}
	case sheet.Between:
		c.From = max(e.first, min(e.at, e.last-e.wide)) // it does not reach past the last value
		c.To = c.From + e.wide
	case sheet.Before:
		c.To = e.open(e.at, e.first+e.wide)
	case sheet.After:
		c.From = e.open(e.at+1, e.last-e.wide)
	case sheet.UpToNow:
		c.To = e.open(e.last, e.first+e.wide)
	case sheet.Older:
		c.To = e.last - e.wide
	}
	return c
}

// open returns the end of an open range: the one that its width says, if it has one.
func (e ends) open(otherwise, wide int64) int64 {
	if e.wide > 0 {
		return wide
	}
	return otherwise
}

// units are the units of the calendar that are one unit of a width.
var units = map[string]calendar.Unit{
	"s": calendar.Second, "min": calendar.Minute, "h": calendar.Hour,
	"d": calendar.Day, "week": calendar.Week, "month": calendar.Month,
}

// whole returns the first place of the whole period that one is in, and the first after it.
func (e ends) whole(at int64, width sheet.Width) (from, to int64) {
	if u := units[width.Unit]; e.time && width.N == 1 && u != 0 {
		second := int(clock.FromTicks(at).Unix())
		return ticks(u.Start(second)), ticks(u.Next(second))
	}
	start := at - (at-e.first)%max(1, e.wide)
	if e.time { // periods begin with the calendar
		seconds, second := max(1, e.wide/ticksOfSecond), clock.FromTicks(at).Unix()
		start = ticks(int(second - second%seconds))
	}
	return start, start + max(1, e.wide)
}

const ticksOfSecond = 10_000_000
