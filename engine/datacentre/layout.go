package datacentre

import (
	"sort"
	"strconv"

	"rowkey/engine/calendar"
	"rowkey/engine/edm"
	"rowkey/engine/order"
)

// start is the time at which a run begins, in seconds since 1970: 22 November 2026, 10:00 UTC.
const start = 1795341600

// layout is the keys of a part in their order: how many there are, and what each is.
type layout struct {
	keys    Keys
	n       int
	prefix  string
	buckets int
	times   int // of each bucket
	first   int // the time that is the newest one when a run begins
	period  int
	digits  int
	after   string
	whole   bool // the prefix is a key: other partitions are numbered, and the number is not part of their keys
	short   bool // times are minutes
}

func layoutOf(p *Part, seconds int) layout {
	l := layout{keys: p.Keys, n: int(p.Partitions), prefix: p.Prefix, buckets: 1, period: int(p.Period)}
	if p.Keys == Sheet {
		l.prefix, l.after, l.whole = p.place.Before, p.place.After, p.place.Whole
	}
	if p.Keys == Prefix {
		l.buckets = min(int(p.Buckets), l.n)
	}
	if p.Keys == Time || p.Keys == Inverted || p.Keys == Prefix {
		asked := (seconds + l.period - 1) / l.period
		l.times = max(asked, l.n/l.buckets)
		l.first = l.times - asked
		l.n = l.times * l.buckets
	}
	l.short = p.place != nil && l.period == 60
	l.digits = len(strconv.Itoa(max(l.n, l.buckets) - 1))
	return l
}

// numbered is between a key and the number of a partition whose own key is not known.
const numbered = " no. "

// newest returns the time that is the newest one in a second.
func (l *layout) newest(second int) int { return l.first + second/l.period }

// at returns the position of a time in a bucket.
func (l *layout) at(bucket, time int) int {
	if l.keys == Inverted {
		time = l.times - 1 - time
	}
	return bucket*l.times + time
}

// name returns PartitionKey number i.
func (l *layout) name(i int) string {
	switch l.keys {
	case Sheet:
		if l.n == 1 {
			return l.prefix + l.after
		}
		if l.whole {
			return l.prefix + l.after + numbered + order.Pad(strconv.Itoa(i), l.digits)
		}
		return l.prefix + order.Pad(strconv.Itoa(i), l.digits) + l.after
	case Even:
		return l.prefix + hex(i, l.n)
	case Tenants, Import:
		return l.prefix + order.Pad(strconv.Itoa(i), l.digits)
	}
	bucket, time := i/l.times, i%l.times
	if l.keys == Inverted {
		return l.prefix + l.cut(calendar.Second.Down(l.moment(l.times-1-time)))
	}
	text := l.cut(calendar.Second.Digits(l.moment(time)))
	if l.keys == Prefix {
		text = order.Pad(strconv.Itoa(bucket), len(strconv.Itoa(l.buckets-1))) + "_" + text
	}
	return l.prefix + text
}

// cut leaves out the seconds of a time where a design names minutes.
func (l *layout) cut(text string) string {
	if l.short {
		return text[:len(text)-2]
	}
	return text
}

// moment returns when a time begins.
func (l *layout) moment(time int) int { return start + (time-l.first)*l.period }

// find returns the position of the first key that is not before a text.
func (l *layout) find(text string) int {
	return sort.Search(l.n, func(i int) bool { return edm.CompareText(l.name(i), text) >= 0 })
}

// hex writes the hash of key i of n: hashes of keys are spread evenly, so the i-th of them begins with its share.
func hex(i, n int) string {
	return order.Pad(strconv.FormatUint(uint64(i)<<32/uint64(n), 16), 8)
}

// Between is a part of the map by its keys: those of a table from Low to High, inclusive. "" leaves a side open;
// without a table the keys are ignored.
type Between struct {
	Table string
	Low   string
	High  string
}

// Find fills in which partitions the keys of a request name. A message says that there are none.
func (q *Request) Find() []Message {
	k := &q.Between
	if k.Table == "" {
		return nil
	}
	lo := 0
	for i := range q.Load.Parts {
		p := &q.Load.Parts[i]
		l := layoutOf(p, int(q.Load.Seconds))
		if p.Table == k.Table {
			from, to := l.between(k.Low, k.High)
			if from < to {
				q.Options.Window.From, q.Options.Window.To = lo+from, lo+to
				return nil
			}
		}
		lo += l.n
	}
	return []Message{{Code: NoSuchKey, Path: "/window", Names: []string{k.Table, k.Low, k.High}}}
}

// between returns the positions of the keys from low to high, inclusive.
func (l *layout) between(low, high string) (from, to int) {
	from, to = l.find(low), l.n
	if high != "" {
		if to = l.find(high); to < l.n && l.name(to) == high {
			to++
		}
	}
	return from, to
}
