package plan_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/keys"
)

// limitSheet is a sheet with one kind, of which n says how much there is of something.
func limitSheet(attributes ...string) string {
	text := "# @sheet s\n# @entity e, 1000\n# @attribute e.id, text 7, identity\n"
	for _, a := range attributes {
		text += "# @attribute e." + a + "\n"
	}
	return text
}

// What is as large as a limit allows breaks no rule, and what is one larger does.
func TestALimitIsTheLargestThatIsAllowed(t *testing.T) {
	stores := func(stores ...string) string { return "\n### A\n# @keys " + strings.Join(stores, "\n# @keys ") + "\n" }
	wide := func(n int) string { // properties that together leave room for one of less than 64 KiB
		text := ""
		for i := range 15 {
			text += fmt.Sprintf("b%d, binary 65536\n# @attribute e.", i)
		}
		return limitSheet(text+fmt.Sprintf("a, binary %d", n)) + stores("{id} | x | T")
	}
	set := func(n int) string {
		return fmt.Sprintf("# @sheet s\n# @entity order, 1\n# @entity line, 69 of order\n"+
			"# @attribute order.id, text 7, identity\n# @attribute order.a, binary %d\n"+
			"# @attribute line.id, text 7, identity\n# @attribute line.b, binary 60000\n# @do place, insert order\n"+
			"# @do lines, insert line\n"+
			"# @together place, insert order, insert line\n\n### A\n# @keys {order} | o | Main | of order\n"+
			"# @keys {order} | l_{id} | Main | of line\n", n)
	}
	for _, c := range []struct {
		what  string
		sheet func(n int) string
		most  int
		code  keys.ProblemCode
	}{
		{"characters of a key", func(n int) string {
			return limitSheet(fmt.Sprintf("a, text %d", n)) +
				stores("{a} | {id} | T")
		}, 512, keys.KeyTooLong},
		{"letters of a table", func(n int) string { return limitSheet() + stores("{id} | x | "+strings.Repeat("a", n)) }, 63,
			keys.BadTableName},
		{"tables", func(n int) string {
			head := strings.Replace(limitSheet(fmt.Sprintf("a, int, %d values", n)), "e, 1000", "e, 2000", 1)
			return head + stores("{id} | x | T{a}")
		}, 1000, keys.TooManyTables},
		{"identities of a list", func(n int) string {
			return strings.Replace(limitSheet("a, text 8, 1 values"), "e, 1000", fmt.Sprintf("e, %d", n),
				1) + stores("{id} | x | T", "{a} | ids | L | list")
		}, 4096, keys.ListTooLong},
		{"properties", func(n int) string {
			head := limitSheet("a, text 8, 10 values", "at, time", "n, int")
			return strings.Replace(head, "e, 1000", fmt.Sprintf("e, 1000/day, kept %dh", n), 1) + stores("{id} | x | T",
				"{a} | x | S | include n | slot at:hour")
		}, 252, keys.TooManyProps},
		{"bytes of a value", func(n int) string {
			return limitSheet(fmt.Sprintf("a, binary %d", n)) +
				stores("{id} | x | T")
		}, 65_536, keys.ValueTooLarge},
		{"bytes of an entity", wide, fitting(t, wide, 1<<20, 1), keys.EntityTooLarge},
		{"bytes of a transaction", set, fitting(t, set, 4<<20, 1, 69), keys.SetTooLarge},
	} {
		for n, want := range map[int]bool{c.most: false, c.most + 1: true} {
			r := plan.Judge(parse(t, c.sheet(n)))[0]
			if got := slices.ContainsFunc(r.Problems, func(p keys.Problem) bool { return p.Code == c.code }); got != want {
				t.Errorf("%d %s: %s = %v, want %v: %+v", n, c.what, c.code, got, want, r.Problems)
			}
		}
	}
}

// fitting returns the n with which so many rows of each store of a sheet have a number of bytes together.
func fitting(t *testing.T, sheet func(n int) string, bytes float64, rows ...float64) int {
	t.Helper()
	sum := 0.0
	for i, st := range plan.Judge(parse(t, sheet(1)))[0].Stores {
		sum += rows[i] * st.EachBytes
	}
	if n := bytes - sum + 1; n > 1 && n < 65_536 {
		return int(n)
	}
	t.Fatalf("with one byte there are %v of %v", sum, bytes)
	return 0
}

