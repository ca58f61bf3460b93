package tutorials_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"rowkey/engine/costs"
	"rowkey/engine/explain"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
	"rowkey/site/course"
)

var contractBlock = regexp.MustCompile("(?s)```text\n(.*?)```")

// TestTheContractOfTheLastStepIsKept: the solution and the right answers keep the contract of its page, and the script
// that learners begin with breaks it.
func TestTheContractOfTheLastStepIsKept(t *testing.T) {
	t.Parallel()
	all := tree(t).Lessons
	l := all[len(all)-1]
	s := l.Steps[len(l.Steps)-1]
	m := contractBlock.FindSubmatch(s.Text)
	if m == nil {
		t.Fatalf("%s has no contract", s.Dir)
	}
	contract, err := costs.Parse(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	set := stepSet(t, l, s)
	names := []string{"solution.http"}
	for _, a := range s.RightAnswers() {
		names = append(names, a.Name)
	}
	for _, name := range names {
		sums := sumsOf(t, set, s.Files[name])
		if broken := contract.Check(sums); len(broken) > 0 || len(sums.Stats) != len(contract.Lines()) {
			t.Errorf("%s breaks %+v, and has %d shapes for %d lines", name, broken, len(sums.Stats), len(contract.Lines()))
		}
	}
	kinds := map[costs.Kind]int{}
	for _, b := range contract.Check(sumsOf(t, set, s.Files["start.http"])) {
		kinds[b.Kind]++
	}
	if kinds[costs.New] != 2 || kinds[costs.Requests] != 1 {
		t.Errorf("the start breaks %v, want two new shapes and the number of requests", kinds)
	}
}

// sumsOf runs a script on the rows of its step, and returns the shapes of its requests.
func sumsOf(t *testing.T, set *course.Set, text string) *shape.Sums {
	t.Helper()
	run, err := runner.Run(set, "test.http", text)
	if err != nil {
		t.Fatal(err)
	}
	seen := &shape.Collector{}
	for _, x := range run.Exchanges {
		seen.Add(requestOf(t, x))
	}
	sums := seen.Sums()
	return &sums
}

// requestOf returns what of an exchange a shape is made of.
func requestOf(t *testing.T, x *course.Exchange) *trail.Request {
	t.Helper()
	var sent struct {
		Wire   []struct{ Request struct{ Method, URL string } }
		Record struct {
			Op, Table      string
			Read, Returned int
		}
	}
	text, err := json.Marshal(x)
	if err == nil {
		err = json.Unmarshal(text, &sent)
	}
	if err != nil || len(sent.Wire) != 1 {
		t.Fatalf("%s: %v, want one request", text, err)
	}
	q, r := sent.Wire[0].Request, sent.Record
	counts := explain.Counts{Read: r.Read, Returned: r.Returned}
	return &trail.Request{
		Record: &explain.Record{Op: r.Op, Table: r.Table, Counts: counts},
		Method: q.Method, URL: q.URL, Status: x.Status,
	}
}
