package cluster

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"rowkey/engine/edm"
	"rowkey/engine/message"
	"rowkey/engine/order"
)

// When the cluster moves load. The service decides within minutes; here it is seconds, so that a run
// of ten of them shows it.
const (
	hotShare  = 80 // percent of its capacity above which a node is hot
	gainShare = 10 // percent of the capacity that a step has to bring
	quietRate = 50 // a range is quiet below capacity/quietRate entities per second
	quietTime = 60 // seconds that neighbours have to be quiet before they are merged
)

// maxEvents is how many events are kept.
const maxEvents = 500

// Kind says what happened to a range.
type Kind string

// The kinds.
const (
	Split Kind = "split"
	Merge Kind = "merge"
	Move  Kind = "move"
)

// Event is a change of the node map.
type Event struct {
	At   time.Time
	Kind Kind
	Text message.Text
}

func second(now int64) int64 { return now / int64(time.Second) }

// settle closes the seconds that have passed. Seconds in which nothing can happen are passed over.
func (c *Cluster) settle(now int64) {
	for to := second(now); c.second < to; {
		if c.second > c.busy+quietTime+1 {
			c.second = to
			return
		}
		c.close()
		c.second++
	}
}

// close ends the second that is being counted: tables warm up, hot nodes give load away, quiet
// neighbours are merged.
func (c *Cluster) close() {
	tables := c.sorted()
	if c.busy == c.second {
		for _, t := range tables {
			t.warm()
		}
		c.balance(tables)
	}
	for _, t := range tables {
		t.next(c.second, c.o.Capacity/quietRate)
		c.merge(t)
	}
}

// sorted returns the tables in a fixed order.
func (c *Cluster) sorted() []*table {
	list := slices.Collect(maps.Values(c.tables))
	order.By(list, func(a, b *table) int { return strings.Compare(a.key, b.key) })
	return list
}

func (t *table) warm() {
	if len(t.active) > 0 && t.cold() {
		t.warmth++
	}
}

// next begins a second.
func (t *table) next(second int64, quiet int) {
	for _, r := range t.ranges {
		if r.asked > quiet {
			r.since = second
		}
		r.rate, r.lost = r.asked, r.refused
		r.asked, r.refused = 0, 0
	}
	for _, p := range t.active {
		p.asked = 0
	}
	t.active = t.active[:0]
}

// merge joins neighbours that have both been quiet.
func (c *Cluster) merge(t *table) {
	for i := 0; i+1 < len(t.ranges); {
		a, b := t.ranges[i], t.ranges[i+1]
		if c.second-max(a.since, b.since) < quietTime {
			i++
			continue
		}
		a.rate, a.lost, a.since = a.rate+b.rate, a.lost+b.lost, max(a.since, b.since)
		t.ranges = append(t.ranges[:i+1], t.ranges[i+2:]...)
		c.note(Merge, t, i, a.node)
	}
	if t.guests && len(t.ranges) == 1 && c.second-t.ranges[0].since >= quietTime {
		t.forget()
	}
}

// forget drops the partitions that loads alone have asked for: nothing is stored in them.
func (t *table) forget() {
	t.guests = false
	for name, p := range t.parts {
		if !p.stored {
			delete(t.parts, name)
		}
	}
}

// What happened to all partitions of a table, to the first of its ranges, to one between others, and to
// the last. A part that was split off is never the first.
var (
	splitTexts = [4]message.Code{"range-split", "range-split", "range-split", "range-split-last"}
	mergeTexts = [4]message.Code{"range-merge-all", "range-merge-first", "range-merge", "range-merge-last"}
	moveTexts  = [4]message.Code{"range-move-all", "range-move-first", "range-move", "range-move-last"}
)

// event says what happened to range number i, which a node serves now.
func (t *table) event(k Kind, i, node int) message.Text {
	from, to, which := strconv.Quote(t.ranges[i].low), "", 2
	switch last := len(t.ranges) - 1; {
	case last == 0:
		which = 0
	case i == last:
		which = 3
	case i == 0:
		which = 1
	}
	if i+1 < len(t.ranges) {
		to = strconv.Quote(t.ranges[i+1].low)
	}
	texts := &moveTexts
	switch k {
	case Split:
		texts = &splitTexts
	case Merge:
		texts = &mergeTexts
	}
	return message.New(texts[which], t.name, nodeName(node), from, to)
}

// note keeps what happened to range number i of a table.
func (c *Cluster) note(k Kind, t *table, i, node int) {
	if len(c.events) == maxEvents {
		c.events = append(c.events[:0], c.events[maxEvents/2:]...)
	}
	c.events = append(c.events, Event{time.Unix(c.second+1, 0).UTC(), k, t.event(k, i, node)})
}

