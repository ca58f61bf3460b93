package plan_test

import (
	"testing"

	"rowkey/engine/plan"
)

// BenchmarkJudge calculates the four designs of the orders, with what breaks as they grow.
func BenchmarkJudge(b *testing.B) {
	s := parse(b, load(b, "shop-orders"))
	for b.Loop() {
		plan.Judge(s)
	}
}
