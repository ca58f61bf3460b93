package watch_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/shape"
	"rowkey/engine/watch"
)

func customer(i int) string { return fmt.Sprintf("c%d", i) }
func order(i int) string    { return fmt.Sprintf("o%03d", i) }
func month(i int) string    { return fmt.Sprintf("2026-%02d", i%3+1) }

const oneMonth = "PartitionKey eq '2026-01'"

// Programs that do one thing badly: the finding that has to come first says so.
var bad = []struct {
	name, first string
	do          func(p *program)
}{
	{"a-customer-for-each-order", "n-plus-one", func(p *program) {
		p.query("Orders", oneMonth, "")
		for i := range 40 {
			p.get("Customers", customer(i), customer(i))
		}
	}},
	{"a-customer-for-each-order-of-a-few", "n-plus-one", func(p *program) {
		for w := range 3 {
			p.work(w)
			p.query("Orders", "PartitionKey eq '2026-01' and RowKey ge 'o000' and RowKey lt 'o015'", "")
			for i := 0; i < 15; i += 3 {
				p.get("Customers", customer(i), customer(i))
			}
		}
	}},
	{"each-row-of-a-list-again", "n-plus-one", func(p *program) {
		p.query("Orders", oneMonth, "&$select=RowKey")
		for i := 0; i < 120; i += 3 {
			p.get("Orders", "2026-01", order(i))
		}
	}},
	{"a-customer-for-each-order-in-flight-together", "n-plus-one", func(p *program) {
		p.query("Orders", oneMonth, "")
		for i := range 40 {
			p.port = fmt.Sprint(i)
			p.get("Customers", customer(i), customer(i))
		}
	}},
	{"settings-before-each-order", "read-again", func(p *program) {
		for i := range 20 {
			p.get("Settings", "all", "prices")
			p.get("Orders", month(i), order(i))
		}
	}},
	{"settings-twice-in-each-trace", "read-again", func(p *program) {
		p.trace = "1"
		for w := range 5 {
			p.work(w)
			p.get("Settings", "all", "prices")
			p.get("Orders", month(w), order(w))
			p.get("Settings", "all", "prices")
		}
	}},
	{"the-same-list-for-each-widget", "read-again", func(p *program) {
		for range 6 {
			p.query("Orders", oneMonth, "")
		}
	}},
	{"lines-one-by-one", "single-writes", func(p *program) {
		for i := range 12 {
			p.insert("Carts", "cart1", order(i), "")
		}
	}},
	{"lines-one-by-one-in-each-trace", "single-writes", func(p *program) {
		p.trace = "1"
		for w := range 4 {
			p.work(w)
			for i := range 4 {
				p.insert("Carts", fmt.Sprint("cart", w), order(i), "")
			}
		}
	}},
	{"deletes-one-by-one", "single-writes", func(p *program) {
		for i := 0; i < 60; i += 3 {
			p.send("DELETE", key("Orders", "2026-01", order(i)), "*", "")
		}
	}},
	{"states-one-by-one", "single-writes", func(p *program) {
		p.query("Orders", oneMonth, "&$select=RowKey")
		for i := 0; i < 60; i += 3 {
			p.merge("Orders", "2026-01", order(i), "*", `{"State":"sent"}`)
		}
	}},
	{"a-counter-without-its-etag", "star-after-read", func(p *program) {
		for i := range 4 {
			p.work(i)
			p.get("Customers", customer(i), customer(i))
			p.merge("Customers", customer(i), customer(i), "*", fmt.Sprintf(`{"Visits":%d}`, i+1))
		}
	}},
	{"a-row-put-back-whole", "star-after-read", func(p *program) {
		for i := range 3 {
			p.work(i)
			p.get("Orders", month(i), order(i))
			p.send("PUT", key("Orders", month(i), order(i)), "*",
				fmt.Sprintf(`{"Customer":"c%d","Total":%d,"State":"sent"}`, i, i))
		}
	}},
	{"an-upsert-of-what-was-read", "star-after-read", func(p *program) {
		for i := range 3 {
			p.work(i)
			p.get("Orders", month(i), order(i))
			p.send("PUT", key("Orders", month(i), order(i)), "",
				fmt.Sprintf(`{"Customer":"c%d","Total":%d,"State":"sent"}`, i, i))
		}
	}},
	{"a-change-that-is-lost", "star-after-read", func(p *program) {
		p.get("Customers", "c1", "c1")
		p.agent = "other/1"
		p.merge("Customers", "c1", "c1", "*", `{"Visits":100}`)
		p.agent = "shop/1"
		p.merge("Customers", "c1", "c1", "*", `{"Visits":2}`)
	}},
	{"a-conflict-that-is-dropped", "never-retried", func(p *program) {
		p.get("Orders", "2026-01", "o000")
		etag := p.etag
		p.agent = "other/1"
		p.merge("Orders", "2026-01", "o000", "*", `{"State":"paid"}`)
		p.agent = "shop/1"
		p.merge("Orders", "2026-01", "o000", etag, `{"State":"sent"}`)
		p.work(1)
		p.get("Settings", "all", "prices")
	}},
	{"a-delete-that-is-dropped", "never-retried", func(p *program) {
		for i := range 3 {
			p.work(i)
			p.send("DELETE", key("Orders", month(i), order(i)), `W/"datetime'2026-01-01T00%3A00%3A00Z'"`, "")
		}
	}},
	{"pages-of-one-row", "small-pages", func(p *program) { pages(p, 1, 20) }},
	{"pages-of-five-rows", "small-pages", func(p *program) { pages(p, 5, 8) }},
	{"whole-customers-for-a-number", "whole-rows", func(p *program) {
		for i := range 40 {
			p.work(i)
			p.get("Customers", customer(i), customer(i))
			p.merge("Customers", customer(i), customer(i), p.etag, `{"Visits":7}`)
		}
	}},
	{"a-scan-for-an-address", "scan-then-filter", func(p *program) {
		for i := range 31 {
			p.work(i)
			p.query("Customers", fmt.Sprintf("Email eq 'c%d@example.com'", i), "")
		}
	}},
	{"a-scan-sent-once", "scan", func(p *program) { p.query("Customers", "Email eq 'c7@example.com'", "") }},
	{"a-lost-count-seen-once", "star-after-read", func(p *program) {
		p.get("Settings", "all", "prices")
		p.merge("Settings", "all", "prices", "*", `{"Vat":20}`)
	}},
	{"a-scan-for-what-was-inserted-here-and-there", "scan-then-filter", func(p *program) {
		for i := range 5 {
			p.work(i)
			p.insert("Carts", fmt.Sprint("p", i), fmt.Sprint("r", i), fmt.Sprintf(`,"Code":"x%d"`, i))
		}
		for i := range 200 {
			p.work(i)
			p.insert("Carts", fmt.Sprint("q", i), "1", `,"Code":"y"`)
		}
		for i := range 5 {
			p.work(i)
			p.query("Carts", fmt.Sprintf("Code eq 'x%d'", i), "")
		}
	}},
	{"or-of-row-keys", "or-of-keys", func(p *program) {
		for i := range 4 {
			p.work(i)
			p.query("Orders", fmt.Sprintf("PartitionKey eq '2026-01' and (RowKey eq 'o%03d' or RowKey eq 'o117')", 3*i), "")
		}
	}},
	{"a-range-without-an-end", "open-range", func(p *program) {
		for i := range 150 {
			p.work(i)
			p.insert("Carts", "log", fmt.Sprintf("%c_%03d", 'a'+i%3, i), fmt.Sprintf(`,"Kind":%q`, string(rune('a'+i%3))))
		}
		for i := range 4 {
			p.work(i)
			p.query("Carts", fmt.Sprintf("PartitionKey eq 'log' and RowKey ge 'a_%03d' and Kind eq 'a'", i), "")
		}
	}},
	{"a-customer-for-each-order-of-each-trace", "n-plus-one", func(p *program) {
		p.trace = "1"
		for w := range 2 {
			p.work(w)
			p.query("Orders", "PartitionKey eq '2026-01' and RowKey ge 'o000' and RowKey lt 'o012'", "")
			for i := 0; i < 12; i += 3 {
				p.get("Customers", customer(i), customer(i))
			}
		}
	}},
	{"inserts-in-flight-together", "single-writes", func(p *program) {
		for i := range 10 {
			p.port = fmt.Sprint(i)
			p.insert("Carts", "cart1", order(i), "")
		}
	}},
	{"a-text-that-grows-without-its-etag", "star-after-read", func(p *program) {
		p.insert("Carts", "cart1", "items", `,"Items":"a"`)
		for i := range 3 {
			p.work(i)
			p.get("Carts", "cart1", "items")
			p.merge("Carts", "cart1", "items", "*", fmt.Sprintf(`{"Items":"a%s"}`, strings.Repeat(",b", i+1)))
		}
	}},
	{"an-upsert-of-a-counter", "star-after-read", func(p *program) {
		for i := range 3 {
			p.work(i)
			p.get("Settings", "all", "prices")
			p.merge("Settings", "all", "prices", "", fmt.Sprintf(`{"Vat":%d}`, i))
		}
	}},
	{"a-list-for-each-part-of-a-page", "read-again", func(p *program) {
		p.trace = "1"
		for w := range 2 {
			p.work(w)
			for range 3 {
				p.query("Orders", oneMonth, "&$select=Total")
			}
		}
	}},
	{"row-keys-without-zeros", "unpadded", func(p *program) {
		for i := range 12 {
			p.work(i)
			p.insert("Carts", "n", fmt.Sprint("n", i), "")
		}
		p.work(20)
		p.query("Carts", "PartitionKey eq 'n' and RowKey ge 'n0' and RowKey lt 'o'", "")
	}},
}

