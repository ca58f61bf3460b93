package cluster

import (
	"time"

	"rowkey/engine/lists"
)

// NodeMap is which node serves what.
type NodeMap struct {
	Nodes []Node `json:"nodes"`
}

// Node is one node with its ranges, by table and key.
type Node struct {
	Name   string  `json:"name"`
	Ranges []Range `json:"ranges"`
}

// Range is the partitions of a table from Low up to, but not including, High; "" is unbounded.
type Range struct {
	Table      string `json:"table"`
	Low        string `json:"low"`
	High       string `json:"high"`
	Partitions int    `json:"partitions"` // that are known: stored, or asked for in the last minute
	Rate       int    `json:"rate"`       // entities asked for in the last full second
	Throttled  int    `json:"throttled"`  // of them refused
}

// Nodes returns the map as it is now.
func (c *Cluster) Nodes() NodeMap { return c.NodesAt(c.clock.Now()) }

// NodesAt returns the map of a time that the clock has not reached yet.
func (c *Cluster) NodesAt(at time.Time) NodeMap {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settle(at.UnixNano())
	m := NodeMap{Nodes: make([]Node, len(c.nodes))}
	for i := range m.Nodes {
		m.Nodes[i] = Node{Name: nodeName(i), Ranges: []Range{}}
	}
	for _, t := range c.sorted() {
		for i, r := range t.listed() {
			n := &m.Nodes[t.ranges[i].node]
			n.Ranges = append(n.Ranges, r)
		}
	}
	return m
}

// listed returns the ranges of a table with the numbers of their partitions.
func (t *table) listed() []Range {
	list := make([]Range, len(t.ranges))
	for i, r := range t.ranges {
		list[i] = Range{Table: t.name, Low: r.low, Rate: r.rate, Throttled: r.lost}
		if i > 0 {
			list[i-1].High = r.low
		}
	}
	for name := range t.parts {
		list[t.at(name)].Partitions++
	}
	return list
}

// Node returns the name of the node that serves a partition.
func (c *Cluster) Node(account, name, partition string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return nodeName(c.table(account, name).rangeOf(partition).node)
}

// From returns the names of the nodes that serve the partitions from low on, in the order in which a
// query meets them: up to the first range that begins where beyond is true, to the end if it is nil.
func (c *Cluster) From(account, name, low string, beyond func(partition string) bool) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.table(account, name)
	var list []string
	for i := t.at(low); i < len(t.ranges); i++ {
		if i > t.at(low) && beyond != nil && beyond(t.ranges[i].low) {
			break
		}
		list = lists.Add(list, nodeName(t.ranges[i].node))
	}
	return list
}

// Events returns what happened to the ranges from one time to another, inclusive.
func (c *Cluster) Events(from, to time.Time) []Event {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []Event
	for _, e := range c.events {
		if !e.At.Before(from) && !e.At.After(to) {
			list = append(list, e)
		}
	}
	return list
}

// queue handles so many entities a second and lets others wait. It is one number: when its
// last entity will be done, in nanoseconds since 1970. That is a leaky bucket that needs no timer.
type queue struct{ free int64 }

// full reports whether a request would wait too long now. Any other is let in as a whole, so that a
// transaction can be larger than what is left.
func (q *queue) full(now int64) bool { return q.free-now >= int64(MaxWait) }

// add lets n entities in and returns how long they wait for those before them.
func (q *queue) add(now int64, n, rate int) time.Duration {
	begin := max(q.free, now)
	q.free = begin + int64(n)*int64(time.Second)/int64(max(1, rate))
	return time.Duration(begin - now)
}
