package watch

import (
	"rowkey/engine/explain"
	"rowkey/engine/lint"
	"rowkey/engine/shape"
)

// leastScans is how many requests of a log make a finding: fewer may be a person who looked.
const leastScans = 10

// FromLog returns what can be said of the requests of a log by their shapes alone: a log has no answers, and an export
// does not keep the order of its entries. What costs most is what is sent most.
//
//   - scan: queries that do not name a partition.
//   - busy: requests that were refused because the service was busy.
func FromLog(sums *shape.Sums) []Finding {
	var list []Finding
	for i := range sums.Stats {
		s := &sums.Stats[i]
		if s.Class >= explain.PartitionRange && s.Calls >= leastScans {
			list = append(list, ofStat("scan", s, s.Calls))
		}
		if s.Busy > 0 {
			list = append(list, ofStat("busy", s, s.Busy))
		}
	}
	return sorted(list)
}

func ofStat(rule string, s *shape.Stat, calls int) Finding {
	return Finding{
		Rule: rule, Table: s.Name, Shapes: []shape.Shape{s.Shape}, Times: calls, Calls: calls,
		Before: lint.Cost{Read: s.Read, Requests: calls, Roundtrips: calls},
	}
}
