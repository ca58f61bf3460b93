package watch

import (
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/shape"
)

// leastScans is how many requests of a log make a finding: fewer may be a person who looked.
const leastScans = 10

// FromLog returns what can be said of the requests of a log by their shapes alone: a log has no answers, and an export
// does not keep the order of its entries. What costs most is what is sent most. The pages of a query are one finding.
//
//   - scan: queries that do not name a partition.
//   - busy: requests that were refused because the service was busy.
func FromLog(sums *shape.Sums) []Finding {
	scans, busy := ofLog{rule: "scan"}, ofLog{rule: "busy"}
	for i := range sums.Stats {
		s := &sums.Stats[i]
		if s.Class >= explain.PartitionRange {
			scans.add(s, s.Calls)
		}
		busy.add(s, s.Busy)
	}
	enough := slices.DeleteFunc(scans.list, func(f Finding) bool { return f.Calls < leastScans })
	return sorted(append(enough, busy.list...))
}

// ofLog are the findings of one rule.
type ofLog struct {
	rule string
	list []Finding
}

// add counts requests of a shape to the finding of their query.
func (o *ofLog) add(s *shape.Stat, calls int) {
	if calls == 0 {
		return
	}
	first := s.FirstPage()
	i := slices.IndexFunc(o.list, func(f Finding) bool { return f.Shapes[0].FirstPage() == first })
	if i < 0 {
		i = len(o.list)
		o.list = append(o.list, Finding{Rule: o.rule, Table: s.Name})
	}
	f := &o.list[i]
	f.Shapes = append(f.Shapes, s.Shape)
	f.Times, f.Calls = f.Times+calls, f.Calls+calls
	f.Before.Read, f.Before.Requests, f.Before.Roundtrips = f.Before.Read+s.Read, f.Calls, f.Calls
}
