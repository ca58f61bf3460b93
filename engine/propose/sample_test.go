package propose_test

import (
	"context"
	"testing"

	"rowkey/engine/sample"
)

// Property 1 of the workbench: what is predicted for each call is what a sample that is really stored shows. A sample
// skips questions that are answered from stores it does not make, such as series.
func TestTheFirstProposalsAgreeWithASample(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: random sheets")
	}
	for _, name := range []string{"sensor-readings", "audit-log", "chat", "multi-tenant-saas", "leaderboard",
		"shop-orders", "patterns/intra-partition-index",
		"patterns/high-volume-delete", "patterns/log-tail", "patterns/data-series", "patterns/denormalization",
		"patterns/compound-key"} {
		t.Run(name, func(t *testing.T) {
			s := read(t, name)
			d := found(t, s).Proposals[0].Design("proposed")
			r, err := sample.Verify(context.Background(), s, &d, 1000, 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range r.Questions {
				if !q.Verified && q.Skipped == "" {
					t.Errorf("%q: %+v", d.Stores, q)
				}
			}
		})
	}
}