func nodeName(i int) string { return "node-" + strconv.Itoa(i+1) }

// part is a partition with what it asked for in the second that ends, at most what it may have:
// what is refused at once costs the node nothing.
type part struct {
	name string
	n    int
}

// share is a range with the load of its partitions in key order.
type share struct {
	t     *table
	r     *span
	parts []part
	n     int
}

// balance lets every hot node give load away once, to the node with the smallest load.
func (c *Cluster) balance(tables []*table) {
	if !c.mayBeHot(tables) {
		return
	}
	shares := c.shares(tables)
	load := make([]int, len(c.nodes))
	for _, s := range shares {
		load[s.r.node] += s.n
	}
	given := make([]bool, len(load))
	for {
		hot := busiest(load, given)
		if hot < 0 || load[hot]*100 <= c.o.Capacity*hotShare {
			return
		}
		given[hot] = true
		cold := quietest(load)
		if g := c.best(shares, hot, load[hot]-load[cold]); g.n > 0 {
			c.give(g, cold)
			load[hot] -= g.n
			load[cold] += g.n
			given[cold] = true
		}
	}
}

// mayBeHot reports whether a node was asked for so much that it is worth a closer look.
func (c *Cluster) mayBeHot(tables []*table) bool {
	asked, most := make([]int, len(c.nodes)), 0
	for _, t := range tables {
		for _, r := range t.ranges {
			asked[r.node] += r.asked
			most = max(most, asked[r.node])
		}
	}
	return most*100 > c.o.Capacity*hotShare
}

// quietest returns the node with the smallest load, the first of several.
func quietest(load []int) int {
	best := 0
	for i, n := range load {
		if n < load[best] {
			best = i
		}
	}
	return best
}

// busiest returns the node with the largest load that has not given yet, -1 if there is none.
func busiest(load []int, given []bool) int {
	best := -1
	for i, n := range load {
		if !given[i] && (best < 0 || n > load[best]) {
			best = i
		}
	}
	return best
}

// shares measures every range in which something was asked for.
func (c *Cluster) shares(tables []*table) []share {
	var all []share
	for _, t := range tables {
		if len(t.active) == 0 {
			continue
		}
		order.By(t.active, func(a, b *partition) int { return edm.CompareText(a.name, b.name) })
		first := len(all)
		for _, r := range t.ranges {
			all = append(all, share{t: t, r: r})
		}
		at := first
		for _, p := range t.active {
			at = first + t.at(p.name)
			n := min(p.asked, t.share(c.o.Target))
			all[at].parts = append(all[at].parts, part{p.name, n})
			all[at].n += n
		}
	}
	return all
}

// transfer is what one node gives to another: a range from its partition on, or all of it.
type transfer struct {
	share
	from string
	all  bool
	n    int
}

// best returns the transfer that comes nearest to half of the difference between two nodes, one with
// n = 0 if none is worth it. Of two that are equally good it takes a whole range: nothing is split for no gain.
func (c *Cluster) best(shares []share, node, difference int) transfer {
	var best transfer
	least := difference - c.o.Capacity*gainShare/100
	try := func(g transfer) {
		if off := max(g.n, difference-g.n); g.n > 0 && off < least {
			best, least = g, off
		}
	}
	for _, s := range shares {
		if s.r.node == node {
			try(transfer{share: s, all: true, n: s.n})
		}
	}
	for _, s := range shares {
		if s.r.node != node {
			continue
		}
		left := s.n
		for i, p := range s.parts {
			if i > 0 {
				try(transfer{share: s, from: p.name, n: left})
			}
			left -= p.n
		}
	}
	return best
}

// give hands a range, or its upper part, to a node.
func (c *Cluster) give(g transfer, to int) {
	i := g.t.at(g.parts[0].name)
	if g.all {
		g.r.node = to
		c.note(Move, g.t, i, to)
		return
	}
	upper := &span{low: g.from, node: to, since: c.second}
	for _, p := range g.t.active {
		if g.t.at(p.name) == i && edm.CompareText(p.name, g.from) >= 0 {
			upper.asked += p.asked
		}
	}
	if g.r.asked > 0 {
		upper.refused = g.r.refused * upper.asked / g.r.asked
	}
	g.r.asked -= upper.asked
	g.r.refused -= upper.refused
	g.t.ranges = append(g.t.ranges, nil)
	copy(g.t.ranges[i+2:], g.t.ranges[i+1:])
	g.t.ranges[i+1] = upper
	c.note(Split, g.t, i+1, to)
}
