package plan_test

import (
	"encoding/json"
	"strings"
	"testing"

	"rowkey/engine/golden"
	"rowkey/engine/plan"
)

// archetypes are the sheets whose whole reports are kept.
var archetypes = []string{"sensor-readings", "shop-orders", "chat", "audit-log", "multi-tenant-saas", "leaderboard"}

// Every number of a report is in a file, so that one which moves is seen, and is the same natively and under
// WebAssembly.
func TestReportsOfTheArchetypesAreAsTheyWere(t *testing.T) {
	for _, name := range archetypes {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for _, d := range plan.Judge(parse(t, load(t, name))) {
				writeReport(t, &b, d)
			}
			golden.File(t, "testdata/reports/"+name+".txt", b.String())
		})
	}
}

// writeReport writes the members of a report in JSON, one store, question or write a line.
func writeReport(t *testing.T, b *strings.Builder, d plan.DesignReport) {
	t.Helper()
	line := func(word string, value any) {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(word + " " + string(text) + "\n")
	}
	line("design", d.Name)
	line("valid", d.Valid)
	line("problems", d.Problems)
	for _, s := range d.Stores {
		line("store", s)
	}
	for _, q := range d.Questions {
		line("question", q)
	}
	for _, w := range d.Writes {
		line("write", w)
	}
	line("facts", d.Facts)
	line("growth", d.Growth)
	line("breaks", d.Breaks)
}
