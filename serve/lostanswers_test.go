package main

import (
	"flag"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"rowkey/serve/faults"
)

var updatePages = flag.Bool("update", false, "write what clients did into the page about lost answers")

// lostPage shows what official clients do when an answer is lost. The tests below measure its first two tables.
const lostPage = "../content/help/lost-answers/en.md"

var lostPageMu sync.Mutex // guards the page, which two tests write

// lostRow is a row of the page: what clients do while requests meet a fault.
type lostRow struct {
	fault, does string // as the page says it
	op          string // as the clients name it
	rule        faults.Rule
}

// lostCase is a row for a client, with a table of its own.
type lostCase struct {
	Table string `json:"table"`
	Op    string `json:"op"`
	ETag  string `json:"etag"`
}

// firstRequests are the rows of one kind of fault, which the first request of each operation meets.
func firstRequests(kind faults.Kind) (rows []lostRow) {
	for _, op := range []string{"get", "insert", "upsert", "merge", "update", "delete", "transaction"} {
		does := op
		if op == "merge" {
			does = "upsert by merge"
		}
		rows = append(rows, lostRow{"`" + string(kind) + "`", does, op, faults.Rule{Fault: kind, Times: 1}})
	}
	return rows
}

// otherFaults are the rows of faults that need more than a kind.
func otherFaults() []lostRow {
	partition := faults.Rule{Fault: faults.Throttle, Partition: "p", Times: 1}
	const inPartition, stale = "`throttle` of partition `p`", "`stale`"
	return []lostRow{
		{inPartition, "insert into `p`", "insert", partition},
		{inPartition, "insert into `q`", "elsewhere", partition},
		{inPartition, "transaction in `p`", "transaction", partition},
		{"`throttle` above `rate` 20", "60 inserts into `p` at once", "burst",
			faults.Rule{Fault: faults.Throttle, Rate: 20}},
		{"`duplicate`", "receive a message, delete it", "receive", faults.Rule{Fault: faults.Duplicate}},
		{stale, "get a row that was inserted since", "find", faults.Rule{Fault: faults.Stale}},
		{stale, "get a row that was changed since", "read", faults.Rule{Fault: faults.Stale}},
		{stale, "get that row, update it with its ETag", "write", faults.Rule{Fault: faults.Stale}},
	}
}

func TestThePageSaysWhatClientsDoWithALostAnswer(t *testing.T) {
	t.Parallel()
	lostSkips(t)
	var rows [][]string
	for _, kind := range []faults.Kind{faults.Lost, faults.Cut, faults.Throttle, faults.Timeout} {
		rows = append(rows, lostMeasured(t, firstRequests(kind))...)
	}
	comparePage(t, "| first request | operation |", rows)
}

func TestThePageSaysWhatClientsDoWithOtherFaults(t *testing.T) {
	t.Parallel()
	lostSkips(t)
	comparePage(t, "| fault | operation |", lostMeasured(t, otherFaults()))
}

func lostSkips(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("deep: waits until clients try again")
	}
	if _, err := os.Stat("../site/node_modules/@azure/data-tables"); err != nil {
		t.Skip("the clients are not installed: ./build.sh does that")
	}
}

// lostMeasured has each client do what rows say and returns the rows of the page.
func lostMeasured(t *testing.T, rows []lostRow) (cells [][]string) {
	t.Helper()
	for _, r := range rows {
		cells = append(cells, []string{r.fault, r.does})
	}
	stored := make([]map[string][]string, len(rows)) // what a table holds, and the clients that left it so
	for _, client := range lostClients {
		ended, holds := make([]string, len(rows)), make([]string, len(rows)) // so they remain if the client is missing
		t.Run(client.name, func(t *testing.T) { ended, holds = lostRun(t, rows, client) })
		for i := range rows {
			cells[i] = append(cells[i], ended[i])
			if stored[i] == nil {
				stored[i] = map[string][]string{}
			}
			if ended[i] != "" && ended[i] != notMeasured {
				stored[i][holds[i]] = append(stored[i][holds[i]], client.name)
			}
		}
	}
	for i := range rows {
		cells[i] = append(cells[i], storedText(stored[i]))
	}
	return cells
}

// storedText says what tables hold afterwards, and whose if clients differ.
func storedText(stored map[string][]string) string {
	if len(stored) == 1 {
		for text := range stored {
			return text
		}
	}
	var parts []string
	for text, clients := range stored {
		parts = append(parts, strings.Join(clients, " and ")+": "+text)
	}
	slices.Sort(parts)
	return strings.Join(parts, "; ")
}

// comparePage wants rows in the table of the page whose head begins so, or writes them there. Cells of a client that is
// not installed are those of the page.
func comparePage(t *testing.T, head string, rows [][]string) {
	t.Helper()
	lostPageMu.Lock()
	defer lostPageMu.Unlock()
	before, rest, _ := strings.Cut(readText(t, lostPage), head)
	columns, rest, _ := strings.Cut(rest, "\n")
	old, after, _ := strings.Cut(rest, "\n\n")
	was := strings.Split(old, "\n")
	now := []string{was[0]}
	for i, r := range rows {
		if i+1 < len(was) {
			fillFrom(r, strings.Split(strings.Trim(was[i+1], "| "), " | "))
		}
		now = append(now, "| "+strings.Join(r, " | ")+" |")
	}
	table := strings.Join(now, "\n")
	if old == table {
		return
	}
	var err error
	if *updatePages {
		err = os.WriteFile(lostPage, []byte(before+head+columns+"\n"+table+"\n\n"+after), 0o600)
	}
	t.Errorf("%s: go test ./serve -run PageSaysWhatClientsDo -update writes (%v)\n%s", lostPage, err, table)
}

// fillFrom takes what was not measured here from a row of the page.
func fillFrom(row, page []string) {
	for i, cell := range row {
		if cell == "" && len(page) == len(row) {
			row[i] = page[i]
			if last := len(row) - 1; strings.Contains(page[last], row[last]) {
				row[last] = page[last]
			}
		}
	}
}

func TestThePageAboutLostAnswersNamesTheClientsThatRan(t *testing.T) {
	t.Parallel()
	page := readText(t, lostPage)
	python := strings.Split(pythonClients, ", ")
	for _, row := range []string{
		"| JavaScript | `@azure/data-tables` | " + versionIn(t, "../site/package.json", `"@azure/data-tables": "`, `"`),
		"| JavaScript | `@azure/storage-queue` | " + versionIn(t, "../site/package.json", `"@azure/storage-queue": "`, `"`),
		"| Go | `aztables` | " + versionIn(t, "../go.mod", "data/aztables v", "\n"),
		"| Python | `azure-data-tables` | " + python[0],
		"| Python | `azure-storage-queue` | " + python[1],
	} {
		if !strings.Contains(page, row+" |") {
			t.Errorf("%s does not say %s |", lostPage, row)
		}
	}
}
