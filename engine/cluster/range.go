package cluster

import (
	"sort"

	"rowkey/engine/edm"
)

// Warmth of a table: newborn handles a quarter of what warm does, and each second in which something
// is asked of it makes it one step warmer. Ours; it takes half a minute of load.
const (
	newborn = 10
	warm    = 40
)

// table is the partitions of one table, and the ranges in which they are served. The ranges cover
// every key: the first begins at "", each ends where the next begins.
type table struct {
	queue  // while the table is cold
	key    string
	name   string
	warmth int
	ranges []*span
	parts  map[string]*partition
	active []*partition // that were asked for in the second that is being counted
	guests bool         // there may be partitions in which nothing is stored
}

// span is a range of partitions on one node.
type span struct {
	low     string
	node    int
	since   int64 // second since which it is quiet
	asked   int   // entities, in the second that is being counted
	refused int
	rate    int // entities, in the second before
	lost    int // of them refused
}

// partition is one PartitionKey: it is never divided.
type partition struct {
	queue
	name   string
	asked  int // entities, in the second that is being counted
	stored bool
}

func (t *table) cold() bool { return t.warmth < warm }

// share returns how much of n a table handles.
func (t *table) share(n int) int { return n * t.warmth / warm }

func (t *table) partition(name string) *partition {
	p := t.parts[name]
	if p == nil {
		p = &partition{name: name}
		t.parts[name] = p
	}
	return p
}

// at returns the position of the range that serves a partition.
func (t *table) at(name string) int {
	return sort.Search(len(t.ranges)-1, func(i int) bool {
		return edm.CompareText(name, t.ranges[i+1].low) < 0
	})
}

func (t *table) rangeOf(name string) *span { return t.ranges[t.at(name)] }

// count counts what is asked for, refused or not: refusing is work too, and shows a hot spot.
func (t *table) count(p *partition, r *span, n int) {
	if p.asked == 0 {
		t.active = append(t.active, p)
	}
	p.asked += n
	r.asked += n
}