// pages follows a query in pages of so many rows.
func pages(p *program, top, n int) {
	next := ""
	for range n {
		p.query("Orders", oneMonth, fmt.Sprintf("&$top=%d%s", top, next))
		if p.next == "" {
			return
		}
		next = p.next
	}
}

func TestTheFirstFindingSaysWhatAProgramDoesBadly(t *testing.T) {
	t.Parallel()
	for _, tt := range bad {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			found := run(t, tt.do).Findings()
			if len(found) == 0 || found[0].Rule != tt.first {
				t.Errorf("findings = %v, want %s first", said(found), tt.first)
			}
		})
	}
}

func said(list []watch.Finding) string {
	var texts []string
	for _, f := range list {
		texts = append(texts, fmt.Sprintf("%s %v %d calls", f.Rule, f.Shapes, f.Calls))
	}
	return strings.Join(texts, "; ")
}

// Programs about which there is nothing to say.
var good = []struct {
	name string
	do   func(p *program)
}{
	{"nothing", func(*program) {}},
	{"one-list", func(p *program) { p.query("Orders", oneMonth, "") }},
	{"point-reads-of-requests", func(p *program) {
		for i := range 60 {
			p.work(i)
			p.get("Customers", customer(i%40), customer(i%40))
		}
	}},
	{"a-list-and-two-of-its-customers", func(p *program) {
		p.query("Orders", oneMonth, "")
		p.get("Customers", "c0", "c0")
		p.get("Customers", "c3", "c3")
	}},
	{"a-list-and-other-reads", func(p *program) {
		p.query("Orders", oneMonth, "")
		for i := range 20 {
			p.get("Customers", customer(100+i), customer(100+i))
		}
	}},
	{"settings-of-each-request", func(p *program) {
		p.trace = "1"
		for i := range 20 {
			p.work(i)
			p.get("Settings", "all", "prices")
			p.get("Orders", month(i), order(i))
		}
	}},
	{"a-poll", func(p *program) {
		for range 30 {
			p.query("Orders", "PartitionKey eq '2026-01' and RowKey ge 'z'", "&$top=10")
			p.wait(2000)
		}
	}},
	{"a-poll-in-one-trace", func(p *program) {
		p.trace = fmt.Sprintf("%032x", 7)
		for range 30 {
			p.get("Settings", "all", "prices")
			p.wait(2000)
		}
	}},
	{"an-order-in-one-transaction", func(p *program) {
		for i := range 5 {
			p.work(i)
			p.batch("Carts", fmt.Sprint("cart", i), 6)
		}
	}},
	{"rows-of-other-partitions", func(p *program) {
		for i := range 20 {
			p.insert("Carts", fmt.Sprint("cart", i), "1", "")
		}
	}},
	{"one-row-in-each-request", func(p *program) {
		for i := range 20 {
			p.work(i)
			p.insert("Carts", "log", order(i), "")
		}
	}},
	{"a-counter-with-its-etag", func(p *program) {
		for i := range 5 {
			p.work(i)
			p.get("Settings", "all", "prices")
			p.merge("Settings", "all", "prices", p.etag, fmt.Sprintf(`{"Vat":%d}`, i))
		}
	}},
	{"a-conflict-and-another-try", func(p *program) {
		p.get("Orders", "2026-01", "o000")
		etag := p.etag
		p.agent = "other/1"
		p.merge("Orders", "2026-01", "o000", "*", `{"State":"paid"}`)
		p.agent = "shop/1"
		p.merge("Orders", "2026-01", "o000", etag, `{"State":"sent"}`)
		p.wait(200)
		p.get("Orders", "2026-01", "o000")
		p.merge("Orders", "2026-01", "o000", p.etag, `{"State":"sent"}`)
	}},
	{"a-state-that-does-not-depend-on-what-was-read", func(p *program) {
		for i := range 5 {
			p.work(i)
			p.get("Orders", month(i), order(i))
			p.merge("Orders", month(i), order(i), "*", `{"State":"sent"}`)
		}
	}},
	{"pages-of-fifty", func(p *program) { pages(p, 50, 9) }},
	{"the-first-page-of-ten", func(p *program) {
		for i := range 10 {
			p.work(i)
			p.query("Orders", oneMonth, "&$top=10")
		}
	}},
	{"a-range-of-rows", func(p *program) {
		for i := range 5 {
			p.work(i)
			p.query("Orders", fmt.Sprintf("PartitionKey eq '2026-01' and RowKey ge 'o%03d' and RowKey lt 'o%03d'", i, i+9), "")
		}
	}},
	{"an-export-at-night", func(p *program) { p.query("Orders", "", "") }},
}

