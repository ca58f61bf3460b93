package plan_test

import (
	"strconv"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/figure"
)

// library is an application in which everything of one reader goes at once.
const library = `# @sheet library
# @entity reader, 500
# @entity loan, 5 million of reader, largest 10 %
# @attribute reader.id, text 8, identity
# @attribute loan.id, guid, identity
# @attribute loan.shelf, text 6, 40 values, even
# @attribute loan.title, text 40
# @ask one loan, 200/s, loan by reader and id
# @do lend, 50/s, insert loan
# @do forget, 1/week, delete loan by reader

### Design
# @keys `

// A transaction has one PartitionKey. So what has a partition to itself is deleted alone, what shares one is deleted a
// hundred at a time, and a table is dropped as a whole: 58,117 loans is what a reader has on average.
func TestADeleteByAKnownValueNeedsATransactionForEachPartition(t *testing.T) {
	for _, c := range []struct {
		keys                  string
		transactions, actions float64
		label                 figure.Label
	}{
		{"{id} | loan | Loans | of loan", 58_117, 58_117, figure.Exact},
		{"{reader}_{id} | loan | Loans | of loan", 58_117, 58_117, figure.Exact},
		{"{reader} | {id} | Loans | of loan", 582, 58_117, figure.Modelled},
		{"{shelf} | {id} | Loans | of loan", 40 * 15, 58_117, figure.Modelled},
		{"{id} | loan | Loans{reader} | of loan", 1, 0, figure.Exact},
		{"{id} | loan | Loans{reader} | of loan\n# @keys {reader} | r | Loans{reader} | of reader", 58_117, 58_117,
			figure.Exact},
	} {
		w := writeOf(t, plan.Judge(parse(t, library+c.keys+"\n"))[0], "forget")
		closeTo(t, c.keys+": transactions", w.Transactions.V, c.transactions)
		closeTo(t, c.keys+": entities", w.Actions.V, c.actions)
		if w.Transactions.Label != c.label {
			t.Errorf("%s: the transactions are %s, want %s: %v", c.keys, w.Transactions.Label, c.label, w.Transactions.Of)
		}
	}
}

// What a delete counts is what its sheet says of the group, and a default where that says nothing.
func TestTheSizeOfAGroupThatIsDeletedMayBeAssumed(t *testing.T) {
	s := parse(t, "# @sheet s\n# @entity reader, 500\n# @entity loan, 5000 of reader\n"+
		"# @attribute reader.id, text 8, identity\n# @attribute loan.id, guid, identity\n"+
		"# @do forget, 1/week, delete loan by reader\n\n### A\n# @keys {id} | loan | Loans | of loan\n")
	if w := writeOf(t, plan.Judge(s)[0], "forget"); w.Actions.Label != figure.Assumed {
		t.Errorf("nobody entered how the loans are spread, and their number is %s", w.Actions.Label)
	}
}

// What a delete finds up to now is what its range says, however often it runs, and rows of one partition go together.
func TestADeleteUpToNowIsAsWideAsItsRange(t *testing.T) {
	const cache = "# @sheet cache\n# @entity item, 200 thousand\n# @attribute item.key, text 60, identity\n" +
		"# @attribute item.expires, time second\n# @do sweep, 1/min, delete item, expires up to now 0.3 %\n\n" +
		"### A\n# @keys "
	for keys, transactions := range map[string]float64{
		"{key} | i":   600,
		"all | {key}": 6,
		"all | i_{expires}_{key} | Items\n# @keys all | k_{key} | Items": 12,
	} {
		w := writeOf(t, plan.Judge(parse(t, cache+keys+"\n"))[0], "sweep")
		closely(t, keys+": transactions", w.Transactions.V, transactions)
		closely(t, keys+": rows", w.Actions.V, 600*float64(1+strings.Count(keys, "@keys")))
		if len(w.Workflow) > 0 {
			t.Errorf("%s: one transaction after the other is no workflow: %+v", keys, w.Workflow)
		}
	}
}

// There are not more values of an attribute than entities that have it: neither of a time that names them, nor of one
// that could have more.
func TestWhatBelongsToAFewIsDividedByThemAlone(t *testing.T) {
	for _, c := range []struct {
		attributes, known, keys string
		answer                  float64
	}{
		{"run.at, time second, identity", "run", "{run} | {n}", 75_000},
		{"run.at, time second, identity, 800 values", "run.at", "{run} | {n}", 75_000},
		{"run.at, time second, identity", "run", "{run.at:hour} | {run}_{n}", 75_000},
		{"run.id, guid, identity\n# @attribute run.zone, text 6, 1000000 values", "run.zone", "{run.zone} | {run}_{n}",
			75_000},
	} {
		q := plan.Judge(parse(t, "# @sheet s\n# @entity run, 2/day, kept 400d\n"+
			"# @entity log, 150 thousand/day of run, kept 400d\n# @attribute "+c.attributes+
			"\n# @attribute log.n, int, identity, 75 thousand values\n# @ask logs, log by "+
			c.known+", asked evenly\n\n### A\n# @keys "+c.keys+" | Logs | of log\n"))[0].Questions[0]
		closely(t, c.keys+": answer", q.Answer.Typical.V, c.answer)
		closely(t, c.keys+": read", q.Read.Typical.V, c.answer)
	}
}

// A row of a series has the points that are filled: where they are far from each other, each is in a row of its own.
func TestASeriesHasARowForEachPeriodThatHasAPoint(t *testing.T) {
	for each, want := range map[string]struct {
		rows  float64
		label figure.Label
	}{
		"2/day":      {120_000_000, figure.Modelled}, // 800 of a user in 576,000 minutes
		"1440/day":   {150_000 * 576_000, figure.Modelled},
		"14400/day":  {150_000 * 576_000, figure.Modelled},
		"86400/day":  {150_000 * 576_000, figure.Exact}, // each second
		"0.0025/day": {150_000, figure.Modelled},
	} {
		perDay, _ := strconv.ParseFloat(strings.TrimSuffix(each, "/day"), 64)
		n := strconv.FormatFloat(150_000*perDay, 'f', -1, 64)
		d := plan.Judge(parse(t, "# @sheet s\n# @entity user, 150 thousand\n# @entity log, "+n+"/day of user, kept 400d\n"+
			"# @attribute log.at, time second, identity\n# @attribute log.status, text 8\n"+
			"# @ask history, log by user, newest at, top 20, asked evenly\n\n### A\n"+
			"# @keys {user} | {at:minute} | Logs | of log | slot at:second\n"))[0]
		if got := d.Stores[0].Entities; got.Label != want.label {
			t.Errorf("%s: %v rows are %s, want %s", each, got.V, got.Label, want.label)
		} else {
			closely(t, each+": rows", got.V, want.rows)
		}
	}
}
