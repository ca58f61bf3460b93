package sample

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// Exported is how many entities an exported sample has at most; there are fewer if the script would become too long.
const Exported = 500

// Script writes a design as a script that runs as it is: the sheet as comments, requests that create the tables and
// store a sample, one call of each question, and each write, with a workflow as its steps. The checks hold the sample
// to what is calculated for it; budgets that fail at full size are named in comments. Errors: what the service says
// about a row.
func Script(ctx context.Context, s *sheet.Sheet, design *sheet.Design, seed uint64) (string, error) {
	text := ""
	for most := Exported; most >= 10; most /= 2 {
		d := keys.Parse(plan.NewModel(s).Facts, design)
		b, err := open(ctx, s, d, most, seed, &Report{})
		if err != nil {
			return "", err
		}
		if text, err = b.script(ctx, s, design); err != nil || len(text) <= sheet.MaxSize {
			return text, err
		}
	}
	return text, nil
}

// scripted writes the blocks of a script.
type scripted struct {
	batches int      // transactions of writes, which have a name each
	works   int      // workflows
	reads   int      // of rows before they are changed
	created []string // tables
	there   bool     // the sample and its tables are there already
	asks    bool     // a request has been written
	strings.Builder
	*bench
}

func (b *bench) script(ctx context.Context, s *sheet.Sheet, design *sheet.Design) (string, error) {
	alone := *s
	alone.Designs = []sheet.Design{*design}
	w := scripted{bench: b}
	w.WriteString(strings.TrimRight(sheet.Write(&alone), "\n") + "\n")
	w.createTables()
	w.storeRows()
	for i := range s.Asks {
		if err := w.question(ctx, i); err != nil {
			return "", err
		}
	}
	if err := w.writes(ctx); err != nil {
		return "", err
	}
	return w.String(), nil
}

// block writes a title, comments such as @batch, a request line, and a body with its type.
func (w *scripted) block(title string, comments []string, request, body string) {
	w.asks = true
	w.WriteString("\n### " + title + "\n")
	for _, c := range comments {
		w.WriteString("# " + c + "\n")
	}
	w.WriteString(request + "\n")
	if body != "" {
		kind := "json"
		if strings.HasPrefix(body, "<") {
			kind = "xml"
		}
		w.WriteString("Content-Type: application/" + kind + "\n\n" + body + "\n")
	}
}

// checks writes assertions after a request.
func (w *scripted) checks(list ...string) {
	w.WriteString("\n")
	for _, text := range list {
		w.WriteString("# ?? " + text + "\n")
	}
}

func (w *scripted) createTables() {
	for _, name := range w.sorted() {
		w.create(name)
	}
}

// create makes a table the first time that it is named.
func (w *scripted) create(name string) {
	if slices.Contains(w.created, name) {
		return
	}
	w.created = append(w.created, name)
	if !w.there {
		w.block("Table "+name, nil, post("Tables"), `{ "TableName": `+string(edm.AppendString(nil, name))+" }")
	}
}

// post is a request that adds something to a set, and does not want it back.
func post(set string) string { return "POST {{table}}/" + set + "\nPrefer: return-no-content" }

// sorted returns the names of all tables in order.
func (w *scripted) sorted() []string {
	var list []string
	for _, names := range w.names {
		list = lists.Add(list, names...)
	}
	order.By(list, strings.Compare)
	return list
}

// storeRows writes the sample as transactions of the rows of one partition.
func (w *scripted) storeRows() {
	n := 0
	for _, name := range w.sorted() {
		rows := w.rows[name]
		for from := 0; from < len(rows); {
			to := from
			for to < len(rows) && to-from < 100 && rows[to].partition == rows[from].partition {
				to++
			}
			n++
			w.batch(name, rows[from:to], n)
			from = to
		}
	}
}

// batch writes rows of one partition; a single one needs no transaction.
func (w *scripted) batch(name string, rows []row, n int) {
	for i := range rows {
		comments := []string{"@batch sample-" + strconv.Itoa(n)}
		if len(rows) == 1 {
			comments = nil
		}
		_, e := w.row(&w.design.Stores[rows[i].store], rows[i].thing)
		w.block(name+" "+rows[i].partition+" "+rows[i].key, comments, post(name), entity(&e))
	}
}

// entity writes a row as JSON, with the types that JSON does not tell.
func entity(e *edm.Entity) string {
	return (&edm.Document{Entity: *e, HasPartitionKey: true, HasRowKey: true}).Text()
}
