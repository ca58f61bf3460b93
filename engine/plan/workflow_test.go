package plan_test

import (
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/figure"
)

// A delete by age from two stores is done after all that it finds and deletes: 6 million transactions, 64 side by side,
// and reads all games, each of which takes 0.05 ms, to find what is old.
func TestAWorkflowIsCompleteAfterAllThatItDoes(t *testing.T) {
	d := plan.Judge(parse(t, games+"\n### Two tables\n# @keys {id} | game | Games | of game\n"+
		"# @keys {id} | copy | Copies | of game | kept queue\n"))[2]
	expire := writeOf(t, d, "expire game")
	least := expire.Transactions.V/64*0.008 + expire.Read.V*0.00005
	if expire.Atomic || expire.Transactions.V < 6e6 || expire.Read.V < 1e9 || expire.Stale.V < least ||
		expire.Stale.V > 1.01*least || expire.Stale.Label != figure.Modelled {
		t.Errorf("%+v", expire)
	}
	if start := writeOf(t, d, "start"); start.Stale.V != 1 {
		t.Errorf("an insert into two stores is complete after %v s", start.Stale.V)
	}
}
