package propose

import (
	"os"
	"reflect"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// A model with cached answers measures designs as one without, whatever it measured before.
func TestWhatIsRememberedChangesNoDesign(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: random sheets")
	}
	each(t, sheets(), func(seed uint64, _ dice, s *sheet.Sheet) { sameMeasures(t, s) })
	for _, name := range []string{"chat", "shop-orders", "leaderboard", "patterns/denormalization", "patterns/log-data"} {
		sameMeasures(t, readSheet(t, name))
	}
	s, _ := sheet.Parse(live)
	sameMeasures(t, s)
}

func sameMeasures(t *testing.T, s *sheet.Sheet) {
	t.Helper()
	for _, c := range searched(s, 1000, false).clusters {
		forgets := plan.NewModel(c.m.Facts.Sheet)
		for _, tr := range append(c.best, c.pool...) {
			want := forgets.Measure(keys.Parse(forgets.Facts, &sheet.Design{Stores: tr.texts}))
			if !reflect.DeepEqual(tr.measure, want) {
				t.Fatalf("%s: %q\n%+v, want\n%+v in\n%s", s.Name, tr.texts, tr.measure, want, sheet.Write(s))
			}
		}
	}
}

func readSheet(t *testing.T, name string) *sheet.Sheet {
	t.Helper()
	text, err := os.ReadFile("../plan/testdata/" + name + ".http")
	if err != nil {
		t.Fatal(err)
	}
	s, _ := sheet.Parse(string(text))
	return s
}
