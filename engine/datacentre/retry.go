package datacentre

import "math"

// Retry is what clients do with a request that was refused.
type Retry struct {
	Policy Policy  `json:"policy"`
	Wait   float64 `json:"wait"`  // milliseconds before the first repetition
	Tries  float64 `json:"tries"` // repetitions at most
}

// Policy says how the waits of a client grow.
type Policy string

// The policies.
const (
	NoRetry     Policy = "none"
	Fixed       Policy = "fixed"
	Exponential Policy = "exponential" // each wait is twice the one before, as the SDKs do it
)

// Policies are all of them.
var Policies = []Policy{NoRetry, Fixed, Exponential}

// longestWait is how many seconds a client waits at most.
// Source: RetryOptions.MaxDelay of Azure.Core, its default.
const longestWait = 60

// mostTries is how often a client repeats a request at most.
const mostTries = 10

// DefaultRetry is what the SDKs do.
// Source: RetryOptions of Azure.Core: exponential, 0.8 s, 3 retries.
func DefaultRetry() Retry { return Retry{Policy: Exponential, Wait: 800, Tries: 3} }

// tries returns how often a request is repeated.
func (r *Retry) tries() int {
	if r.Policy == NoRetry {
		return 0
	}
	return int(r.Tries)
}

// wait returns how many seconds a client waits after attempt number n, from 0.
func (r *Retry) wait(n int) float64 {
	seconds := r.Wait / 1000
	if r.Policy == Exponential {
		seconds = math.Ldexp(seconds, n)
	}
	return min(seconds, longestWait)
}

// delay is when repetitions come back: after so many seconds, and a part of them one second later, so that the wait is
// exact on average. No client comes back in the second of the refusal.
type delay struct {
	seconds int
	later   float64
}

func (r *Retry) delays() []delay {
	list := make([]delay, r.tries())
	for i := range list {
		whole, part := math.Modf(max(1, r.wait(i)))
		list[i] = delay{int(whole), part}
	}
	return list
}

// slots returns how many seconds of waiting requests have to be kept.
func slots(list []delay) int {
	most := 1
	for _, d := range list {
		most = max(most, d.seconds+2)
	}
	return most
}

// waiting is requests of a cell that were refused and come back: by the second in which they do, and by how often they
// were tried.
type waiting struct {
	tries int
	total float64   // all of them
	list  []float64 // second modulo slots, times tries, plus attempt-1
}

// due returns those that come back in a second, by attempt.
func (w *waiting) due(second int) []float64 {
	slot := second % (len(w.list) / w.tries) * w.tries
	return w.list[slot : slot+w.tries]
}

// add lets requests come back for an attempt, from 1, after a delay.
func (w *waiting) add(second, attempt int, n float64, d delay) {
	w.total += n
	w.due(second + d.seconds)[attempt-1] += n * (1 - d.later)
	if d.later > 0 {
		w.due(second + d.seconds + 1)[attempt-1] += n * d.later
	}
}

// divide gives a part of all to one cell and the rest to another.
func (w *waiting) divide(part float64) (low, high *waiting) {
	if w == nil || w.total == 0 {
		return nil, nil
	}
	low, high = &waiting{tries: w.tries, total: w.total * part}, &waiting{tries: w.tries, total: w.total * (1 - part)}
	low.list, high.list = make([]float64, len(w.list)), make([]float64, len(w.list))
	for i, n := range w.list {
		low.list[i], high.list[i] = n*part, n*(1-part)
	}
	return low, high
}

// clear forgets those of a second, and counts the others.
func (w *waiting) clear(second int) {
	clear(w.due(second))
	w.total = 0
	for _, n := range w.list {
		w.total += n
	}
}

// none reports whether no client comes back.
func (w *waiting) none() bool { return w == nil || w.total == 0 }
