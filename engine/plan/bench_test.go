package plan_test

import (
	"testing"

	"rowkey/engine/plan"
)

// Three designs for four questions, from the text on: an edit of a sheet has 50 ms in a browser.
func BenchmarkJudge(b *testing.B) {
	text := load(b, "sensor-readings")
	for b.Loop() {
		plan.Judge(parse(b, text))
	}
}
