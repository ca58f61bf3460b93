package datacentre

import (
	"math"
	"time"

	"rowkey/engine/explain"
	"rowkey/engine/order"
)

// longestQueue is how many seconds a request waits for its turn at most; one that would wait longer is refused.
// Source: cluster.MaxWait.
const longestQueue = 0.1

// quarters is how many steps of a quarter octave the waits in queues are counted in, from 1 microsecond on.
const quarters = 80

// latencies counts the requests that were served, by block, by attempt and by how long they waited for their turn.
type latencies struct {
	tries int
	count [][quarters]float64 // block*(tries+1) + attempt
}

// add counts what was served of a cell in this second. busy is the share of its server's time that is used.
func (l *latencies) add(s *Simulation, c *cell, served, busy float64) {
	target := s.target(c.block)
	used := c.admitted * c.block.units / (target * c.size())
	bin := quarter(queued(used, target) + queued(busy, s.parameters.ServerCapacity))
	list := l.count[c.block.number*(l.tries+1):]
	if c.waiting.none() {
		list[0][bin] += served
		return
	}
	part := served / c.asked
	list[0][bin] += (c.still + c.flow) * part
	for i, n := range c.waiting.due(s.second) {
		list[i+1][bin] += n * part
	}
}

// queued returns how many seconds a request waits on average for those before it, where a share of the time is used and
// so many entities a second can be served.
// Source: M/D/1, Pollaczek-Khinchine formula.
func queued(used, rate float64) float64 {
	if used >= 1 {
		return longestQueue
	}
	return min(longestQueue, used/(2*(1-used)*rate))
}

// quarter returns the step of a time in seconds: the exponent and two digits of the number of microseconds.
func quarter(seconds float64) int {
	bits := int(math.Float64bits(seconds*1e6+1)>>50) - 1023<<2
	return max(0, min(quarters-1, bits))
}

// timeOf returns the middle of a step, in seconds.
func timeOf(quarter int) float64 {
	return (math.Ldexp(1+float64(quarter%4)/4+0.125, quarter/4) - 1.125) / 1e6
}

// timing is one sort of requests: which part they are, and how many seconds one takes that need not wait.
type timing struct{ part, seconds float64 }

// sorts returns those of a block. An entity has 1 KiB, as the targets assume.
// Source: the times of package explain.
func (b *block) sorts() []timing {
	time := func(read, written float64) float64 {
		d := explain.RoundTrip.Seconds() + read*explain.PerRead.Seconds() + (read+written)*1024*explain.PerByte.Seconds()
		if written > 0 {
			d += explain.Commit.Seconds() + written*explain.PerWrite.Seconds()
		}
		return d
	}
	if b.place != nil {
		return b.place.timings(time)
	}
	all := b.Reads + b.Writes + b.Scans
	return []timing{
		{b.Reads / all, time(b.ReadEntities, 0)}, {b.Writes / all, time(0, b.WriteEntities)},
		{b.Scans / all, time(b.ScanEntities, 0)},
	}
}

// Latency is how many milliseconds requests took that were served, from the first attempt to the answer.
type Latency struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
}

// percentiles returns what the requests took that have been served so far.
func (s *Simulation) percentiles() Latency {
	var list []timing
	sum := 0.0
	for _, b := range s.blocks {
		for attempt := range s.latency.tries + 1 {
			waited := s.waited(attempt)
			for bin, n := range s.latency.count[b.number*(s.latency.tries+1)+attempt] {
				for _, o := range b.sorts() {
					if n*o.part > 0 {
						list = append(list, timing{n * o.part, waited + timeOf(bin) + o.seconds})
						sum += n * o.part
					}
				}
			}
		}
	}
	order.By(list, func(a, b timing) int {
		if a.seconds < b.seconds {
			return -1
		}
		return 1
	})
	return Latency{percentile(list, sum*0.50), percentile(list, sum*0.95), percentile(list, sum*0.99)}
}

// waited returns how many seconds passed from the first attempt to this one.
func (s *Simulation) waited(attempt int) float64 {
	sum := 0.0
	for i := range attempt {
		sum += explain.RoundTrip.Seconds() + float64(s.delays[i].seconds) + s.delays[i].later
	}
	return sum
}

// percentile returns the milliseconds within which n of the requests were answered.
func percentile(list []timing, n float64) float64 {
	for i := range list {
		if n -= list[i].part; n <= 0 || i == len(list)-1 {
			return math.Round(list[i].seconds*float64(10*time.Second/time.Millisecond)) / 10
		}
	}
	return 0
}
