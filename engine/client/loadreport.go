package client

import (
	"cmp"
	"strconv"
	"time"

	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/order"
)

// The size of what a load shows.
const (
	maxLoadPartitions = 20
	maxHeatRows       = 32
	maxHeatSteps      = 60
	maxHotRows        = 15 // of rows with one partition alone, between which up to 16 others lie
)

// report makes the result of a load that has run.
func (r *loadRun) report() *Load {
	l := &Load{
		Rate: r.spec.Rate, Seconds: r.spec.Seconds, Sent: len(r.at), Accepted: len(r.waits),
		Failed: r.failed, PartitionCount: len(r.parts), Before: r.before,
	}
	l.Throttled = len(r.log) - l.Accepted
	order.By(r.waits, cmp.Compare)
	l.P50, l.P95, l.P99 = r.percentile(50), r.percentile(95), r.percentile(99)
	l.served = l.Accepted * int(time.Second) / int(max(r.last, time.Duration(r.spec.Seconds)*time.Second))
	l.Nodes = r.c.NodesAt(r.start.Add(r.end))
	l.nodes = len(r.c.From(r.load.Account, r.load.Table, "", nil))
	byKey := make([]int, len(r.parts))
	for i := range byKey {
		byKey[i] = i
	}
	order.By(byKey, func(a, b int) int { return edm.CompareText(r.parts[a].name, r.parts[b].name) })
	r.partitions(l, byKey)
	r.heat(l, byKey)
	l.Events = []LoadEvent{}
	for _, e := range r.c.Events(r.start, r.start.Add(r.end)) {
		l.Events = append(l.Events, LoadEvent{int(e.At.Sub(r.start) / time.Millisecond), e.Kind, e.Text})
	}
	return l
}

// percentile returns the time within which so many percent of the requests served were, in ms.
func (r *loadRun) percentile(n int) int {
	if len(r.waits) == 0 {
		return 0
	}
	return (r.waits[(len(r.waits)*n+99)/100-1] + 500) / 1000
}

// partitions lists the busiest ones.
func (r *loadRun) partitions(l *Load, byKey []int) {
	total := 0
	for _, p := range r.parts {
		total += p.sent
	}
	listed := map[int]bool{}
	l.Partitions = []LoadPartition{}
	for range min(maxLoadPartitions, len(byKey)) {
		best := -1
		for _, i := range byKey {
			if !listed[i] && (best < 0 || r.parts[i].sent > r.parts[best].sent) {
				best = i
			}
		}
		listed[best] = true
		p := r.parts[best]
		node := r.c.Node(r.load.Account, r.load.Table, p.name)
		l.Partitions = append(l.Partitions, LoadPartition{p.name, node, p.sent, p.throttled, p.peak})
	}
	l.Hottest = jsontext.Raw(percent(l.Partitions[0].Sent, total))
}

// percent writes a share with one digit behind the point, rounded up: what is more than nothing is
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

// heatSteps are the lengths that a column of the heat can have, in ms.
var heatSteps = [...]int{
	100, 200, 250, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 1800_000, 3600_000,
}

// heat counts the attempts by key and time.
func (r *loadRun) heat(l *Load, byKey []int) {
	whole := max(int(r.last/time.Millisecond)+1, r.spec.Seconds*1000)
	step := heatSteps[len(heatSteps)-1]
	for _, s := range heatSteps {
		if (whole+s-1)/s <= maxHeatSteps {
			step = s
			break
		}
	}
	steps := min(maxHeatSteps, (whole+step-1)/step)
	l.Heat = Heat{Step: step, Target: r.c.Options().Target}
	rows := r.rows(&l.Heat, byKey)
	for i := range l.Heat.Rows {
		l.Heat.Rows[i].Cells = make([][2]int, steps)
	}
	for _, a := range r.log {
		cell := &l.Heat.Rows[rows[a.part]].Cells[min(int(a.ms)/step, steps-1)]
		cell[0] += r.load.Entities
		if a.refused {
			cell[1] += r.load.Entities
		}
	}
}

// rows divides the partitions into rows and returns that of each. Hot ones stand alone; those
// between them are joined until there are few enough rows.
func (r *loadRun) rows(h *Heat, byKey []int) []int {
	total := 0
	for _, p := range r.parts {
		total += p.sent
	}
	hot, rows := r.hot(total), make([]int, len(r.parts))
	most := 0 // entities that a row of several partitions may have
	if len(byKey) > maxHeatRows {
		most = total / maxHeatRows
	}
	for r.divide(h, byKey, hot, most, rows); len(h.Rows) > maxHeatRows; {
		most += most/8 + 1
		r.divide(h, byKey, hot, most, rows)
	}
	return rows
}

// divide makes rows with at most so many entities, but those of one partition.
func (r *loadRun) divide(h *Heat, byKey []int, hot map[int]bool, most int, rows []int) {
	h.Rows = h.Rows[:0]
	full, filled := true, 0 // whether the row that is being filled takes no more, and what it has
	for _, i := range byKey {
		p := r.parts[i]
		if full || hot[i] || filled+p.sent > most {
			h.Rows, filled = append(h.Rows, HeatRow{Low: p.name}), 0
		}
		h.Rows[len(h.Rows)-1].High = p.name
		rows[i] = len(h.Rows) - 1
		filled += p.sent
		full = hot[i]
	}
}

// hot returns the partitions that stand alone: those with more than a row's share of the load.
func (r *loadRun) hot(total int) map[int]bool {
	var list []int
	for i, p := range r.parts {
		if p.sent > total/maxHeatRows {
			list = append(list, i)
		}
	}
	order.By(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.parts[b].sent, r.parts[a].sent), cmp.Compare(a, b))
	})
	hot := map[int]bool{}
	for _, i := range list[:min(maxHotRows, len(list))] {
		hot[i] = true
	}
	return hot
}
