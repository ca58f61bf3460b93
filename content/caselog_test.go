package content_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/accesslog"
	"rowkey/engine/shape"
	"rowkey/engine/watch"
)

// TestTheCaseFromALogSaysWhatItsLogHas: the shapes of the page, in its order, and its findings are those of the file
// beside it.
func TestTheCaseFromALogSaysWhatItsLogHas(t *testing.T) {
	t.Parallel()
	page := read(t, "cases/from-a-log/en.md")
	seen := &shape.Collector{}
	sum, err := accesslog.Read(strings.NewReader(read(t, "cases/from-a-log/parcels.csv")), func(e *accesslog.Entry) {
		e.CountIn(seen)
	})
	if err != nil || sum.Skipped > 0 {
		t.Fatal(sum, err)
	}
	sums := seen.Sums()
	says(t, page, fmt.Sprintf("with %d requests", sum.Requests))
	says(t, page, shapeTable(&sums))
	findings, found := watch.FromLog(&sums), map[string]int{}
	for _, f := range findings {
		found[f.Rule] += f.Calls
	}
	says(t, page, fmt.Sprintf("Watch has %d findings:", len(findings)))
	says(t, page, fmt.Sprintf("*Rows found without their partition*, in %d requests", found["scan"]))
	says(t, page, fmt.Sprintf("*Refused because the service was busy*, %d of the 72 transactions", found["busy"]))
}

func says(t *testing.T, page, text string) {
	t.Helper()
	if !strings.Contains(page, text) {
		t.Errorf("the page does not say\n%s", text)
	}
}

// shapeTable writes the shapes as rows of a table, what is sent most first.
func shapeTable(sums *shape.Sums) string {
	var b strings.Builder
	byCalls := func(a, b shape.Stat) int { return b.Calls - a.Calls }
	for _, s := range slices.SortedStableFunc(slices.Values(sums.Stats), byCalls) {
		refused := ""
		if s.Refused > 0 {
			refused = fmt.Sprint(s.Refused, " ")
		}
		words := strings.Join(strings.Fields(fmt.Sprint(s.Name, " ", s.Does, " ", s.Text)), " ")
		fmt.Fprintf(&b, "| `%s` | %s | %d | %s|\n", words, s.ClassText(), s.Calls, refused)
	}
	return b.String()
}
