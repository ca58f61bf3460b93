package load

import (
	"context"
	"errors"
	"time"

	"rowkey/engine/cluster"
	"rowkey/engine/explain"
	"rowkey/engine/hash"
	"rowkey/engine/script"
)

// maxAttempts is how many attempts a load makes at most, with those that are repeated.
const maxAttempts = 1_000_000

// lookEvery is how many attempts a load makes between two looks at its context.
const lookEvery = 1000

// Errors that end a load.
var (
	ErrTooLarge = errors.New("the load became larger than 1,000,000 attempts")
	ErrStopped  = errors.New("the load was stopped")
)

// run is one load while it runs. Times are since its start.
type run struct {
	Job
	c      *cluster.Cluster
	before cluster.NodeMap

	again  retryQueue
	at     []int32 // partition of each request
	parts  []partition
	known  map[string]int32
	log    []attempt
	waits  []int // microseconds, of requests that were served
	failed int
	last   time.Duration // when the last attempt was made
	end    time.Duration // when the last answer came
}

// partition is one that a load asks for.
type partition struct {
	name            string
	sent, throttled int // entities
	second          int // that is being counted
	now, peak       int // entities of that second, and most of one
}

// attempt is one attempt, kept for the heat.
type attempt struct {
	part    int32
	ms      int32
	refused bool
}

// Run makes all attempts of a job in the order of their times.
// Errors: ErrTooLarge, ErrStopped when ctx ends, and those of the source.
func Run(ctx context.Context, c *cluster.Cluster, j Job) (*Report, error) {
	n := j.Spec.Rate * j.Spec.Seconds
	r := &run{
		Job: j, c: c, before: c.Nodes(), known: map[string]int32{},
		at: make([]int32, 0, n), log: make([]attempt, 0, n), waits: make([]int, 0, n),
		end: time.Duration(j.Spec.Seconds) * time.Second,
	}
	if err := r.run(ctx); err != nil {
		return nil, err
	}
	return r.report(), nil
}

// arrival is when request number i is sent first.
func (r *run) arrival(i int) time.Duration {
	return time.Duration(i) * time.Second / time.Duration(r.Spec.Rate)
}

func (r *run) run(ctx context.Context) error {
	for i, n := 0, r.Spec.Rate*r.Spec.Seconds; i < n || len(r.again) > 0; {
		if len(r.log) == maxAttempts {
			return ErrTooLarge
		}
		if len(r.log)%lookEvery == 0 && ctx.Err() != nil {
			return ErrStopped
		}
		if i == n || len(r.again) > 0 && r.again[0].at <= r.arrival(i) {
			r.try(r.again.pop())
			continue
		}
		name, err := r.Source.Partition(i, r.Start.Add(r.arrival(i)))
		if err != nil {
			return err
		}
		r.at = append(r.at, r.index(name))
		r.try(retry{r.arrival(i), i, 0})
		i++
	}
	return nil
}

// index returns the number of a partition.
func (r *run) index(name string) int32 {
	n, ok := r.known[name]
	if !ok {
		n = int32(len(r.parts))
		r.known[name] = n
		r.parts = append(r.parts, partition{name: name})
	}
	return n
}

// try makes one attempt.
func (r *run) try(a retry) {
	n := r.at[a.request]
	part := &r.parts[n]
	load := r.Request
	load.Partition = part.name
	wait, err := r.c.AdmitAt(r.Start.Add(a.at), load)
	r.log = append(r.log, attempt{n, int32(a.at / time.Millisecond), err != nil})
	part.count(a.at, load.Entities, err != nil)
	r.last = a.at
	if err == nil {
		took := a.at + wait + explain.Latency(&r.Latency) - r.arrival(a.request)
		r.waits = append(r.waits, int(took/time.Microsecond))
		r.end = max(r.end, r.arrival(a.request)+took)
		return
	}
	back := a.at + explain.RoundTrip
	r.end = max(r.end, back)
	if a.attempt == r.Retry.Most {
		r.failed++
		return
	}
	r.again.push(retry{back + pause(r.Retry, a.request, a.attempt), a.request, a.attempt + 1})
}

func (p *partition) count(at time.Duration, n int, refused bool) {
	p.sent += n
	if refused {
		p.throttled += n
	}
	if second := int(at / time.Second); second != p.second {
		p.second, p.now = second, 0
	}
	p.now += n
	p.peak = max(p.peak, p.now)
}

// pause is how long a client waits before it repeats a request. Doubled waits are up to a fifth
// longer or shorter, as client libraries do it: clients that were refused together do not come back
// together.
func pause(p script.RetryPolicy, request, attempt int) time.Duration {
	if p.Fixed {
		return p.Delay(attempt)
	}
	seed := hash.Sequence(uint64(request)<<8 | uint64(attempt))
	spread := seed.Next() % 401 // 0 to 0.4 in thousandths
	return min(p.Delay(attempt)/1000*time.Duration(800+spread), script.LongestWait)
}

// retry is an attempt that is to be made.
type retry struct {
	at               time.Duration
	request, attempt int
}

func (a retry) before(b retry) bool {
	return a.at < b.at || a.at == b.at && a.request < b.request
}

// retryQueue is a heap of attempts, the earliest first.
type retryQueue []retry

func (h *retryQueue) push(a retry) {
	*h = append(*h, a)
	for i := len(*h) - 1; i > 0 && (*h)[i].before((*h)[(i-1)/2]); i = (i - 1) / 2 {
		(*h)[i], (*h)[(i-1)/2] = (*h)[(i-1)/2], (*h)[i]
	}
}

func (h *retryQueue) pop() retry {
	first, end := (*h)[0], len(*h)-1
	(*h)[0] = (*h)[end]
	*h = (*h)[:end]
	for i := 0; ; {
		child := 2*i + 1
		if child+1 < end && (*h)[child+1].before((*h)[child]) {
			child++
		}
		if child >= end || !(*h)[child].before((*h)[i]) {
			return first
		}
		(*h)[i], (*h)[child] = (*h)[child], (*h)[i]
		i = child
	}
}
