package plan_test

import (
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
