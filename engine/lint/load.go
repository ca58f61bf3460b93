package lint

import (
	"strconv"
	"time"

	"rowkey/engine/cluster"
	"rowkey/engine/edm"
	"rowkey/engine/load"
	"rowkey/engine/script"
)

const (
	hotRate    = 1000 // entities a second, half of what a partition takes
	appendRate = 200  // inserts a second: below, keys in order do no harm
	leastRow   = 20   // inserts in a row
	mostBucket = 64
)

// hotPartition finds loads of which one partition takes more than half.
func hotPartition(h *history) []*candidate {
	list := h.groups(func(q *request) string {
		if q.Load == nil {
			return ""
		}
		name, share, peak := hottest(q)
		if share <= 50 || peak <= hotRate || name == "" {
			return ""
		}
		return q.table + " " + strconv.Itoa(q.Line)
	})
	for _, c := range list {
		name, share, peak := hottest(c.hits[0])
		c.Names = []string{name, strconv.Itoa(share), strconv.Itoa(peak)}
		c.try = inBuckets
	}
	return list
}

// hottest returns the partition that gets most of a load, its share in per cent, and its entities in the busiest
// second; "" if there is one partition in all.
func hottest(q *request) (name string, share, peak int) {
	counts, most := map[string]int{}, 0
	for _, p := range q.Load.Partitions {
		if counts[p]++; counts[p] > most {
			name, most = p, counts[p]
		}
	}
	if len(counts) < 2 {
		return "", 0, 0
	}
	second := 0
	for i, p := range q.Load.Partitions {
		if i%max(1, q.Load.Rate) == 0 {
			second = 0
		}
		if p == name {
			second += q.Load.Entities
			peak = max(peak, second)
		}
	}
	return name, 100 * most / len(q.Load.Partitions), peak
}

// inBuckets repeats a load with the hot partition in 2, 4, 8 buckets, until little is refused.
func inBuckets(b *Bench, q *request) (t trial, err error) {
	hot, _, _ := hottest(q)
	return b.spread(q, func(k int) func(i int, name string) string {
		return func(i int, name string) string {
			if name == hot {
				return name + "_" + strconv.Itoa(i%k)
			}
			return name
		}
	})
}

// spread repeats a load as it was, and with partitions that rename makes of them, for more and more buckets, until
// nothing is refused or more do not help.
func (b *Bench) spread(q *request, rename func(k int) func(i int, name string) string) (t trial, err error) {
	before, ok, err := b.load(q, func(_ int, name string) string { return name })
	if err != nil || !ok {
		return t, ignore(err)
	}
	t.before = before
	t.after = before
	for k := 2; k <= mostBucket && t.after.Refused > 0; k *= 2 {
		after, _, err := b.load(q, rename(k))
		if err != nil {
			return t, ignore(err)
		}
		if after.Refused < t.after.Refused {
			t.ok, t.after, t.names = true, after, []string{strconv.Itoa(k)}
		}
	}
	return t, nil
}

// sent is a load that is repeated.
type sent struct {
	names  []string
	rename func(i int, name string) string
}

// Partition returns the PartitionKey of request number i. It has no errors.
func (s sent) Partition(i int, _ time.Time) (string, error) {
	return s.rename(i, s.names[i%len(s.names)]), nil
}

// load repeats a load on a new cluster; ok is false if there is none, or the load is shorter than a second.
func (b *Bench) load(q *request, rename func(i int, name string) string) (cost Cost, ok bool, err error) {
	c := b.Cluster()
	l := q.Load
	if c == nil || len(l.Partitions) < l.Rate {
		return cost, false, nil
	}
	report, err := load.Run(b.Context, c, load.Job{
		Spec:    script.LoadSpec{Rate: l.Rate, Seconds: len(l.Partitions) / l.Rate},
		Start:   b.Now,
		Request: cluster.Load{Account: "a", Table: "T", Entities: l.Entities, Ghost: true},
		Source:  sent{l.Partitions, rename},
	})
	if err != nil {
		return cost, false, err
	}
	return Cost{Requests: report.Accepted + report.Throttled, Roundtrips: report.Sent,
		Refused: report.Throttled}, true, nil
}

// appendKey finds loads whose partition keys go up, or down, all the time.
func appendKey(h *history) []*candidate {
	list := h.groups(func(q *request) string {
		if q.Load == nil || q.Load.Rate <= appendRate || !inRow(q.Load.Partitions) {
			return ""
		}
		return q.table + " " + strconv.Itoa(q.Line)
	})
	for _, c := range list {
		l := c.hits[0].Load
		c.Names = []string{l.Partitions[0], l.Partitions[len(l.Partitions)-1], strconv.Itoa(l.Rate)}
		c.try = withFront
	}
	return list
}

// inRow reports whether so many names follow each other in one direction, and come from more than one partition.
func inRow(names []string) bool {
	up, down, n := true, true, 1
	for i := 1; i < len(names) && (up || down); i++ {
		order := edm.CompareText(names[i-1], names[i])
		up, down = up && order <= 0, down && order >= 0
		if order != 0 {
			n++
		}
	}
	return (up || down) && n >= leastRow
}

// withFront repeats a load with something else in front of its keys.
func withFront(b *Bench, q *request) (t trial, err error) {
	return b.spread(q, func(k int) func(i int, name string) string {
		return func(i int, name string) string { return strconv.Itoa(10+i%k) + "_" + name }
	})
}
