package race_test

import (
	"context"
	"testing"

	"rowkey/engine/race"
	"rowkey/engine/sample"
	"rowkey/engine/sheet"
)

const ruled = "# @sheet members\n# @entity member, 40\n# @attribute member.id, guid, identity\n" +
	"# @attribute member.mail, text 30, unique, exact case\n# @attribute member.points, int\n# @ask one, member by id\n" +
	"# @do join, insert member\n# @do move, update member by id, sets mail\n" +
	"# @do win, update member by id, adds 5 to points\n\n### A\n# @keys {id} | member | Members\n"

// The race test that is made of a write finds an order in which two clients get one value where nothing keeps it
// unique, and none where a store does, or where the numbers are added on a condition.
func TestTheRaceTestOfAWriteBreaksWhereNothingKeepsItsRule(t *testing.T) {
	guard := "# @keys {mail} | member | ByMail | include id\n"
	for _, c := range []struct {
		name, text string
		do         int
		breaks     bool
	}{
		{"insert without a guard", ruled, 0, true},
		{"update without a guard", ruled, 1, true},
		{"insert with a guard", ruled + guard, 0, false},
		{"update with a guard", ruled + guard, 1, false},
		{"increments", ruled, 2, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, messages := sheet.Parse(c.text)
			if sheet.Failed(messages) {
				t.Fatal(messages)
			}
			b, err := sample.Race(context.Background(), s, &s.Designs[0], c.do, 40, 1)
			if err != nil || b.Script == "" {
				t.Fatal(err)
			}
			r := explore(t, b.Script, race.Options{})
			if (r.Broken > 0) != c.breaks || r.Orders < 2 || len(r.Invariants) != 1 {
				t.Errorf("%v of %v orders break, want some: %v\n%s", r.Broken, r.Orders, c.breaks, b.Script)
			}
		})
	}
}
