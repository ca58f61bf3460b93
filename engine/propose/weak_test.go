package propose

import (
	"testing"
)

// A proposal is an alternative: it does not break more limits than the best and wait, or cost, a hundred times as much.
// Only the best with one store and the best without a workflow are shown whatever they cost.
func TestNoProposalIsFarWorseThanTheFirst(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: random sheets")
	}
	cut := 0
	for _, name := range []string{"sensor-readings", "shop-orders", "chat", "audit-log", "multi-tenant-saas",
		"leaderboard"} {
		r := searched(readSheet(t, name), 1000, false).Result()
		cut += r.Weak
		best := r.Proposals[0].Costs
		for i, p := range r.Proposals {
			worse := p.Costs[0].Value+p.Costs[1].Value > best[0].Value+best[1].Value
			far := p.Costs[3].Number > farWorse*best[3].Number || p.Costs[4].Number > farWorse*best[4].Number
			if worse && far && !p.Single && !p.Atomic {
				t.Errorf("%s, proposal %d: %+v, the first %+v", name, i+1, p.Costs, best)
			}
		}
		if r.Counter >= 0 && r.Counter >= len(r.Proposals) {
			t.Errorf("%s: the counter-proposal is %d of %d", name, r.Counter, len(r.Proposals))
		}
	}
	if cut == 0 {
		t.Error("no design is left out, of the chat neither")
	}
}
