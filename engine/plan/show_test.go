package plan_test

import (
	"fmt"
	"os"
	"testing"

	"rowkey/engine/plan"
)

func TestShow(t *testing.T) {
	name := os.Getenv("SHEET")
	if name == "" {
		t.Skip()
	}
	text, err := os.ReadFile("testdata/" + name + ".http")
	if err != nil {
		t.Fatal(err)
	}
	s := parse(t, string(text))
	sp := func(s plan.Spread) string {
		return fmt.Sprintf("%.5g/%.5g/%.5g", s.Typical.V, s.Often.V, s.Largest.V)
	}
	for _, d := range plan.Judge(s) {
		fmt.Printf("== %s valid %v\n", d.Name, d.Valid)
		for _, p := range d.Problems {
			fmt.Printf("   ! %+v\n", p)
		}
		for _, st := range d.Stores {
			fmt.Printf("   %s  kept=%s entities %.4g x %.4g B tables %.4g\n", st.Text, st.Kept, st.Entities.V, st.EachBytes, st.Tables)
		}
		for _, q := range d.Questions {
			fmt.Printf("   %-24s %v %s %s/%s/%s read %s ret %s req %s rt %s pages %s answer %s work %v fetch %v walk %q turn %v ms %.3g %v\n", q.Name, q.Stores, q.Class, q.Tables, q.Partitions, q.Rows, sp(q.Read), sp(q.Returned), sp(q.Requests), sp(q.RoundTrips), sp(q.Pages), sp(q.Answer), q.ClientWork, q.Fetch, q.Walk, q.InTurn, q.Ms.V, q.Read.Often.Of)
			for _, b := range q.Budget {
				fmt.Printf("      %+v\n", b)
			}
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	text := load(b, "sensor-readings")
	for b.Loop() {
		s := parse(b, text)
		plan.Judge(s)
	}
}
