package client

import (
	"context"
	"time"

	"rowkey/engine/cluster"
	"rowkey/engine/explain"
	"rowkey/engine/script"
)

// maxAttempts is how many attempts a load makes at most, with those that are repeated.
const maxAttempts = 1_000_000

// lookEvery is how many attempts a load makes between two looks at its context.
const lookEvery = 1000

// loadIn returns what @load asks of a unit, nil if it asks nothing.
func loadIn(s *script.Script, u script.Unit) *script.LoadSpec {
	for i := u.First; i <= u.Last; i++ {
		if b := &s.Blocks[i]; b.Request != nil && !b.Meta.Disabled && b.Meta.Load != nil {
			return b.Meta.Load
		}
	}
	return nil
}

// runLoad sends the requests of a block, or the transactions of a batch, to the cluster. They pass
// in virtual time; nothing is stored, billed, or answered one by one.
func (s *Session) runLoad(ctx context.Context, j job, spec *script.LoadSpec) *Exchange {
	x := s.begin(j)
	c := s.o.Cluster()
	if c == nil {
		return stopped(x, &Problem{Line: x.Line, Message: "a load needs several nodes to go to: " +
			"they are there with the option \"cluster\"."})
	}
	s.land()
	s.depart(x, &script.Block{}) // nothing is in flight beside a load
	for i := j.unit.First; i <= j.unit.Last; i++ {
		s.sleep(x, s.script.Blocks[i].Meta.Sleep)
	}
	src, p := s.source(j.unit)
	if p != nil {
		return stopped(x, p)
	}
	r := newLoadRun(c, spec, src)
	if p := r.run(ctx); p != nil {
		return stopped(x, p)
	}
	s.o.Advance(r.end)
	x.at = later(x.at, r.end)
	x.Load = r.report()
	x.answer = &answer{load: x.Load}
	s.arrive(x)
	s.finishLoad(j.unit, x)
	return x
}

// finishLoad checks the answer of a load.
func (s *Session) finishLoad(u script.Unit, x *Exchange) {
	x.answer.client.attempts = x.Load.Throttled + x.Load.Accepted
	s.finish(x)
	if !s.hidden {
		s.load = x.Load
		s.side.attempts += x.answer.client.attempts
		s.side.throttled += x.Load.Throttled
	}
	for i := u.First; i <= u.Last; i++ {
		b := &s.script.Blocks[i]
		if b.Name != "" {
			s.state.answers[b.Name] = x.answer
		}
		for _, a := range b.Assertions {
			x.Checks = append(x.Checks, s.check(a, x.answer, scope{client: x.Client}))
		}
	}
}

// loadRun is one load while it runs. Times are since its start.
type loadRun struct {
	*loadSource
	c      *cluster.Cluster
	spec   *script.LoadSpec
	start  time.Time
	before cluster.NodeMap

	again  againHeap
	at     []int32 // partition of each request
	parts  []loadPart
	known  map[string]int32
	log    []loadAttempt
	waits  []int // microseconds, of requests that were served
	failed int
	last   time.Duration // when the last attempt was made
	end    time.Duration // when the last answer came
}

// loadPart is a partition that a load asks for.
type loadPart struct {
	name            string
	sent, throttled int // entities
	second          int // that is being counted
	now, peak       int // entities of that second, and most of one
}

// loadAttempt is one attempt, kept for the heat.
type loadAttempt struct {
	part    int32
	ms      int32
	refused bool
}

func newLoadRun(c *cluster.Cluster, spec *script.LoadSpec, src *loadSource) *loadRun {
	n := spec.Rate * spec.Seconds
	r := &loadRun{
		loadSource: src, c: c, spec: spec, start: src.s.o.Now(),
		before: c.Nodes(), known: map[string]int32{}, end: time.Duration(spec.Seconds) * time.Second,
	}
	r.at, r.log, r.waits = make([]int32, 0, n), make([]loadAttempt, 0, n), make([]int, 0, n)
	return r
}

// arrival is when request number i is sent first.
func (r *loadRun) arrival(i int) time.Duration {
	return time.Duration(i) * time.Second / time.Duration(r.spec.Rate)
}

// run makes all attempts in the order of their times.
func (r *loadRun) run(ctx context.Context) *Problem {
	now := r.s.o.Now
	defer func() { r.s.o.Now = now }()
	at := r.start
	r.s.o.Now = func() time.Time { return at }
	for i, n := 0, r.spec.Rate*r.spec.Seconds; i < n || len(r.again) > 0; {
		if len(r.log) == maxAttempts {
			return r.problem("the load became larger than 1,000,000 attempts.")
		}
		if len(r.log)%lookEvery == 0 && ctx.Err() != nil {
			return r.problem("the load was stopped.")
		}
		if i == n || len(r.again) > 0 && r.again[0].at <= r.arrival(i) {
			r.try(r.again.pop())
			continue
		}
		at = r.start.Add(r.arrival(i))
		name, p := r.partition(i)
		if p != nil {
			return p
		}
		r.at = append(r.at, r.index(name))
		r.try(again{r.arrival(i), i, 0})
		i++
	}
	return nil
}

// index returns the number of a partition.
func (r *loadRun) index(name string) int32 {
	n, ok := r.known[name]
	if !ok {
		n = int32(len(r.parts))
		r.known[name] = n
		r.parts = append(r.parts, loadPart{name: name})
	}
	return n
}

// try makes one attempt.
func (r *loadRun) try(a again) {
	n := r.at[a.request]
	part := &r.parts[n]
	load := r.load
	load.Partition = part.name
	wait, err := r.c.AdmitAt(r.start.Add(a.at), load)
	r.log = append(r.log, loadAttempt{n, int32(a.at / time.Millisecond), err != nil})
	part.count(a.at, load.Entities, err != nil)
	r.last = a.at
	if err == nil {
		took := a.at + wait + explain.Latency(&r.latency) - r.arrival(a.request)
		r.waits = append(r.waits, int(took/time.Microsecond))
		r.end = max(r.end, r.arrival(a.request)+took)
		return
	}
	back := a.at + explain.RoundTrip
	r.end = max(r.end, back)
	if a.attempt == r.retry.Most {
		r.failed++
		return
	}
	r.again.push(again{back + pause(r.retry, a.request, a.attempt), a.request, a.attempt + 1})
}

func (p *loadPart) count(at time.Duration, n int, refused bool) {
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
// longer or shorter, as client libraries do it: whoever was refused together does not come back
// together.
func pause(p script.RetryPolicy, request, attempt int) time.Duration {
	if p.Fixed {
		return p.Delay(attempt)
	}
	spread := NewRandom(uint64(request)<<8|uint64(attempt)).Next() % 401 // 0 to 0.4 in thousandths
	return min(p.Delay(attempt)/1000*time.Duration(800+spread), script.LongestWait)
}

// again is an attempt that is to be made.
type again struct {
	at               time.Duration
	request, attempt int
}

func (a again) before(b again) bool {
	return a.at < b.at || a.at == b.at && a.request < b.request
}

// againHeap holds attempts, the earliest first.
type againHeap []again

func (h *againHeap) push(a again) {
	*h = append(*h, a)
	for i := len(*h) - 1; i > 0 && (*h)[i].before((*h)[(i-1)/2]); i = (i - 1) / 2 {
		(*h)[i], (*h)[(i-1)/2] = (*h)[(i-1)/2], (*h)[i]
	}
}

func (h *againHeap) pop() again {
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
