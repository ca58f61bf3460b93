package cluster

import (
	"errors"

	"slices"
	"strconv"
)

// errSaved says that a text is not what Save returned.
var errSaved = errors.New("the saved node map is broken")

// Save returns the map and the warmth of the tables as texts. What is being asked for at this moment
// is not kept: whoever goes back finds the nodes quiet.
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

// Clone returns a cluster of its own in the same state.
func (c *Cluster) Clone() *Cluster {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := &Cluster{clock: c.clock, o: c.o, state: c.state}
	n.nodes, n.events = slices.Clone(c.nodes), slices.Clone(c.events)
	n.accounts = make(map[string]*queue, len(c.accounts))
	for name, q := range c.accounts {
		copied := *q
		n.accounts[name] = &copied
	}
	n.tables = map[string]*table{}
	for key, t := range c.tables {
		n.tables[key] = t.clone()
	}
	return n
}

func (t *table) clone() *table {
	n := *t
	n.ranges, n.active = make([]*span, len(t.ranges)), nil
	for i, r := range t.ranges {
		copied := *r
		n.ranges[i] = &copied
	}
	n.parts = make(map[string]*partition, len(t.parts))
	for name, p := range t.parts {
		copied := *p
		n.parts[name] = &copied
	}
	for _, p := range t.active {
		n.active = append(n.active, n.parts[p.name])
	}
	return &n
}
