package watch

import (
	"fmt"
	"strings"

	"rowkey/engine/costs"
	engine "rowkey/engine/watch"
	"rowkey/serve/junit"
)

// annotations writes what is not as agreed as errors at the lines of the contract, and findings as warnings.
// Source: Workflow commands for GitHub Actions, "Setting an error message".
func (r *report) annotations() string {
	var b strings.Builder
	for i := range r.breaches {
		x := &r.breaches[i]
		what, do, at := "budget", "", x.Line
		if x.Stat != nil {
			what, do = line(x.Stat), r.remedy(x.Stat)
		}
		if x.Like != nil {
			at = x.Like.Number
		}
		fmt.Fprintf(&b, "::error file=%s,line=%d,title=%s::%s\n", property(r.o.file), max(1, at), property(what),
			escape(strings.TrimSpace(message(x)+". "+do)))
	}
	for i := range r.findings {
		f := &r.findings[i]
		fmt.Fprintf(&b, "::warning title=%s::%s\n", property(title(f)),
			escape(fmt.Sprintf("%s: %s. %s", where(r, f), saves(f), advice(f))))
	}
	return b.String()
}

// where names the first shape of a finding.
func where(r *report, f *engine.Finding) string {
	if len(f.Shapes) == 0 {
		return plain(f.Table)
	}
	return line(r.statOf(f.Shapes[0]))
}

// escape and property write texts so that they are nothing but text in a workflow command.
func escape(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(plain(s))
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(escape(s))
}

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