// A question lists up to 64 partitions, and up to 1,000 tables.
func TestAsManyPartitionsAndTablesAreListedAsAllowed(t *testing.T) {
	for _, c := range []struct {
		hours              int
		keys               string
		partitions, tables ask.AccessKind
	}{
		{64, "{a}_{at:hour} | {id} | T", ask.Several, ask.One},
		{65, "{a}_{at:hour} | {id} | T", ask.Range, ask.One},
		{1000, "{a} | {id} | T{at:hour}", ask.Range, ask.Several},
		{1001, "{a} | {id} | T{at:hour}", ask.One, ask.All},
	} {
		s := parse(t, fmt.Sprintf("# @sheet s\n# @entity e, 1000/day, kept 60d\n# @attribute e.id, text 8, identity\n"+
			"# @attribute e.a, text 8, 10 values\n"+
			"# @attribute e.at, time\n# @ask q, e by a, at one %dh\n\n### A\n# @keys %s\n", c.hours, c.keys))
		if q := plan.Judge(s)[0].Questions[0]; q.Partitions != c.partitions || q.Tables != c.tables {
			t.Errorf("%d h, %s: partitions %v, tables %v, want %v and %v", c.hours, c.keys, q.Partitions, q.Tables, c.partitions,
				c.tables)
		}
	}
}

// What is a note of a design is no breach of it when it has grown: a set becomes a workflow, and its budget says so.
func TestNoNoteIsABreach(t *testing.T) {
	s := parse(t, "# @sheet s\n# @entity order, 1000\n# @entity line, 50 thousand of order, grows density\n"+
		"# @attribute order.id, guid, identity\n"+
		"# @attribute line.id, text 8, identity\n# @do place, insert order\n# @do lines, insert line\n"+
		"# @together place, insert order, insert line\n\n"+
		"### A\n# @keys {order} | o | Main | of order\n# @keys {order} | l_{id} | Main | of line\n")
	found := 0
	for _, g := range plan.Judge(s)[0].Growth {
		for _, b := range g.Broken {
			if found++; b.What == string(keys.TooManyActions) || b.What == string(keys.SetTooLarge) {
				t.Errorf("%s × %v: %+v", g.By, g.Factor, b)
			}
		}
	}
	if found == 0 {
		t.Error("nothing breaks, and so nothing is tested")
	}
}

// A child is below its parent whichever store is written first.
func TestRowsBelowOthersDoNotOverlapThem(t *testing.T) {
	s := parse(t, "# @sheet s\n# @entity shop, 10\n# @entity order, 1000 of shop\n# @entity line, 3 of order\n"+
		"# @attribute order.number, text 8, identity\n# @attribute line.n, text 4, identity")
	stores := []string{"{shop} | {number} | Main | of order", "{shop} | {number}_{n} | Main | of line"}
	for _, stores := range [][]string{stores, {stores[1], stores[0]}} {
		r := plan.NewModel(s).Judge(design(s, stores...))
		if slices.ContainsFunc(r.Problems, func(p keys.Problem) bool { return p.Code == keys.StoresOverlap }) {
			t.Errorf("%q: %+v", stores, r.Problems)
		}
	}
}

