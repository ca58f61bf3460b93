package sample_test

import (
	"context"
	"strings"
	"testing"

	"rowkey/engine/sample"
	"rowkey/engine/script"
	"rowkey/engine/sheet"
)

// An exported design holds the sheet that it was made of, and the same design.
func TestAScriptHoldsItsSheet(t *testing.T) {
	for name, s := range sheets(t) {
		for i := range s.Designs {
			text, err := sample.Script(context.Background(), s, &s.Designs[i], 1)
			if err != nil || len(text) > sheet.MaxSize {
				t.Fatalf("%s: %d bytes, %v", name, len(text), err)
			}
			again, messages := sheet.Parse(text)
			if sheet.Failed(messages) || len(again.Designs) != 1 || again.Designs[0].Name != s.Designs[i].Name || len(again.Asks) != len(s.Asks) {
				t.Errorf("%s: %+v, %+v", name, messages, again.Designs)
			}
		}
	}
}

// missed is a sheet whose questions scan far more than their budgets allow, which its sample is too small to show.
const missed = `### Stays
# @sheet stays
# @entity stay, 270000
# @attribute stay.id, text 8, identity
# @attribute stay.car, text 8, 100000 values
# @ask of a car, 2/s, stay by car; read <= 2000
# @ask one, 2/s, stay by id; read <= 5
# @do pay, 2/s, update stay by id, sets car; read <= 10

### A
# @keys all | {car}_{id} | Stays | of stay
`

// A script says which budgets fail at full size, and does not check one that its sample keeps.
func TestAScriptNamesTheBudgetsThatFail(t *testing.T) {
	s, messages := sheet.Parse(missed)
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	text, err := sample.Script(context.Background(), s, &s.Designs[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"# Budget missed: one, read <= 5, needs 270000 at full size. The checks are about the sample alone.\n",
		"# Budget missed: pay, read <= 10, needs 270000 at full size. The checks are about the sample alone.\n",
		"# ?? scanned <= 2000\n",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("the script lacks %q", line)
		}
	}
	if strings.Contains(text, "Budget missed: of a car") {
		t.Error("the budget of a question that keeps it is named")
	}
	if x := script.Parse("design.http", text, nil); len(x.Diagnostics) > 0 {
		t.Error(x.Diagnostics)
	}
}
