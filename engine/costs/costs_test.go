package costs_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/costs"
	"rowkey/engine/explain"
	"rowkey/engine/shape"
)

func parse(t *testing.T, text string) *costs.File {
	t.Helper()
	f, err := costs.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const contract = `# What the shop may ask.

# The page of an order needs these two.
Orders     get              PartitionKey = ? and RowKey = ?   point            read 1, <= 100 calls
Orders     query            PartitionKey = ? and RowKey >= ?  row range        read <= 50
Orders     query            PartitionKey >= ?                   partition range  allowed: the nightly report, at 3
Customers  insert or merge                                      write           # from the form
Customers  transaction      delete If-Match: *, insert        write      <= 20 operations, <= 2 in a unit of work
*          budget           requests <= 400, read <= 20 x returned
`

func TestAContractIsRead(t *testing.T) {
	t.Parallel()
	f := parse(t, contract)
	var got []string
	for _, l := range f.Lines() {
		got = append(got, fmt.Sprintf("%d|%s|%s|%s|%s|%s|%s", l.Number, l.Table, l.Does, l.Text, l.Class, &l.Bounds,
			l.Comment))
	}
	want := []string{
		"4|Orders|get|PartitionKey = ? and RowKey = ?|point|read 1, <= 100 calls|",
		"5|Orders|query|PartitionKey = ? and RowKey >= ?|row range|read <= 50|",
		"6|Orders|query|PartitionKey >= ?|partition range|allowed: the nightly report, at 3|",
		"7|Customers|insert or merge||write||# from the form",
		"8|Customers|transaction|delete If-Match: *, insert|write|<= 20 operations, <= 2 in a unit of work|",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("lines =\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if b := f.Budget(); b.Number != 9 || b.Requests != 400 || b.Factor != 20 {
		t.Errorf("budget = %+v", b)
	}
}

func TestAContractIsWrittenInColumnsAndReadBack(t *testing.T) {
	t.Parallel()
	once := parse(t, contract).String()
	if twice := parse(t, once).String(); twice != once {
		t.Errorf("written again:\n%s\nwant\n%s", twice, once)
	}
	for _, line := range []string{
		"# What the shop may ask.\n\n# The page of an order needs these two.\n",
		"\nOrders     query            PartitionKey >= ?                 partition range  allowed: the nightly report, " +
			"at 3\n",
		"\nCustomers  insert or merge                                    write  # from the form\n",
		"\n*          budget           requests <= 400, read <= 20 x returned\n",
	} {
		if !strings.Contains(once, line) {
			t.Errorf("written:\n%s\nwithout %q", once, line)
		}
	}
}

func TestAMistakeIsToldWithItsLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"Orders", "line 1: it needs a table, what is done, and a class, with two spaces between them"},
		{"\nOrders get PartitionKey = ? point",
			"line 2: it needs a table, what is done, and a class, with two spaces between them"},
		{"Orders  query  Email = ?  tablescan", `line 1: "tablescan" is not a class: did you mean "table scan"?`},
		{"Orders  query  Email = ?  slow", "line 1: it needs a class after the keys: point, row range, partition scan, " +
			"partition range, table scan, write, other"},
		{"Orders  get  point  read much", `line 1: "read much" is not a bound: write "read <= 5", "<= 5 operations", ` +
			`"<= 5 in a unit of work", "<= 5 calls" or "allowed: why"`},
		{"Orders  get  point  read <= 0", `line 1: "read <= 0" is not a bound: write "read <= 5", "<= 5 operations", ` +
			`"<= 5 in a unit of work", "<= 5 calls" or "allowed: why"`},
		{"Orders  get  point  allowed:", `line 1: "allowed:" needs a reason after it`},
		{"Orders  get  point\nORDERS  get  table scan", "line 2: line 1 is about the same"},
		{"*  budget  requests <= 4\n*  budget  requests <= 5", "line 2: line 1 is about the same"},
		{"*  budget  reads <= 4", `line 1: "reads <= 4" is not a budget: write "requests <= 400" or "read <= 20 x returned"`},
		{"*  budget", `line 1: a budget needs a bound: write "requests <= 400" or "read <= 20 x returned"`},
	} {
		if _, err := costs.Parse(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
}

// sums are some shapes that were seen.
func sums(stats ...shape.Stat) *shape.Sums {
	s := &shape.Sums{Stats: stats}
	for _, t := range stats {
		s.Calls += t.Calls
		s.All.Read, s.All.Returned = s.All.Read+t.Read, s.All.Returned+t.Returned
	}
	return s
}

func stat(table, does, text string, class explain.Class, calls, most int) shape.Stat {
	s := shape.Stat{Name: table, Calls: calls, MostRead: most, Loose: calls}
	s.Shape = shape.Shape{Table: strings.ToLower(table), Does: does, Text: text, Class: class}
	s.Read, s.Returned = calls*most, calls
	return s
}

const (
	bothKeys = "PartitionKey = ? and RowKey = ?"
	aRange   = "PartitionKey = ? and RowKey >= ?"
)

func breaches(f *costs.File, s *shape.Sums) string {
	var list []string
	for _, b := range f.Check(s) {
		like := ""
		if b.Like != nil {
			like = fmt.Sprint(" like ", b.Like.Number)
		}
		list = append(list, fmt.Sprintf("%d %s: %s, found %s%s", b.Line, b.Kind, b.Agreed, b.Found, like))
	}
	return strings.Join(list, "\n")
}

func TestWhatIsNotAsAgreedIsTold(t *testing.T) {
	t.Parallel()
	transaction := stat("customers", "transaction", "delete If-Match: *, insert", explain.None, 1, 0)
	transaction.MostOps, transaction.MostTogether = 21, 3
	refused := stat("", "refused", "AuthenticationFailed", explain.None, 9, 0)
	hostile := stat("x\ny  get  point", "insert", "", explain.None, 1, 0)
	for _, tt := range []struct {
		name string
		seen *shape.Sums
		want string
	}{
		{"nothing", sums(), ""},
		{"as-agreed", sums(stat("ORDERS", "get", bothKeys, explain.Point, 100, 1)), ""},
		{"a-cheaper-class", sums(stat("Orders", "query", aRange, explain.Point, 1, 1)), ""},
		{"what-is-allowed", sums(stat("Orders", "query", "PartitionKey >= ?", explain.PartitionRange, 1, 9),
			stat("Orders", "get", bothKeys, explain.Point, 9, 1)), ""},
		{"what-was-refused-at-the-door", sums(refused, hostile), ""},
		{"a-worse-class", sums(stat("Orders", "query", aRange, explain.PartitionScan, 1, 1)),
			"5 class: row range, found partition scan"},
		{"more-read", sums(stat("Orders", "query", aRange, explain.RowRange, 10, 51)),
			"5 read: read <= 50, found 51\n9 factor: read <= 20 x returned, found 51.0 x"},
		{"more-calls", sums(stat("Orders", "get", bothKeys, explain.Point, 101, 1)), "4 calls: <= 100 calls, found 101"},
		{"larger-transactions", sums(transaction),
			"8 operations: <= 20 operations, found 21\n8 together: <= 2 in a unit of work, found 3"},
		{"a-new-shape", sums(stat("Orders", "query", "RowKey >= ?", explain.TableScan, 1, 3)),
			"0 new: , found table scan, read 3 like 5"},
		{"a-new-table", sums(stat("Other", "insert", "", explain.None, 1, 0)), "0 new: , found write"},
		{"more-requests", sums(stat("Customers", "insert or merge", "", explain.None, 401, 0)),
			"9 requests: requests <= 400, found 401"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := breaches(parse(t, contract), tt.seen); got != tt.want {
				t.Errorf("breaches =\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestAnUpdateKeepsWhatPeopleWrote(t *testing.T) {
	t.Parallel()
	seen := sums(
		stat("Orders", "get", bothKeys, explain.Point, 130, 1),                        // more than agreed
		stat("Orders", "query", aRange, explain.RowRange, 1, 7),                       // less than agreed
		stat("Orders", "query", "PartitionKey >= ?", explain.PartitionRange, 1, 900),  // allowed
		stat("Orders", "insert", "", explain.None, 12, 0),                             // new
		stat("Carts", "query", "PartitionKey = ?", explain.PartitionScan, 3, 34),      // a new table
		stat("Orders", "query", "PartitionKey = ? and A = ?", explain.RowRange, 1, 1), // of two classes
		stat("Orders", "query", "PartitionKey = ? and A = ?", explain.PartitionScan, 1, 6),
	)
	f := parse(t, contract).Update(seen)
	got := f.String()
	const want = `# What the shop may ask.

Carts   query   PartitionKey = ?                  partition scan   read <= 50, <= 5 calls
# The page of an order needs these two.
Orders  get     PartitionKey = ? and RowKey = ?   point            read 1, <= 200 calls
Orders  query   PartitionKey = ? and A = ?        partition scan   read <= 10, <= 1 calls
Orders  query   PartitionKey = ? and RowKey >= ?  row range        read <= 50
Orders  query   PartitionKey >= ?                 partition range  allowed: the nightly report, at 3
Orders  insert                                    write            <= 20 calls
*       budget  requests <= 400, read <= 20 x returned
`
	if got != want {
		t.Errorf("updated:\n%s\nwant\n%s", got, want)
	}
	if again := breaches(parse(t, got), seen); again != "" {
		t.Errorf("what was seen does not keep the contract that was written from it:\n%s", again)
	}
	if twice := parse(t, got).Update(seen).String(); twice != got {
		t.Errorf("updated again:\n%s\nwant no change", twice)
	}
}

func TestAnUpdateWritesANewContract(t *testing.T) {
	t.Parallel()
	traced := stat("Orders", "get", bothKeys, explain.Point, 130, 1)
	traced.Loose, traced.MostTogether = 0, 3
	list := stat("", "list tables", "", explain.None, 1, 0)
	f := (&costs.File{}).Update(sums(traced, list))
	_, lines, _ := strings.Cut(f.String(), "\n\n")
	const want = `*       list tables                                   other  <= 1 calls
Orders  get          PartitionKey = ? and RowKey = ?  point  read 1, <= 5 in a unit of work

*       budget       requests <= 200, read <= 1 x returned
`
	if lines != want {
		t.Errorf("lines =\n%s\nwant\n%s", lines, want)
	}
	if _, err := costs.Parse(f.String()); err != nil {
		t.Error(err)
	}
}

func TestAContractOfNothingButItsBudgetIsReadBack(t *testing.T) {
	t.Parallel()
	refused := stat("", "refused", "", explain.None, 5, 0)
	text := (&costs.File{}).Update(sums(refused)).String()
	if !strings.Contains(text, "bounds\n\n*  budget  requests <= 5") {
		t.Errorf("written:\n%s", text)
	}
	if again := parse(t, text).String(); again != text {
		t.Errorf("read back:\n%s\nwant\n%s", again, text)
	}
}

// FuzzParse: whatever a contract says, what is written of it says the same.
func FuzzParse(f *testing.F) {
	f.Add(contract)
	f.Add("*  budget  requests <= 1")
	f.Add("A  b  point\tread 1 # c\n  # d\n*  budget  requests <= 1")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := costs.Parse(text)
		if err != nil {
			return
		}
		once := file.String()
		again, err := costs.Parse(once)
		if err != nil || again.String() != once {
			t.Errorf("%q is written as %q, and that as %v, %v", text, once, again, err)
		}
	})
}
