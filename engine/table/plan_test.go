package table_test

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/table"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestPlans reads filters from the golden file and compares what is said about each of them.
// ENG-Q9: every filter has a class, and a reason for it.
func TestPlans(t *testing.T) {
	const name = "testdata/plan.txt"
	golden, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, block := range strings.Split(strings.TrimSpace(string(golden)), "\n\n") {
		first, _, _ := strings.Cut(block, "\n")
		if strings.HasPrefix(first, "# ") {
			all.WriteString(block + "\n\n")
			continue
		}
		got := first + "\n" + describe(table.PlanOf(filter(t, strings.TrimPrefix(first, "$filter="))))
		if got != block && !*update {
			t.Errorf("plan differs:\n%s\nwant:\n%s", got, block)
		}
		all.WriteString(got + "\n\n")
	}
	if *update {
		if err := os.WriteFile(name, []byte(strings.TrimSpace(all.String())+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func describe(p explain.Plan) string {
	s := fmt.Sprintf("  %s, %s\n  from %s to %s", p.Class, p.Reason, place(p.Low, "the start"), place(p.High, "the end"))
	if p.Used != "" {
		s += "\n  used: " + p.Used
	}
	if p.Rest != "" {
		s += "\n  rest: " + p.Rest
	}
	return s
}

// place writes a bound; one that ends in a zero character comes after the key without it.
func place(k *explain.Key, none string) string {
	if k == nil {
		return none
	}
	if pk, ok := strings.CutSuffix(k.Partition, "\x00"); ok && k.Row == "" {
		return fmt.Sprintf("after %q", pk)
	}
	if rk, ok := strings.CutSuffix(k.Row, "\x00"); ok {
		return fmt.Sprintf("after %q %q", k.Partition, rk)
	}
	return fmt.Sprintf("%q %q", k.Partition, k.Row)
}

func TestPlanOfNoFilterReadsEverything(t *testing.T) {
	p := table.PlanOf(nil)
	if p.Class != explain.TableScan || p.Reason != explain.NoFilter || p.Low != nil || p.High != nil {
		t.Errorf("PlanOf(nil) = %s", describe(p))
	}
}

func TestAPointReadHasThePlanOfAFilterForBothKeys(t *testing.T) {
	s := open(t, table.Options{})
	tab := s.create(t, "people")
	for _, key := range [][2]string{{"a", "b"}, {"", ""}, {"a", ""}, {"", "b"}, {"O'Hara", "é😀"}, {"\x00", "\x00"}} {
		ctx, rec := recorded()
		if _, err := tab.GetEntity(ctx, key[0], key[1]); err == nil {
			t.Fatalf("GetEntity(%q) finds an entity", key)
		}
		quoted := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
		want := table.PlanOf(filter(t, "PartitionKey eq "+quoted(key[0])+" and RowKey eq "+quoted(key[1])))
		if rec.Plan == nil || !reflect.DeepEqual(rec.Plan.Whole(), want) {
			t.Errorf("plan of %q = %+v, want %+v", key, rec.Plan, want)
		}
	}
}
