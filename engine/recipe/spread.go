package recipe

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"rowkey/engine/calendar"
	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/order"
)

// How values are spread: all equally often, the first ones most often, or one after another in time.

// maxRanks is of how many values some may come more often than others.
const maxRanks = 100_000

// zipf returns how often the first of n values comes, the first two, and so on: the value at place k
// comes 1/k as often as the first. It is nil if there are no values, or too many.
// Source: Zipf's law with exponent 1.
func zipf(n int) []uint64 {
	if n < 1 || n > maxRanks {
		return nil
	}
	sums := make([]uint64, n)
	sum := uint64(0)
	for k := range sums {
		sum += 1 << 32 / uint64(k+1)
		sums[k] = sum
	}
	return sums
}

// Zipf reports whether the values follow Zipf's law, so that the first ones are the most frequent.
func (a *Attribute) Zipf() bool { return a.zipf != nil }

// different is how many values the attribute can have, 0 if that says nothing about their order.
func (a *Attribute) different() int {
	switch a.Kind {
	case "range":
		return a.High - a.Low + 1
	case "pick", "words":
		return len(a.Values)
	}
	return 0
}

// rank maps a random number to a place among n values.
func (a *Attribute) rank(random uint64, n int) int {
	if a.zipf == nil {
		return int(random % uint64(n))
	}
	at := random % a.zipf[n-1]
	k, _ := slices.BinarySearch(a.zipf, at+1)
	return k
}

// moment is how a time is written; its length is always the same, so that text sorts as time does.
const moment = "2006-01-02T15:04:05.000Z"

var errTimes = errors.New("time needs two date-times such as 2026-01-31T08:00:00Z, the earlier one first")

// times reads the bounds of an Attribute, in milliseconds since 1970.
func times(list []string) (low, high int, err error) {
	if len(list) != 2 {
		return 0, 0, errTimes
	}
	from, wrong := edm.ParseDateTime(list[0])
	to, wrongToo := edm.ParseDateTime(list[1])
	if wrong != nil || wrongToo != nil || !from.Time().Before(to.Time()) {
		return 0, 0, errTimes
	}
	return int(from.Time().UnixMilli()), int(to.Time().UnixMilli()), nil
}

// moment spreads the entities over the time in their order, each somewhere in its own part of it.
func (w *Entities) moment(a *Attribute, i int, random uint64) string {
	span := a.High - a.Low
	start := func(i int) int { return a.Low + span/w.Count*i + span%w.Count*i/w.Count } // the product of both is too large
	at := start(i) + int(random%uint64(max(1, start(i+1)-start(i))))
	return time.UnixMilli(int64(at)).UTC().Format(moment)
}

// invertedTicks returns a number that sorts the latest time first, as the log tail pattern has it.
func invertedTicks(text string) string {
	v, err := edm.ParseDateTime(text)
	if err != nil {
		return text
	}
	return order.Pad(strconv.FormatInt(calendar.LastTicks-clock.Ticks(v.Time()), 10), calendar.TickDigits)
}