func closely(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6*math.Abs(want) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// A day's entities are deleted a hundred at a time: a rounding error is no transaction of its own.
func TestFullTransactionsAreCountedWithoutRest(t *testing.T) {
	for day := 100; day <= 5000; day += 100 {
		s := parse(t, fmt.Sprintf("# @sheet s\n# @entity e, %d/day, kept 7d\n# @attribute e.id, guid, identity\n"+
			"# @attribute e.at, time\n\n### A\n# @keys all | {at:-}_{id} | T\n", day))
		closely(t, fmt.Sprintf("transactions for %d a day", day), writeOf(t, plan.Judge(s)[0], "expire e").Transactions.V,
			float64(day)/100)
	}
}

func TestADeleteByAgeFindsNoMoreThanThereIs(t *testing.T) {
	s := parse(t, "# @sheet s\n# @entity e, 1000/day, kept 7d\n# @attribute e.id, guid, identity\n"+
		"# @attribute e.at, time\n# @do tidy, 1/month, delete e, at older 7d\n\n"+
		"### A\n# @keys all | {at:-}_{id} | T\n")
	d := plan.Judge(s)[0]
	if w := writeOf(t, d, "tidy"); w.Actions.V > d.Stores[0].Entities.V {
		t.Errorf("%v of %v entities are deleted", w.Actions.V, d.Stores[0].Entities.V)
	}
}

// Of 10 % that are open, 10 % of 90 % open and 90 % of 10 % close with each change.
func TestEntitiesEnterAndLeaveASparseStore(t *testing.T) {
	s := parse(t, "# @sheet s\n# @entity e, 1000\n# @attribute e.id, guid, identity\n"+
		"# @attribute e.status, text 8, weights open 10 % and shut 90 %, changes\n"+
		"# @do turn, 1/s, update e, sets status\n\n### A\n# @keys {id} | x | T\n"+
		"# @keys open | {id} | Open | where status=open\n")
	closely(t, "actions", writeOf(t, plan.Judge(s)[0], "turn").Actions.V, 1+2*0.1*0.9)
}

// Two million copies of a name are written in 20,000 transactions, and the last one is late.
func TestAWorkflowIsAsLateAsItsWorkTakes(t *testing.T) {
	s := parse(t, "# @sheet s\n# @entity shop, 10\n# @entity order, 20 million of shop\n"+
		"# @attribute shop.id, text 8, identity\n# @attribute shop.name, text 20\n"+
		"# @attribute order.id, guid, identity\n# @do rename, 1/day, update shop, sets name\n\n"+
		"### A\n# @keys {shop} | s | Shops | of shop\n# @keys {shop} | {id} | Orders | of order | include name\n")
	w := writeOf(t, plan.Judge(s)[0], "rename")
	if w.Atomic || w.Actions.V < 2e6 || w.Stale.V <= 1 {
		t.Errorf("%+v", w)
	}
}

// The scan of a page takes one round trip, the copy and the rest of each entity two; only those keep the budget.
func TestAStoreThatKeepsTheBudgetAnswersBeforeACheaperOne(t *testing.T) {
	for budget, want := range map[string]int{"read <= 100000": 0, "read <= 50": 1} {
		s := parse(t, "# @sheet s\n# @entity e, 1000\n# @attribute e.id, guid, identity\n"+
			"# @attribute e.colour, text 8, 100 values\n# @attribute e.size, int\n"+
			"# @ask q, e by colour, asked evenly; "+budget+"\n\n### A\n# @keys all | {id} | T\n"+
			"# @keys {colour} | {id} | Colours | include\n")
		if q := plan.Judge(s)[0].Questions[0]; q.Stores[0] != want || !q.Met {
			t.Errorf("%s: stores %v, met %v, want %d first", budget, q.Stores, q.Met, want)
		}
	}
}

func TestABudgetMayNameTheClassThatItGets(t *testing.T) {
	for class, want := range map[string]bool{"point": false, "rowRange": false, "partitionScan": true, "tableScan": true} {
		s := parse(t, "# @sheet s\n# @entity e, 1000\n# @attribute e.id, guid, identity\n"+
			"# @attribute e.a, text 8, 10 values\n# @ask q, e by a; class <= "+class+
			"\n\n### A\n# @keys {a} | {id} | T\n")
		if b := budgetOf(t, plan.Judge(s)[0].Questions[0], "class"); b.Met != want {
			t.Errorf("class <= %s: %+v, want met = %v", class, b, want)
		}
	}
}

// A budget for each entity of the answer counts, of a write, the entities that it changes.
func TestABudgetOfAWriteMayCountItsEntities(t *testing.T) {
	for most, want := range map[string]bool{"2 x answer": true, "0.5 x answer": false, "5": false} {
		s := parse(t, "# @sheet s\n# @entity order, 1000\n# @entity line, 50 thousand of order\n"+
			"# @attribute order.id, guid, identity\n# @attribute line.id, text 8, identity\n"+
			"# @attribute line.paid, bool\n# @do pay, 1/s, update line by order, sets paid; read <= "+most+"\n\n### A\n"+
			"# @keys {id} | o | Orders | of order\n# @keys {order} | {id} | Lines | of line\n")
		b := writeOf(t, plan.Judge(s)[0], "pay").Budget[0]
		if b.Met != want {
			t.Errorf("read <= %s: %+v, want met = %v", most, b, want)
		}
	}
}
