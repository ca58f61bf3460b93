package watch_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/costs"
	"rowkey/engine/watch"
)

// application is a program of which parts can be done in a worse way: fault names the one that is.
type application func(p *program, fault string)

// The applications, and for each fault what has to be told: the kind, and the beginning of the line in the contract
// that it is about, or is like.
var applications = []struct {
	name   string
	do     application
	faults map[string][2]string
}{
	{"orders", func(p *program, fault string) {
		for i := range 5 {
			p.work(i)
			filter := fmt.Sprintf("PartitionKey eq '%s' and RowKey ge 'o010' and RowKey lt 'o020'", month(i))
			if fault == "a-dropped-partition-key" {
				filter = "RowKey ge 'o010' and RowKey lt 'o020'"
			}
			more := "&$select=Total"
			if fault == "a-removed-select" {
				more = ""
			}
			if fault == "an-open-end" {
				filter = fmt.Sprintf("PartitionKey eq '%s' and RowKey ge 'o010'", month(i))
			}
			p.query("Orders", filter, more)
			if fault == "an-added-loop" {
				for j := range 12 {
					p.get("Customers", customer(j), customer(j))
				}
			}
			p.get("Customers", customer(i), customer(i))
		}
	}, map[string][2]string{
		"a-dropped-partition-key": {"new", "Orders query"}, "a-removed-select": {"new", "Orders query"},
		"an-open-end": {"new", "Orders query"}, "an-added-loop": {"calls", "Customers get"},
	}},
	{"counters", func(p *program, fault string) {
		for i := range 5 {
			p.work(i)
			if fault == "a-query-for-a-row" {
				p.query("Settings", "PartitionKey eq 'all' and RowKey eq 'prices'", "")
			}
			p.get("Settings", "all", "prices")
			etag, body := p.etag, fmt.Sprintf(`{"Vat":%d}`, i)
			switch fault {
			case "a-lost-etag":
				p.merge("Settings", "all", "prices", "*", body)
			case "an-upsert-in-place-of-an-update":
				p.merge("Settings", "all", "prices", "", body)
			case "a-replace-in-place-of-a-merge":
				p.send("PUT", key("Settings", "all", "prices"), etag, body)
			default:
				p.merge("Settings", "all", "prices", etag, body)
			}
		}
	}, map[string][2]string{
		"a-lost-etag": {"new", "Settings merge"}, "an-upsert-in-place-of-an-update": {"new", "Settings merge"},
		"a-replace-in-place-of-a-merge": {"new", "Settings merge"}, "a-query-for-a-row": {"new", "Settings get"},
	}},
	{"carts", func(p *program, fault string) {
		for i := range 5 {
			p.work(i)
			cart := fmt.Sprint("cart", i)
			switch fault {
			case "single-inserts":
				for j := range 6 {
					p.insert("Carts", cart, fmt.Sprint(j), "")
				}
			case "large-transactions":
				p.batch("Carts", cart, 40)
			default:
				p.batch("Carts", cart, 6)
			}
			filter := fmt.Sprintf("PartitionKey eq '%s'", cart)
			if fault == "a-list-of-all" {
				filter = ""
			}
			if fault == "a-condition-on-another-property" {
				filter += " and Kind ne 'x'"
			}
			p.query("Carts", filter, "")
		}
	}, map[string][2]string{
		"single-inserts": {"new", "Carts transaction"}, "large-transactions": {"operations", "Carts transaction"},
		"a-list-of-all": {"new", "Carts query"}, "a-condition-on-another-property": {"new", "Carts query"},
	}},
	{"traced", func(p *program, fault string) {
		p.trace = "1"
		for i := range 5 {
			p.work(i)
			times := 1
			if fault == "a-loop-in-a-trace" {
				times = 8
			}
			for range times {
				p.get("Orders", month(i), order(i))
			}
			if fault == "a-scan-by-address" {
				p.query("Customers", fmt.Sprintf("Email eq 'c%d@example.com'", i), "")
			} else {
				p.get("Customers", customer(i), customer(i))
			}
			switch fault {
			case "a-delete-whatever-the-version":
				p.send("DELETE", key("Orders", month(i), order(i)), "*", "")
			case "a-new-table":
				p.insert("Settings", "x", order(i), "")
			}
		}
	}, map[string][2]string{
		"a-loop-in-a-trace": {"together", "Orders get"}, "a-scan-by-address": {"new", "Customers get"},
		"a-delete-whatever-the-version": {"new", ""}, "a-new-table": {"new", ""},
	}},
	{"report", func(p *program, fault string) {
		filter, pages := "PartitionKey ge '2026-02' and PartitionKey lt '2026-03'", 2
		switch fault {
		case "two-months":
			filter = "PartitionKey ge '2026-01' and PartitionKey lt '2026-04'"
		case "months-that-are-not-these":
			filter = "PartitionKey ne '2026-01'"
		case "a-lost-upper-end":
			filter = "PartitionKey ge '2026-02'"
		}
		p.query("Orders", filter, "")
		if fault == "small-pages" {
			pages = 12
		}
		next := ""
		for range pages {
			p.query("Customers", "", "&$top=10"+next)
			next = p.next
		}
	}, map[string][2]string{
		"two-months": {"read", "Orders query"}, "months-that-are-not-these": {"new", "Orders query"},
		"a-lost-upper-end": {"new", "Orders query"}, "small-pages": {"calls", "Customers query"},
	}},
}

// Each application keeps the contract that was written from it; each fault breaks it, and the line is the right one.
func TestAContractNamesTheLineOfEachFault(t *testing.T) {
	t.Parallel()
	faults := 0
	for _, app := range applications {
		sound := func(p *program) { app.do(p, "") }
		sums := run(t, sound).Sums()
		text := (&costs.File{}).Update(&sums).String()
		if got := broken(t, text, run(t, sound)); len(got) > 0 {
			t.Fatalf("%s breaks its own contract: %+v", app.name, got)
		}
		for fault, want := range app.faults {
			faults++
			t.Run(app.name+"/"+fault, func(t *testing.T) {
				got := broken(t, text, run(t, func(p *program) { app.do(p, fault) }))
				if !told(text, got, want) {
					t.Errorf("breaches = %+v, want %v of\n%s", got, want, text)
				}
			})
		}
	}
	if faults != 20 {
		t.Errorf("%d faults were tried, want 20", faults)
	}
}

func broken(t *testing.T, text string, rec *watch.Recording) []costs.Breach {
	t.Helper()
	f, err := costs.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	rec.Findings() // ends what is under way
	sums := rec.Sums()
	return f.Check(&sums)
}

// told reports whether a breach has a kind, and is about a line that begins with some words, or like it.
func told(text string, list []costs.Breach, want [2]string) bool {
	lines := strings.Split(text, "\n")
	for _, b := range list {
		line := b.Line
		if b.Like != nil {
			line = b.Like.Number
		}
		begins := ""
		if line > 0 {
			begins = strings.Join(strings.Fields(lines[line-1]), " ")
		}
		if string(b.Kind) == want[0] && (want[1] == "" && line == 0 || want[1] != "" && strings.HasPrefix(begins, want[1])) {
			return true
		}
	}
	return false
}
