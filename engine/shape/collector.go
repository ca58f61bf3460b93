package shape

import (
	"slices"
	"strings"
	"sync"

	"rowkey/engine/explain"
	"rowkey/engine/trail"
)

// A collector keeps so many shapes, and of each so many senders. With the texts that samples are cut to, that is what
// bounds its memory.
const (
	MaxShapes = 1000
	MaxAgents = 4
	maxTarget = 1 << 10 // bytes of the address of a sample
	maxAgent  = 128     // bytes of other texts of a sample, and of the name of a sender
	maxTable  = 255     // bytes of the name of a table; the service refuses a longer one
)

// Collector sums requests up by their shapes. It is safe for concurrent use; the zero value tells all tables apart.
type Collector struct {
	Options
	queries memo

	mu    sync.Mutex // guards the fields below
	n     int
	at    map[Shape]int
	list  []Stat
	other Stat
}

// Sums are all requests of a recording.
type Sums struct {
	Stats []Stat // in the order in which their shapes came
	Other Stat   // requests of shapes for which there was no room
	All   explain.Counts
	Calls int
}

// Add counts a request, and returns its number and its shape; kept is false if there is no room for the shape.
func (c *Collector) Add(r *trail.Request) (n int, s Shape, kept bool) {
	return c.count(r, of(r, c.Options, c.queries.query))
}

// Count counts a request whose shape is known, but for the name of its table.
func (c *Collector) Count(r *trail.Request, s Shape) {
	s.Table = strings.ToLower(cut(c.Name(r.Record.Table), maxTable))
	s.Text = cut(s.Text, MaxText)
	c.count(r, s)
}

// count counts a request, and returns its shape as the collector keeps it: those of two requests are the same texts.
func (c *Collector) count(r *trail.Request, s Shape) (n int, of Shape, kept bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	to, kept := c.stat(s, r)
	to.count(r)
	if kept {
		to.sample(c.n, r)
		s = to.Shape
	}
	return c.n, s, kept
}

// stat returns where the requests of a shape are counted.
func (c *Collector) stat(s Shape, r *trail.Request) (to *Stat, kept bool) {
	if i, ok := c.at[s]; ok {
		return &c.list[i], true
	}
	if len(c.list) == MaxShapes {
		return &c.other, false
	}
	if c.at == nil {
		c.at = map[Shape]int{}
	}
	// What is kept must not hold the memory of a request.
	s.Table, s.Does, s.Text = strings.Clone(s.Table), strings.Clone(s.Does), strings.Clone(s.Text)
	name := strings.Clone(cut(c.Name(r.Record.Table), maxTable))
	c.at[s] = len(c.list)
	c.list = append(c.list, Stat{Shape: s, Name: name, First: r.Start})
	return &c.list[len(c.list)-1], true
}

// Together tells the collector that one unit of work had so many requests of a shape.
func (c *Collector) Together(s Shape, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.at[s]; ok {
		c.list[i].MostTogether = max(c.list[i].MostTogether, n)
	}
}

// Sums returns what was counted so far.
func (c *Collector) Sums() Sums {
	c.mu.Lock()
	defer c.mu.Unlock()
	sums := Sums{Stats: slices.Clone(c.list), Other: c.other, Calls: c.n, All: c.other.Counts}
	for i := range sums.Stats {
		sums.Stats[i].Agents = slices.Clone(sums.Stats[i].Agents)
		sums.All = sums.All.Plus(sums.Stats[i].Counts)
	}
	return sums
}
