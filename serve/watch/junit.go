package watch

import (
	"encoding/xml"
	"strings"

	"rowkey/engine/costs"
)

// The contract as JUnit's XML: a test for each shape that was seen, and one for the budget.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class    string         `xml:"classname,attr"`
		Name     string         `xml:"name,attr"`
		Failures []junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

func (r *report) junit() (string, error) {
	suite := junitSuite{Name: r.o.file}
	for i := range r.sums.Stats {
		s := &r.sums.Stats[i]
		c := junitCase{Class: "tables." + plain(s.Name), Name: strings.TrimSpace(s.Does + " " + s.Text)}
		for j := range r.breaches {
			if x := &r.breaches[j]; x.Stat != nil && x.Stat.Shape == s.Shape {
				c.Failures = append(c.Failures, r.failure(x))
			}
		}
		suite.add(c)
	}
	budget := junitCase{Class: "tables", Name: "budget"}
	for j := range r.breaches {
		if x := &r.breaches[j]; x.Stat == nil {
			budget.Failures = append(budget.Failures, r.failure(x))
		}
	}
	suite.add(budget)
	text, err := xml.MarshalIndent(suite, "", "  ")
	return xml.Header + string(text) + "\n", err
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	if len(c.Failures) > 0 {
		s.Failures++
	}
	s.Cases = append(s.Cases, c)
}

func (r *report) failure(x *costs.Breach) junitFailure {
	var b strings.Builder
	r.breach(&b, x)
	return junitFailure{Message: message(x), Text: b.String()}
}

// message says in one line what is not as agreed.
func message(x *costs.Breach) string {
	if x.Agreed == "" {
		return "new: " + found(x)
	}
	return "agreed: " + x.Agreed + ", found: " + found(x)
}
