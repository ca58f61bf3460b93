package watch

import (
	"strings"

	"rowkey/engine/costs"
	"rowkey/serve/junit"
)

// junit is the contract as a list of tests: one for each shape that was seen, and one for the budget.
func (r *report) junit() (string, error) {
	suite := junit.Suite{Name: r.o.file}
	for i := range r.sums.Stats {
		s := &r.sums.Stats[i]
		c := junit.Case{Class: "tables." + plain(s.Name), Name: strings.TrimSpace(s.Does + " " + s.Text)}
		for j := range r.breaches {
			if x := &r.breaches[j]; x.Stat != nil && x.Stat.Shape == s.Shape {
				c.Failures = append(c.Failures, r.failure(x))
			}
		}
		suite.Add(c)
	}
	budget := junit.Case{Class: "tables", Name: "budget"}
	for j := range r.breaches {
		if x := &r.breaches[j]; x.Stat == nil {
			budget.Failures = append(budget.Failures, r.failure(x))
		}
	}
	suite.Add(budget)
	return suite.String(), nil
}

func (r *report) failure(x *costs.Breach) junit.Failure {
	var b strings.Builder
	r.breach(&b, x)
	return junit.Failure{Message: message(x), Text: b.String()}
}

// message says in one line what is not as agreed.
func message(x *costs.Breach) string {
	if x.Agreed == "" {
		return "new: " + found(x)
	}
	return "agreed: " + x.Agreed + ", found: " + found(x)
}
