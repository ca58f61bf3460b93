package datacentre

import "rowkey/engine/lists"

// span is a range of partitions, those from lo to below hi, which one server serves.
type span struct {
	lo, hi int
	server int
	until  int // second up to which it is on its way, and not available
	hot    int // seconds for which it has been above its share
	quiet  int // seconds for which it has been below the mark of a merge

	asked float64 // entities a second, refused or not: refusing is work too, and shows a hot spot
	load  float64 // entities a second that its partitions take

	recent []float64 // asked, in each second of the window
	loads  []float64 // load, in each second of the window
	sum    float64   // of recent
	used   float64   // of taken
	age    int       // seconds that the window has seen
}

// count adds a second to the window.
func (r *span) count(second int) {
	i := second % len(r.recent)
	r.sum += r.asked - r.recent[i]
	r.used += r.load - r.loads[i]
	r.recent[i], r.loads[i] = r.asked, r.load
	if i == 0 {
		r.resum() // differences of large numbers leave something over
	}
	r.age++
}

func (r *span) resum() {
	r.sum, r.used = 0, 0
	for i := range r.recent {
		r.sum, r.used = r.sum+r.recent[i], r.used+r.loads[i]
	}
}

// rate returns the entities a second that were asked of it in the window.
func (r *span) rate() float64 { return r.sum / float64(max(1, min(r.age, len(r.recent)))) }

// takes returns the entities a second that its server had to serve.
func (r *span) takes() float64 { return r.used / float64(max(1, min(r.age, len(r.recent)))) }

// moving reports whether it is on its way to another server.
func (r *span) moving(second int) bool { return second < r.until }

// split cuts a range in two. What the window has seen is divided as the load of this second is.
func (r *span) split(at int, part, taken float64) (low, high span) {
	low, high = *r, *r
	low.hi, high.lo = at, at
	low.asked, high.asked = r.asked*part, r.asked*(1-part)
	low.load, high.load = r.load*taken, r.load*(1-taken)
	low.recent, low.loads = scaled(r.recent, part), scaled(r.loads, taken)
	high.recent, high.loads = scaled(r.recent, 1-part), scaled(r.loads, 1-taken)
	low.hot, high.hot, low.quiet, high.quiet = 0, 0, 0, 0
	low.resum()
	high.resum()
	return low, high
}

func scaled(list []float64, by float64) []float64 {
	return lists.Map(list, func(n float64) float64 { return n * by })
}

// join adds a neighbour that comes after it.
func (r *span) join(next *span) {
	r.hi = next.hi
	r.asked, r.load = r.asked+next.asked, r.load+next.load
	for i := range r.recent {
		r.recent[i] += next.recent[i]
		r.loads[i] += next.loads[i]
	}
	r.quiet, r.hot, r.age = min(r.quiet, next.quiet), 0, min(r.age, next.age)
	r.resum()
}
