package datacentre

// Window is a part of the map: partitions from From to below To, and seconds from Begins to below Ends.
type Window struct {
	From   int `json:"from"`
	To     int `json:"to"`
	Begins int `json:"begins"`
	Ends   int `json:"ends"`
}

// The size of a map.
const (
	MostRows    = 512
	MostColumns = 600
	DefaultRows = 256
	DefaultCols = 120
)

// heatSteps are the lengths that a column can have, in seconds.
var heatSteps = [...]int{1, 2, 5, 10, 15, 30, 60, 120, 300, 600}

// heat is the map while it is drawn.
type heat struct {
	window  Window
	step    int
	columns int
	rows    []heatRow
	asked   []float32 // requests in a column: row times columns, plus column
	refused []float32
	peaks   []float32 // most requests of one second to one partition of a row
	servers []float32 // share of what a server can take, summed over the seconds: column times servers, plus server
}

// heatRow is neighbouring partitions of a block, lo to below hi.
type heatRow struct {
	block  *block
	lo, hi int
	top    int     // the partition with the largest share, where they differ
	peak   float64 // most requests of one second to one partition
	busy   int     // that partition
	alike  int     // partitions from it on that are asked alike
}

func newHeat(w Window, columns, servers int) *heat {
	h := &heat{window: w, step: heatSteps[len(heatSteps)-1]}
	for _, step := range heatSteps {
		if n := (w.Ends - w.Begins + step - 1) / step; n <= columns {
			h.step = step
			break
		}
	}
	h.columns = (w.Ends - w.Begins + h.step - 1) / h.step
	h.servers = make([]float32, h.columns*servers)
	return h
}

// lay returns the work that divides the partitions of the window into rows.
func (h *heat) lay(s *Simulation, most int) []func() {
	d := &rowDivider{window: h.window, most: most}
	return append(d.tasks(s), func() {
		h.rows = d.rows
		h.asked = make([]float32, len(h.rows)*h.columns)
		h.refused = make([]float32, len(h.rows)*h.columns)
		h.peaks = make([]float32, len(h.rows)*h.columns)
	})
}

// second ends a second: it notes how busy servers were, and fills the map at the end of a column.
func (h *heat) second(s *Simulation) {
	at := s.second - h.window.Begins
	if at < 0 || s.second >= h.window.Ends {
		if at == -1 {
			s.cells.cool()
		}
		return
	}
	list := h.servers[at/h.step*len(s.balancer.servers):]
	for i := range s.balancer.servers {
		list[i] += float32(min(1, s.balancer.servers[i].load/s.parameters.ServerCapacity))
	}
	if s.visits += len(s.balancer.servers); (at+1)%h.step == 0 || s.second+1 == h.window.Ends {
		h.fill(s, at/h.step)
	}
}

// write fills the map up to the second before this one, for cells are about to become others.
func (h *heat) write(s *Simulation) {
	if at := s.second - 1 - h.window.Begins; at >= 0 && s.second <= h.window.Ends {
		h.fill(s, at/h.step)
		return
	}
	s.cells.cool()
}

func (c *cells) cool() {
	for i := range c.list {
		c.list[i].cool()
	}
}

func (c *cell) cool() { c.heatAsked, c.heatRefused, c.heatPeak = 0, 0, 0 }

// fill adds what cells have counted to the rows that their partitions are in.
func (h *heat) fill(s *Simulation, column int) {
	row := 0
	for i := range s.cells.list {
		c := &s.cells.list[i]
		for row < len(h.rows) && h.rows[row].hi <= c.lo {
			row++
		}
		if c.heatAsked > 0 {
			for k := row; k < len(h.rows) && h.rows[k].lo < c.hi; k++ {
				h.add(c, k, column)
			}
		}
		c.cool()
	}
	s.visits += len(s.cells.list) + len(h.rows)
}

// add adds a cell's part of a row.
func (h *heat) add(c *cell, row, column int) {
	r := &h.rows[row]
	lo, hi := max(c.lo, r.lo), min(c.hi, r.hi)
	p := c.part(lo, hi)
	h.asked[row*h.columns+column] += float32(c.heatAsked * p)
	h.refused[row*h.columns+column] += float32(c.heatRefused * p)
	r.observe(c, lo, hi, &h.peaks[row*h.columns+column])
}

// observe keeps the peak of a row, and of one of its columns, if partitions from lo to below hi of a cell have it.
func (r *heatRow) observe(c *cell, lo, hi int, column *float32) {
	part := 1 / c.size()
	if c.block.weight != nil && c.hi-c.lo > 1 {
		if r.top < lo || r.top >= hi {
			return
		}
		part, lo, hi = c.part(r.top, r.top+1), r.top, r.top+1
	}
	each := c.heatPeak * part
	if *column = max(*column, float32(each)); each > r.peak {
		r.peak, r.busy, r.alike = each, lo, hi-lo
	}
}

// long returns how many seconds a column has: the last one may be shorter.
func (h *heat) long(column int) int {
	return min(h.step, h.window.Ends-h.window.Begins-column*h.step)
}
