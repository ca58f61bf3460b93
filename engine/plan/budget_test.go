package plan_test

import (
	"math"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/ask"
	"rowkey/engine/sheet"
)

// counters are those with a number.
var counters = []string{"read", "returned", "requests", "roundtrips", "bytes", "ms"}

// limited gives every question and write of a sheet a budget.
func limited(s *sheet.Sheet, most func(of, counter string) float64) {
	budget := func(of string) (list []sheet.Limit) {
		for _, c := range counters {
			list = append(list, sheet.Limit{Counter: c, Most: most(of, c)})
		}
		return list
	}
	for i := range s.Asks {
		s.Asks[i].Budget = budget(s.Asks[i].Name)
	}
	for i := range s.Does {
		s.Does[i].Budget = budget("write " + s.Does[i].Name)
	}
}

// budgets returns what became of them.
func budgets(d plan.DesignReport) map[[2]string]ask.BudgetReport {
	all := map[[2]string]ask.BudgetReport{}
	for _, q := range d.Questions {
		for _, b := range q.Budget {
			all[[2]string{q.Name, b.Counter}] = b
		}
	}
	for _, w := range d.Writes {
		for _, b := range w.Budget {
			all[[2]string{"write " + w.Name, b.Counter}] = b
		}
	}
	return all
}

// Readers copy a number from the report into the budget, and lower it until it breaks.
func TestANumberThatIsShownIsABudgetThatIsMet(t *testing.T) {
	compared := 0
	for _, name := range archetypes {
		s := parse(t, load(t, name))
		limited(s, func(string, string) float64 { return math.MaxFloat64 })
		for i := range s.Designs {
			one := *s
			one.Designs = s.Designs[i : i+1]
			shown := budgets(plan.Judge(&one)[0])
			limited(&one, func(of, counter string) float64 { return shown[[2]string{of, counter}].Actual })
			for key, b := range budgets(plan.Judge(&one)[0]) {
				if limit := shown[key].Actual; b.Given && b.Counter != "fresh" && b.Counter != "together" {
					compared++
					if !b.Met || b.Limit != limit {
						t.Errorf("%s, %s, %s: %+v, want it to be met", name, one.Designs[0].Name, key, b)
					}
				}
			}
			limited(&one, func(of, counter string) float64 { return shown[[2]string{of, counter}].Actual * (1 - 1e-6) })
			for key, b := range budgets(plan.Judge(&one)[0]) {
				if b.Given && b.Met && b.Actual > b.Limit {
					t.Errorf("%s, %s, %s: %+v, want it to be broken", name, one.Designs[0].Name, key, b)
				}
			}
		}
	}
	if compared < 500 {
		t.Errorf("%d budgets were compared", compared)
	}
}

// Three times 0.1 is a little more than 0.3 to a computer.
func TestAMonthThatCostsWhatItMayKeepsTheBudgetOfTheSheet(t *testing.T) {
	for most, want := range map[string]bool{"0.3": true, "0.2999": false} {
		s := parse(t, "# @sheet s, prices 0.1 transactions and 0 storage in EUR, month <= "+most+"\n# @entity e, 1\n"+
			"# @attribute e.id, guid, identity\n"+
			"# @ask one, 1000/day, e by id\n\n### A\n# @keys {id} | x | T\n")
		for _, b := range plan.Judge(s)[0].Facts.Budget {
			if b.Counter == "month" && (b.Met != want || math.Abs(b.Actual-0.3) > 1e-9) {
				t.Errorf("month <= %s: %+v, want met = %v", most, b, want)
			}
		}
	}
}

func TestAnAnswerMayBeAsOldAsItsQuestionAllows(t *testing.T) {
	for fresh, want := range map[string]bool{"fresh 1s": true, "fresh 0.9s": false, "fresh now": false} {
		s := parse(t, "# @sheet s\n# @entity thing, 1000\n# @attribute thing.id, guid, identity\n"+
			"# @attribute thing.colour, text 8, 10 values\n"+
			"# @ask of a colour, thing by colour, "+fresh+"\n\n### A\n# @keys {id} | x | Things\n"+
			"# @keys {colour} | {id} | Colours | kept queue\n")
		if b := budgetOf(t, plan.Judge(s)[0].Questions[0], "fresh"); b.Met != want || b.Actual != 1 {
			t.Errorf("%s: %+v, want met = %v", fresh, b, want)
		}
	}
}

// A row that keeps a name unique is there before the entity, and goes after it. So it leads to what is true now, if the
// caller checks that the entity still has the name. What it holds itself may be late.
func TestARowThatKeepsARuleIsAsFreshAsTheEntityItLeadsTo(t *testing.T) {
	rename := "# @do rename, update user by id, sets name\n"
	for _, c := range []struct {
		name, unique, write, copy string
		met                       bool
		work                      int
	}{
		{"leads to the entity", "unique, any case", rename, "include id", true, 1},
		{"of a name that nobody changes", "unique, any case", "", "include id", true, 0},
		{"holds the entity", "unique, any case", rename, "", false, 0},
		{"by a queue, as it says", "unique, any case", rename, "include id | kept queue", false, 0},
		{"of a name that several have", "500 values", rename, "include id", false, 0},
	} {
		copied := "# @keys {name:low} | u | Names | " + c.copy
		if !strings.HasPrefix(c.unique, "unique") {
			copied = "# @keys {name} | {id} | Names | " + c.copy
		}
		s := parse(t, "# @sheet s\n# @entity user, 1000\n# @attribute user.id, guid, identity\n"+
			"# @attribute user.name, text 30, "+c.unique+"\n# @attribute user.hash, text 80\n"+
			"# @ask by name, user by name, fresh now; read <= 9\n# @do sign up, 1/s, insert user\n"+c.write+
			"\n### A\n# @keys {id} | u | Users\n"+strings.TrimSuffix(copied, " | ")+"\n")
		q := plan.Judge(s)[0].Questions[0]
		if q.Met != c.met || len(q.ClientWork) != c.work {
			t.Errorf("%s: %+v, work of the client %q", c.name, q.Budget, q.ClientWork)
		}
	}
}
