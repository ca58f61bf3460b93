package tutorials_test

import (
	"fmt"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"

	sandbox "rowkey/engine"
	"rowkey/engine/fault"
	"rowkey/engine/lab"
	"rowkey/engine/race"
	"rowkey/engine/script"
)

// workflows are what the course recommends for work that takes several steps, and what must be true afterwards, whoever does it
// beside others and wherever it fails. What does not hold is named: the pages do not say so yet.
var workflows = []struct {
	name, folder string
	rules        []string
	office       string // what happens meanwhile, "" for nothing
	broken       string // by which fault, "" by none
	orders       string // how many of all break, "" for none
}{
	// A worker that is quick does the message before the office has written the original, and makes the old copy again.
	{name: "a copy is made again", folder: "18-inter-partition-index/4-a-message-remembers", rules: []string{
		"EmployeesInter('empid_Sales','000223').Age == EmployeesInter('email_Sales','jonesj@contoso.com').Age", "messages(index-updates) == 0",
	}, office: `
### First the message
# @client office
POST {{queue}}/index-updates/messages?messagettl=-1

<QueueMessage><MessageText>jonesj@contoso.com</MessageText></QueueMessage>

### Then the original
# @client office
PATCH {{table}}/EmployeesInter(PartitionKey='empid_Sales',RowKey='000223')
If-Match: *

{ "Age": 43 }
`, orders: "6188 of 62574"},
	{name: "a move", folder: "19-eventually-consistent-transactions/3-done-twice-done-once", rules: []string{
		"count(Current 'Sales' '000456') + count(Archive 'Sales' '000456') == 1", "messages(archive) == 0",
	}},
	{name: "a move with errors", folder: "19-eventually-consistent-transactions/5-errors-that-pass-and-stay", rules: []string{
		"count(Current 'Sales' '000456') + count(Archive 'Sales' '000456') == 1", "messages(archive) == 0",
	}},
	{name: "a slow move", folder: "19-eventually-consistent-transactions/6-too-slow", rules: []string{
		"count(Current 'Sales' '000401') + count(Archive 'Sales' '000401') == 1", "messages(archive) == 0",
	}},
}

// laboratory is a script in which so many workers do a workflow, each as a client of its own.
func laboratory(folder, office string, rules []string, workers int) *script.Script {
	var b strings.Builder
	for _, r := range rules {
		b.WriteString("# @invariant " + r + "\n")
	}
	b.WriteString("# @setup " + folder + "/setup.http\n")
	for i := range workers {
		name := string(rune('a' + i))
		b.WriteString("\n### " + name + "\n# @client " + name + "\n# @run " + folder + "/solution.http as " + name + "\n")
	}
	b.WriteString(office)
	return script.Parse("laboratory.http", b.String(), func(name string) (string, bool) {
		text, err := os.ReadFile(path.Clean(name))
		return string(text), err == nil
	})
}

func world(t *testing.T, s *script.Script) *lab.World {
	t.Helper()
	e, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	w, problem, err := lab.New(t.Context(), e, s)
	if err != nil || problem != nil {
		t.Fatalf("%v %+v", err, problem)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// Two workers meet each other, and the office, in every order, and one of them may be slow.
func TestWorkflowsHoldInEveryOrder(t *testing.T) {
	t.Parallel()
	for _, f := range workflows {
		t.Run(f.name, func(t *testing.T) {
			x := race.New(t.Context(), world(t, laboratory(f.folder, f.office, f.rules, 2)), race.Options{})
			s, err := x.Step(t.Context())
			for err == nil && !s.Done {
				s, err = x.Step(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			r, got := s.Report, ""
			if r.Broken > 0 {
				got = fmt.Sprint(r.Broken, " of ", r.Orders)
			}
			if got != f.orders || r.Sample != nil || r.Orders < 100 {
				t.Errorf("%q of %v orders break, want %q: %+v", got, r.Orders, f.orders, r.Outcomes[0])
			}
		})
	}
}

// A worker fails at each of its requests in every way, and at two of them.
func TestWorkflowsHoldAfterEveryFault(t *testing.T) {
	t.Parallel()
	for _, f := range workflows {
		t.Run(f.name, func(t *testing.T) {
			g, err := fault.New(t.Context(), world(t, laboratory(f.folder, "", f.rules, 1)), nil)
			if err != nil {
				t.Fatal(err)
			}
			s, err := g.Step(t.Context())
			for err == nil && !s.Done {
				s, err = g.Step(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := brokenIn(s.Report); got != f.broken || s.Report.Runs < 40 {
				t.Errorf("%d of %d runs are kept, broken: %q, want %q", s.Report.Kept, s.Report.Runs, got, f.broken)
			}
		})
	}
}

// brokenIn names the runs in which a rule does not hold.
func brokenIn(r *fault.Report) string {
	var list []string
	for _, c := range r.Cells {
		if c.State == fault.Broken {
			list = append(list, string(c.Kind)+" "+strconv.Itoa(c.Step))
		}
	}
	for _, p := range r.Pairs {
		if p.State == fault.Broken {
			list = append(list, strconv.Itoa(p.First)+"+"+strconv.Itoa(p.Second))
		}
	}
	return strings.Join(list, ", ")
}
