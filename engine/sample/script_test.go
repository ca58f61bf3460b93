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
			if sheet.Failed(messages) || len(again.Asks) != len(s.Asks) ||
				len(again.Designs) != 1 || again.Designs[0].Name != s.Designs[i].Name {
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

// alike is a sheet whose sampled games all have the status that nearly all have, and the only rule there is.
const alike = `### Games
# @sheet games
# @entity game, 300000
# @attribute game.id, text 8, identity
# @attribute game.status, text 8, weights live 0.001 % and finished 99.999 %
# @attribute game.rules, text 8, 1 values
# @attribute game.rated, bool, weights true 99.999 % and false 0.001 %
# @do finish, 2/s, update game by id, sets status
# @do agree, 2/s, update game by id, sets rules
# @do rate, 2/s, update game by id, sets rated

### A
# @keys {id} | game | Games | of game
`

// A script has each write: with a value that no entity of the sample has if all are alike, or why it is left out.
func TestAScriptLeavesNoWriteOutWithoutAWord(t *testing.T) {
	s, messages := sheet.Parse(alike)
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	text, err := sample.Script(context.Background(), s, &s.Designs[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"\n### finish\nPATCH ", `"status":"live"`, "\n### finish, and back\n", "\n### rate\nPATCH ", `"rated":false`,
		"\n# agree: not in this sample because no row of the design changes.\n",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the script lacks %q in\n%s", part, text)
		}
	}
}
