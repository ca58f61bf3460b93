package load

import (
	"cmp"
	"strconv"
	"time"

	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/lists"
	"rowkey/engine/order"
)

// The size of what a report shows.
const (
	maxPartitions = 20
	maxHeatRows   = 32
	maxHeatSteps  = 60
	maxHotRows    = 15 // of rows with one partition alone, with up to 16 others between them
)

// report makes the result of a load that has run.
func (r *run) report() *Report {
	l := &Report{
		Rate: r.Spec.Rate, Seconds: r.Spec.Seconds, Sent: len(r.at), Accepted: len(r.waits),
		Failed: r.failed, PartitionCount: len(r.parts), Before: r.before, End: r.end, Entities: r.Request.Entities,
	}
	l.Throttled = len(r.log) - l.Accepted
	order.By(r.waits, cmp.Compare)
	l.P50, l.P95, l.P99 = r.percentile(50), r.percentile(95), r.percentile(99)
	l.Served = l.Accepted * int(time.Second) / int(max(r.last, time.Duration(r.Spec.Seconds)*time.Second))
	l.Nodes = r.c.NodesAt(r.Start.Add(r.end))
	l.NodeCount = len(r.c.From(r.Request.Account, r.Request.Table, "", nil))
	byKey := lists.Places(len(r.parts), nil)
	order.By(byKey, func(a, b int) int { return edm.CompareText(r.parts[a].name, r.parts[b].name) })
	r.partitions(l, byKey)
	r.heat(l, byKey)
	l.Events = []Event{}
	for _, e := range r.c.Events(r.Start, r.Start.Add(r.end)) {
		l.Events = append(l.Events, Event{int(e.At.Sub(r.Start) / time.Millisecond), e.Kind, e.Text.String(), e.Text})
	}
	return l
}

// percentile returns the time within which n percent of the requests that were served got an answer, in ms.
func (r *run) percentile(n int) int {
	if len(r.waits) == 0 {
		return 0
	}
	return (r.waits[(len(r.waits)*n+99)/100-1] + 500) / 1000
}

// sent adds up what was sent to all partitions.
func (r *run) sent() int { return lists.Sum(r.parts, func(p partition) int { return p.sent }) }

// partitions lists the busiest ones.
func (r *run) partitions(l *Report, byKey []int) {
	total := r.sent()
	listed := map[int]bool{}
	l.Partitions = []Partition{}
	for range min(maxPartitions, len(byKey)) {
		best := -1
		for _, i := range byKey {
			if !listed[i] && (best < 0 || r.parts[i].sent > r.parts[best].sent) {
				best = i
			}
		}
		listed[best] = true
		p := r.parts[best]
		node := r.c.Node(r.Request.Account, r.Request.Table, p.name)
		l.Partitions = append(l.Partitions, Partition{p.name, node, p.sent, p.throttled, p.peak})
	}
	l.Hottest = jsontext.Raw(percent(l.Partitions[0].Sent, total))
}

// ThrottledPercent returns which share of the attempts was refused.
func (l *Report) ThrottledPercent() string { return percent(l.Throttled, l.Throttled+l.Accepted) }

// percent writes a share with one digit after the point, rounded up: what is more than nothing is
// never shown as nothing.
func percent(n, of int) string {
	if n == 0 {
		return "0"
	}
	tenths := (n*1000 + of - 1) / of
	if tenths%10 == 0 {
		return strconv.Itoa(tenths / 10)
	}
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10)
}
