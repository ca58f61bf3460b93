package datacentre

// waiting is requests of a cell that were refused and come back: by the second in which they do, and by how often they
// were tried.
type waiting struct {
	tries int
	left  float64   // all of them
	list  []float64 // second modulo slots, times tries, plus attempt-1
}

func newWaiting(slots, tries int) *waiting {
	return &waiting{tries: tries, list: make([]float64, slots*tries)}
}

// due returns those that come back in a second, by attempt.
func (w *waiting) due(second int) []float64 {
	slot := second % (len(w.list) / w.tries) * w.tries
	return w.list[slot : slot+w.tries]
}

// add lets requests come back for an attempt, from 1, after a delay.
func (w *waiting) add(second, attempt int, n float64, d delay) {
	w.left += n
	w.due(second + d.seconds)[attempt-1] += n * (1 - d.later)
	if d.later > 0 {
		w.due(second + d.seconds + 1)[attempt-1] += n * d.later
	}
}

// divide gives a part of all to one cell and the rest to another.
func (w *waiting) divide(part float64) (low, high *waiting) {
	if w == nil || w.left == 0 {
		return nil, nil
	}
	low, high = &waiting{tries: w.tries, left: w.left * part}, &waiting{tries: w.tries, left: w.left * (1 - part)}
	low.list, high.list = make([]float64, len(w.list)), make([]float64, len(w.list))
	for i, n := range w.list {
		low.list[i], high.list[i] = n*part, n*(1-part)
	}
	return low, high
}

// clear forgets those of a second, and counts the others.
func (w *waiting) clear(second int) {
	clear(w.due(second))
	w.left = 0
	for _, n := range w.list {
		w.left += n
	}
}

// none reports whether nobody comes back.
func (w *waiting) none() bool { return w == nil || w.left == 0 }
