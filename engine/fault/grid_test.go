package fault_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/fault"
	"rowkey/engine/lab"
	"rowkey/engine/script"
)

// grid runs a script with all faults on an empty sandbox.
func grid(t *testing.T, text string, lanes []string) (*fault.Grid, *fault.Report) {
	t.Helper()
	e, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	ctx := context.Background()
	w, problem, err := lab.New(ctx, e, script.Parse("a.http", text, nil))
	if err != nil || problem != nil {
		t.Fatal(err, problem)
	}
	t.Cleanup(func() { _ = w.Close() })
	g, err := fault.New(ctx, w, lanes)
	if err != nil {
		t.Fatal(err)
	}
	for {
		s, err := g.Step(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if s.Done {
			return g, s.Report
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// broken lists the runs in which the rule does not hold.
func broken(r *fault.Report) string {
	var list []string
	for _, c := range r.Cells {
		if c.State == fault.Broken {
			list = append(list, string(c.Kind)+" "+string(rune('0'+c.Step)))
		}
	}
	for _, p := range r.Pairs {
		if p.State == fault.Broken {
			list = append(list, string(rune('0'+p.First))+"+"+string(rune('0'+p.Second)))
		}
	}
	return strings.Join(list, ", ")
}

func TestAMoveThatInsertsIsBrokenByACrashAfterTheInsert(t *testing.T) {
	_, r := grid(t, read(t, "move.http"), nil)
	if !r.Clean[0].Holds || len(r.Steps) != 6 {
		t.Fatalf("without a fault: %+v in %d steps", r.Clean, len(r.Steps))
	}
	got, want := broken(r), "crashAfter 4, lost 4, crashBefore 5, timeout 5, 1+4, 2+4, 3+4, 4+2, 4+3, 4+4"
	if got != want {
		t.Errorf("broken: %s, want %s", got, want)
	}
	if r.Kept+10 != r.Runs {
		t.Errorf("%d of %d runs are kept", r.Kept, r.Runs)
	}
	s := r.Shortest
	if s == nil || s.Step != 4 || s.Kind != lab.CrashAfter || len(s.Steps) != 9 || s.Repeats != 5 {
		t.Fatalf("counterexample %+v, want nine steps with a crash after step 4", s)
	}
	if v := s.Verdicts[0]; v.Left != "2" || v.Right != "1" {
		t.Errorf("verdict %+v: the employee is to be in both tables", v)
	}
	back, last := s.Steps[4], s.Steps[8]
	if back.Kind != lab.PauseStep || back.Time != 31000 || last.Lane != "worker" || last.Again != 1 ||
		last.Code != "EntityAlreadyExists" {
		t.Errorf("steps 5 and 9: %+v %+v", back, last)
	}
}

func TestAMoveThatCanBeRepeatedSurvivesEverything(t *testing.T) {
	text := strings.Replace(read(t, "move.http"), "POST {{table}}/Archive\n",
		"PUT {{table}}/Archive(PartitionKey='Sales',RowKey='{{id}}')\n", 1)
	_, r := grid(t, text, nil)
	if r.Kept != r.Runs || r.Runs < 40 || r.Shortest != nil {
		t.Errorf("%d of %d runs are kept, broken: %s", r.Kept, r.Runs, broken(r))
	}
}

func TestImpossibleRunsSayWhy(t *testing.T) {
	g, r := grid(t, read(t, "move.http"), []string{"worker"})
	why := map[string]fault.Why{}
	for _, c := range r.Cells {
		why[string(c.Kind)+string(rune('0'+c.Step))] = c.Why
	}
	for cell, want := range map[string]fault.Why{
		"crashAfter1": fault.NotChosen, "slow2": fault.NoMessage, "slow3": "", "twice3": fault.OnlyReads, "twice2": "",
		"twice4":   "",
		"delayed4": fault.NotPut, "lost4": "",
	} {
		if why[cell] != want {
			t.Errorf("%s: %q, want %q", cell, why[cell], want)
		}
	}
	if run, err := g.Run(context.Background(), 3, lab.Twice, 0); run != nil || err != nil {
		t.Errorf("a run that is impossible: %+v, %v", run, err)
	}
	if run, err := g.Run(context.Background(), 3, lab.Slow, 0); run == nil || err != nil || run.Broken {
		t.Errorf("a run that is kept: %+v, %v", run, err)
	}
	if run, err := g.Run(context.Background(), 99, lab.Slow, 0); run != nil || err != nil {
		t.Errorf("a run of no step: %+v, %v", run, err)
	}
}

func TestARunThatBreaksWithoutAFaultIsTheCounterexample(t *testing.T) {
	text := strings.Replace(read(t, "move.http"), "== 1", "== 2", 1)
	g, r := grid(t, text, nil)
	if s := r.Shortest; s == nil || s.Step != 0 || s.Kind != "" || len(s.Steps) != 6 || r.Clean[0].Holds {
		t.Fatalf("counterexample %+v, want six steps without a fault", s)
	}
	run, err := g.Run(context.Background(), 0, "", 0)
	if err != nil || run == nil || !run.Broken || len(run.Steps) != 6 {
		t.Errorf("the run without a fault: %+v, %v", run, err)
	}
}

// What has to hold always is asked after every step, and the step is told.
func TestAnInvariantThatHoldsAlwaysNamesTheStepThatBreaksIt(t *testing.T) {
	_, r := grid(t, "# @invariant always count(Archive) + count(Employees) == 1\n"+read(t, "move.http"), nil)
	if v := r.Clean[0]; v.Holds || v.Step != 4 || v.Left != "2" || !r.Clean[1].Holds {
		t.Errorf("verdicts %+v, want the first one broken after step 4", r.Clean)
	}
	if !r.Invariants[0].Always || r.Invariants[1].Always {
		t.Errorf("invariants %+v", r.Invariants)
	}
}
