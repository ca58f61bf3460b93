package profile

import (
	"cmp"
	"slices"

	"rowkey/engine/order"
)

// topCounters is how many values a sketch of frequent ones counts: a count is at most 1/256 of the rows too high.
const topCounters = 256

// counter is a value that occurs often. It occurred count times at most, and over less at least.
type counter struct {
	hash        uint64
	text        string
	count, over int
}

// least is how often the value occurred at least.
func (c *counter) least() int { return c.count - c.over }

// topSketch counts the most frequent values. A value without a counter takes over the smallest one.
// Source: Metwally, Agrawal and El Abbadi, "Efficient computation of frequent and top-k elements in data streams", 2005
// (space-saving).
type topSketch struct {
	heap []counter // the smallest count first
	at   map[uint64]int
}

// newTopSketch begins with values that were counted exactly until now, the most frequent first: none that is left out
// occurred more often than the last one.
func newTopSketch(known []counter) *topSketch {
	t := &topSketch{at: map[uint64]int{}}
	for i := min(len(known), topCounters) - 1; i >= 0; i-- { // ascending, so it is a heap
		t.at[known[i].hash] = len(t.heap)
		t.heap = append(t.heap, known[i])
	}
	return t
}

func (t *topSketch) add(h uint64, text string) {
	i, ok := t.at[h]
	if !ok {
		least := &t.heap[0]
		delete(t.at, least.hash)
		*least = counter{hash: h, text: short(text), count: least.count, over: least.count}
		i = 0
		t.at[h] = 0
	}
	t.heap[i].count++
	t.sink(i)
}

// sink moves a counter that has grown to its place.
func (t *topSketch) sink(i int) {
	for {
		child := 2*i + 1
		if child >= len(t.heap) {
			return
		}
		if child+1 < len(t.heap) && t.heap[child+1].count < t.heap[child].count {
			child++
		}
		if t.heap[i].count <= t.heap[child].count {
			return
		}
		t.heap[i], t.heap[child] = t.heap[child], t.heap[i]
		t.at[t.heap[i].hash], t.at[t.heap[child].hash] = i, child
		i = child
	}
}

// frequent returns the counters, the one first that is sure of most.
func (t *topSketch) frequent() []counter {
	list := slices.Clone(t.heap)
	order.By(list, func(a, b counter) int {
		if d := b.least() - a.least(); d != 0 {
			return d
		}
		return cmp.Compare(a.hash, b.hash)
	})
	return list
}