func TestThereIsNothingToSayOfGoodPrograms(t *testing.T) {
	t.Parallel()
	for _, tt := range good {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if found := run(t, tt.do).Findings(); len(found) > 0 {
				t.Errorf("findings = %s, want none", said(found))
			}
		})
	}
}

func TestAFindingHasTheNumbersOfItsRequests(t *testing.T) {
	t.Parallel()
	rec := run(t, func(p *program) {
		for w := range 12 {
			p.work(w)
			p.query("Orders", oneMonth, "")
			for i := range 40 {
				p.get("Customers", customer(i), customer(i))
			}
		}
	})
	f := rec.Findings()[0]
	if f.Times != 12 || f.Calls != 480 || f.Most != 40 || f.Before.Roundtrips != 492 || f.After.Roundtrips != 12 ||
		f.Before.Read != 960 || f.After.Read != 480 || len(f.Samples) != watch.MaxSamples || len(f.Shapes) != 2 {
		t.Errorf("finding = %+v", f)
	}
	lost := run(t, bad[14].do).Findings()[0]
	if lost.Lost != 1 || !lost.Wrong {
		t.Errorf("finding = %+v, want one change lost", lost)
	}
	refused := run(t, bad[15].do).Findings()[0]
	if refused.Rule != "never-retried" || refused.Lost != 0 || !refused.Wrong {
		t.Errorf("finding = %+v, want a change that may be lost, for nothing says what the program wanted", refused)
	}
}

