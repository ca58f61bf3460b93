package tutorials_test

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	sandbox "rowkey/engine"
	"rowkey/engine/fault"
	"rowkey/engine/golden"
	"rowkey/engine/lab"
	"rowkey/engine/race"
	"rowkey/engine/script"
	"rowkey/site/course"
)

type workflow struct {
	name    string
	crashes int    // in each order
	orders  string // how many break, of all
	faults  string // how many runs are kept, of all; "" if no worker does the work again
}

// workflows are what lessons and cards recommend for changes that several clients make, or that take several steps.
// Each is a script of testdata/laboratory, with rules that must hold afterwards, whoever meets whom and wherever a
// worker fails. two-workers.txt there has those in which two workers do what a step asks for, and nothing else.
var workflows = []workflow{
	{"copy-published", 0, "6188 of 62574", ""}, // the message comes first, and everybody sees it
	{"17-inter-partition-index/4-a-message-remembers/meet", 0, "0 of 214464", "185 of 185"},
	{"address", 0, "0 of 7676", "112 of 112"},
	{"move", 0, "0 of 314", "57 of 57"},
	{"move", 1, "0 of 45138", ""},
	{"move-with-errors", 0, "0 of 558", "107 of 107"},
	{"slow-move", 0, "0 of 848", "73 of 73"},
	{"hire", 0, "0 of 348", "69 of 69"},
	{"two-hires", 0, "0 of 1606", "141 of 141"},
	{"first-hires", 0, "0 of 1606", "140 of 140"},
	{"photo", 0, "0 of 1236", "73 of 73"},
	{"card-index", 0, "0 of 3328", "90 of 90"},
	{"card-move", 0, "0 of 53724", "84 of 84"},
	{"16-index-entities/3-one-more-jones/lost", 0, "4 of 6", ""}, // what goes wrong without an ETag
	{"list", 0, "0 of 24", ""},
	{"leave", 0, "0 of 20", ""},
	{"count", 0, "0 of 6", ""},
}

// read returns a script of the lessons or of the cards.
func read(name string) (string, bool) {
	text, err := os.ReadFile(path.Clean(name))
	if err != nil {
		text, err = os.ReadFile(path.Join("../content/patterns", name))
	}
	return string(text), err == nil
}

// setupOf returns the script that fills the store of a step, as scripts of the lessons call it.
func setupOf(t *testing.T, folder string) string {
	t.Helper()
	for _, l := range tree(t).Lessons {
		for _, s := range l.Steps {
			if s.Dir != path.Join("tutorials", folder) {
				continue
			}
			if setup := stepSet(t, l, s).Setup; setup != course.SetupName {
				return setup
			}
			return path.Join(folder, course.SetupName)
		}
	}
	t.Fatalf("there is no step %s", folder)
	return ""
}

// world is the laboratory of a script: a sandbox in which its setup has run.
func world(t *testing.T, name string) *lab.World {
	t.Helper()
	text, ok := read("testdata/laboratory/" + name + ".http")
	if pair := golden.Files(t, "testdata/laboratory/two-workers.txt")[name]; pair != nil {
		text, ok = string(pair.Data), true
	}
	if folder := path.Dir(name); folder != "." { // an example of a page
		text, ok = read(name + ".http")
		text = "# @setup " + setupOf(t, folder) + "\n" + strings.ReplaceAll(text, "# @run ./", "# @run "+folder+"/")
	}
	if !ok {
		t.Fatal("there is no script " + name)
	}
	e, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	w, problem, err := lab.New(t.Context(), e, script.Parse("laboratory.http", text, read))
	if err != nil || problem != nil {
		t.Fatalf("%v %+v", err, problem)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// Clients meet in every order, and one of them may be slow.
func TestWorkflowsHoldInEveryOrder(t *testing.T) {
	t.Parallel()
	for _, f := range workflows {
		t.Run(f.name+" "+strconv.Itoa(f.crashes), func(t *testing.T) {
			x := race.New(t.Context(), world(t, f.name), race.Options{Crashes: f.crashes})
			s, err := x.Step(t.Context())
			for err == nil && !s.Done {
				s, err = x.Step(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			r := s.Report
			if got := fmt.Sprint(r.Broken, " of ", r.Orders); got != f.orders || r.Sample != nil {
				t.Errorf("%s orders break, want %s, of the first: %+v", got, f.orders, r.Outcomes[0].Verdicts)
			}
		})
	}
}

// Each client fails at each of its requests in every way, and at two of them.
func TestWorkflowsHoldAfterEveryFault(t *testing.T) {
	t.Parallel()
	for _, f := range workflows {
		if f.faults == "" {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			g, err := fault.New(t.Context(), world(t, f.name), nil)
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
			if got := fmt.Sprint(s.Report.Kept, " of ", s.Report.Runs); got != f.faults {
				t.Errorf("%s runs are kept, want %s, broken: %s", got, f.faults, brokenIn(s.Report))
			}
		})
	}
}

// What a page says of the laboratories is what they show.
func TestPagesSayWhatTheLaboratoriesShow(t *testing.T) {
	for page, says := range map[string][]string{
		"13-intra-partition-index/5-somebody-was-faster":              {"20 orders"},
		"16-index-entities/3-one-more-jones":                          {"4 of 6", "24 orders"},
		"17-inter-partition-index/4-a-message-remembers":              {"6,188 of 62,574", "214,464"},
		"18-eventually-consistent-transactions/4-a-list-may-be-ahead": {"1,606", "141 of 141"},
		"18-eventually-consistent-transactions/6-too-slow":            {"848", "73 of 73"},
		"../content/patterns/eventually-consistent-transactions":      {"84 of 84", "53,724"},
	} {
		text, err := os.ReadFile(page + "/en.md")
		if err != nil {
			t.Fatal(err)
		}
		for _, figure := range says {
			plain := strings.ReplaceAll(strings.TrimSuffix(figure, " orders"), ",", "")
			if !slices.ContainsFunc(workflows, func(w workflow) bool {
				return w.orders == plain || w.orders == "0 of "+plain || w.faults == plain
			}) {
				t.Errorf("no laboratory shows %s", figure)
			}
			if !strings.Contains(string(text), figure) {
				t.Errorf("%s does not say %s", page, figure)
			}
		}
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
