package copy

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"rowkey/engine/lists"
	"rowkey/serve/data"
)

// tally counts what a copy of some tables takes.
type tally struct {
	tables, entities, bytes  int
	lists, looks, reads      int // at the source
	creates, writes, compare int // at the target
}

// estimate reads the source and says which requests a copy takes, and what they cost at the reader's prices.
func (c *copier) estimate(ctx context.Context) error {
	names, lists, err := c.from.tables(ctx, c.o.tables)
	if err != nil {
		return err
	}
	t := tally{}
	if c.from.asks() {
		t.lists = lists
	}
	for _, name := range names {
		if err := c.weigh(ctx, name, &t); err != nil {
			return fmt.Errorf("table %s: %w", name, err)
		}
	}
	c.report(&t)
	return nil
}

// weigh adds what one table takes.
func (c *copier) weigh(ctx context.Context, name string, t *tally) error {
	progress := startProgress(c.notes, "table "+name+"  read", 0, 0)
	defer progress.finish()
	t.tables++
	pages := 0
	for r := newReader(c.from, name, ""); !r.ended; {
		docs, err := r.page(ctx)
		if err != nil {
			return err
		}
		pages++
		t.entities += len(docs)
		for _, one := range transactions(name, c.o.mode, docs, c.to.most) {
			t.bytes += c.sent(one)
			if c.to.asks() {
				t.writes++
			}
		}
		progress.add(len(docs))
	}
	if c.from.asks() {
		t.looks, t.reads = t.looks+1, t.reads+pages
	}
	if c.to.asks() {
		t.creates, t.compare = t.creates+1, t.compare+pages
	}
	return nil
}

// asks reports whether a place is a server, whose requests count; a file or a folder is opened in this process.
func (p *place) asks() bool { return p.lines == nil && !p.inside }

// sent returns the bytes that a transaction is written with: the entities alone for a file, or the body of its request.
func (c *copier) sent(t *transaction) int {
	if c.to.lines == nil && len(t.entities) > 1 {
		return len(t.envelope(c.to.bases.Table))
	}
	return lists.Sum(t.bodies, func(body []byte) int { return len(body) })
}

func (c *copier) report(t *tally) {
	fmt.Fprintf(c.out, "from  %s\nto    %s\n", c.from.name, c.to.name)
	fmt.Fprintf(c.out, "%s, %s, %s KiB to write; nothing was written\n\n",
		counted(t.tables, "table"), counted(t.entities, "entity"), data.Grouped(int(math.Ceil(float64(t.bytes)/1024))))
	reads, writes := 0, 0
	for _, row := range []struct {
		what  string
		n     int
		write bool
	}{
		{"source  pages of the table list", t.lists, false},
		{"source  tables checked", t.looks, false},
		{"source  pages read", t.reads, false},
		{"target  tables created", t.creates, true},
		{"target  transactions", t.writes, true},
		{"target  pages read to compare", t.compare, false},
	} {
		if row.write {
			writes += row.n
		} else {
			reads += row.n
		}
		fmt.Fprintf(c.out, "%-32s %12s%s\n", row.what, data.Grouped(row.n), c.cost(row.n, row.write))
	}
	fmt.Fprintf(c.out, "%-32s %12s\n", "total", data.Grouped(reads+writes))
	if c.o.price.known {
		fmt.Fprintf(c.out, "at your prices: %.6f\n", c.o.price.of(reads, writes))
	}
	if c.from.asks() {
		fmt.Fprintln(c.out, "The estimate itself has read the source once.")
	} else {
		fmt.Fprintln(c.out, "Reading a file or a folder takes no requests.")
	}
	if !c.to.asks() {
		fmt.Fprintln(c.out, "Writing a file or a folder takes no requests.")
	}
	fmt.Fprintln(c.out, "Not included: requests that are sent again because the service was busy.")
	if c.from.near && c.from.account == "" {
		fmt.Fprintln(c.out, "Not included: a copy from a server on this machine counts the entities first.")
	}
	if c.to.asks() {
		fmt.Fprintln(c.out, "The target was not read. If a table already exists there, that takes one more read, and its "+
			"other entities are read to compare. If source and target differ, both are read once more.")
	}
	if len(c.o.queues)+len(c.o.blobs) > 0 {
		fmt.Fprintln(c.out, "Not included: queues and blobs.")
	}
}

// cost is what so many requests cost, if the reader has given prices.
func (c *copier) cost(n int, write bool) string {
	if !c.o.price.known {
		return ""
	}
	if write {
		return fmt.Sprintf("  %12.6f", c.o.price.of(0, n))
	}
	return fmt.Sprintf("  %12.6f", c.o.price.of(n, 0))
}

// prices are those that the user gives, for 10,000 transactions of a kind. The program has none: they differ by region
// and change.
type prices struct {
	read, write float64
	known       bool
}

// parsePrices reads one price for everything, or one for each kind.
func parsePrices(text string) (prices, error) {
	if text == "" {
		return prices{}, nil
	}
	if p, err := parsePrice(text); err == nil {
		return prices{p, p, true}, nil
	}
	all := prices{known: true}
	for one := range strings.SplitSeq(text, ",") {
		kind, number, _ := strings.Cut(strings.TrimSpace(one), "=")
		p, err := parsePrice(cmp.Or(number, one))
		switch {
		case err != nil:
			return prices{}, err
		case kind == "read":
			all.read = p
		case kind == "write":
			all.write = p
		default:
			return prices{}, fmt.Errorf("-price: %q is unknown, write read=0.02,write=0.04", kind)
		}
	}
	return all, nil
}

func parsePrice(text string) (float64, error) {
	p, err := strconv.ParseFloat(text, 64)
	if err != nil || p < 0 || math.IsNaN(p) || math.IsInf(p, 0) {
		return 0, fmt.Errorf("-price must be a number such as 0.036, or read=0.02,write=0.04, not %q", text)
	}
	return p, nil
}

// of returns what so many requests cost.
func (p prices) of(reads, writes int) float64 {
	return (float64(reads)*p.read + float64(writes)*p.write) / 10_000
}
