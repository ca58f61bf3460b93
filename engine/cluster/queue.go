package cluster

import "time"

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
