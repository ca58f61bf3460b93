package design

import "rowkey/engine/table"

// load is what the calls of a workload ask of each partition in a second: pages read and entities written. The target
// for a partition counts entities, and it is not published how it counts reads; see [Report.Hottest].
type load map[address]float64

// add counts the calls of one pattern, of which so many are made a second.
func (l load) add(b *bench, t *trial, rate float64) {
	sum, scans := map[address]int{}, map[span]int{}
	for i := range t.bills {
		for _, p := range t.bills[i].touched {
			sum[p.address] += t.calls[i].weight * p.weight
		}
		for _, s := range t.bills[i].scanned {
			scans[s] += t.calls[i].weight
		}
	}
	for s, weight := range scans {
		b.scanned(s, func(p address, rows int) { sum[p] += weight * max(1, (rows+table.MaxPage-1)/table.MaxPage) })
	}
	for p, n := range sum {
		l[p] += rate * float64(n) / float64(t.weight())
	}
}

// scanned visits the partitions that a scan touches, each with the number of rows read there.
func (b *bench) scanned(s span, visit func(partition address, rows int)) {
	for i := s.from; i < s.to; {
		at, first := b.rows[s.table][i].address, i
		for i < s.to && b.rows[s.table][i].partition == at.partition {
			i++
		}
		visit(address{table: s.table, partition: at.partition}, i-first)
	}
}

// hottest returns the busiest partition and its load.
func (l load) hottest() (most float64, at address) {
	for p, n := range l {
		if n > most || n == most && (p.partition < at.partition || p.partition == at.partition && p.table < at.table) {
			most, at = n, p
		}
	}
	return most, at
}
