package cluster

import (
	"errors"
	"strconv"
)

// errSaved says that a text is not what Save returned.
var errSaved = errors.New("the saved node map is broken")

// Save returns the map and how warm the tables are, as texts. The load of the moment is not saved: after [Cluster.Load]
// the nodes are idle.
func (c *Cluster) Save() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settle(c.clock.Now().UnixNano())
	list := []string{}
	for _, t := range c.sorted() {
		list = append(list, t.key, t.name, strconv.Itoa(t.warmth), strconv.Itoa(len(t.ranges)))
		for _, r := range t.ranges {
			list = append(list, r.low, strconv.Itoa(r.node))
		}
	}
	return list
}

// Load goes back to what Save returned. Errors: a text that Save did not return; then the map is
// empty.
func (c *Cluster) Load(saved []string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reset()
	for len(saved) > 0 {
		t, rest := c.load(saved)
		if t == nil {
			c.reset()
			return errSaved
		}
		c.tables[t.key] = t
		saved = rest
	}
	return nil
}

// Check reports what Load would return for what was saved. Errors: those of Load.
func (c *Cluster) Check(saved []string) error { return New(c.clock, c.Options()).Load(saved) }

// load reads one table, nil if it is broken.
func (c *Cluster) load(saved []string) (t *table, rest []string) {
	if len(saved) < 4 {
		return nil, nil
	}
	t = &table{key: saved[0], name: saved[1], parts: map[string]*partition{}}
	warmth, err := strconv.Atoi(saved[2])
	n, errN := strconv.Atoi(saved[3])
	saved = saved[4:]
	if err != nil || errN != nil || n < 1 || n > len(saved)/2 || warmth < newborn || warmth > warm {
		return nil, nil
	}
	t.warmth = warmth
	for i := range n {
		node, err := strconv.Atoi(saved[2*i+1])
		if err != nil || node < 0 || node >= len(c.nodes) || (saved[2*i] == "") != (i == 0) {
			return nil, nil
		}
		t.ranges = append(t.ranges, &span{low: saved[2*i], node: node, since: c.second})
	}
	return t, saved[2*n:]
}

// Quiet returns another cluster with the same map and without load.
func (c *Cluster) Quiet() *Cluster {
	n := New(c.clock, c.Options())
	_ = n.Load(c.Save()) // which can be read, or is empty then
	return n
}