func TestTwoClientsThatWriteTheSameNumberLoseAChange(t *testing.T) {
	t.Parallel()
	found := run(t, func(p *program) {
		for i := range 3 {
			p.work(i)
			for _, p.agent = range []string{"one/1", "two/1"} {
				p.get("Customers", customer(i), customer(i))
			}
			for _, p.agent = range []string{"one/1", "two/1"} {
				p.merge("Customers", customer(i), customer(i), "*", fmt.Sprintf(`{"Visits":%d}`, i+1))
			}
		}
	}).Findings()
	if len(found) != 1 || found[0].Rule != "star-after-read" || found[0].Lost != 3 || found[0].Calls != 6 {
		t.Errorf("findings = %+v, want 6 writes of which 3 lose a change", found)
	}
}

func TestThePagesOfAScanInALogAreOneFinding(t *testing.T) {
	t.Parallel()
	stat := func(text string, calls, busy int) shape.Stat {
		s := shape.Shape{Table: "orders", Does: "query", Text: text, Class: explain.TableScan}
		return shape.Stat{Shape: s, Name: "Orders", Calls: calls, Busy: busy}
	}
	found := watch.FromLog(&shape.Sums{Stats: []shape.Stat{
		stat("continued", 40, 1), stat("", 4, 0), stat("Status = ? continued", 6, 0), stat("Status = ?", 7, 2),
		stat("Owner = ?", 9, 0),
	}})
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprint(f.Rule, " ", f.Calls, " ", len(f.Shapes)))
	}
	if want := []string{"scan 44 2", "scan 13 2", "busy 2 1", "busy 1 1"}; !slices.Equal(got, want) {
		t.Errorf("findings = %q, want %q", got, want)
	}
}
