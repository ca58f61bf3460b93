package watch

import (
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/lint"
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
		if s.Busy > 0 {
			busy.add(s, s.Busy)
		}
	}
	enough := slices.DeleteFunc(scans.list, func(f Finding) bool { return f.Calls < leastScans })
	return sorted(append(enough, busy.list...))
}

// scansBeside returns the queries without a partition that read much more than they return, but for those whose cheaper
// form was tried: that needs several of a kind, and a small program sends each query once.
func scansBeside(tried []Finding, sums *shape.Sums) []Finding {
	scans := ofLog{rule: "scan"}
	for i := range sums.Stats {
		s := &sums.Stats[i]
		told := slices.ContainsFunc(tried, func(f Finding) bool { return slices.Contains(f.Shapes, s.Shape) })
		if !told && s.Class >= explain.PartitionRange && s.MostRead >= lint.LeastRows && s.Read > 10*s.Returned {
			f := scans.add(s, s.Calls)
			f.After = plus(f.After, lint.Cost{Read: s.Returned, Requests: s.Calls, Roundtrips: s.Calls})
			f.note(s.Shape, s.Worst().N)
		}
	}
	return scans.list
}

// ofLog are the findings of one rule.
type ofLog struct {
	rule string
	list []Finding
}

// add counts requests of a shape to the finding of their query.
func (o *ofLog) add(s *shape.Stat, calls int) *Finding {
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
	return f
}
