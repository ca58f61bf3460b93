package plan_test

import (
	"fmt"
	"testing"

	"rowkey/engine/plan"
)

// The largest sheet: six kinds below each other, sixteen questions, and a design of 36 stores.
func BenchmarkJudgeTheLargest(b *testing.B) {
	m := made{}
	for i := range 6 {
		kind, of, parent := fmt.Sprintf("kind%d", i), "", "id"
		if i > 0 {
			parent = fmt.Sprintf("kind%d", i-1)
			of = " of " + parent
		}
		m.entities = append(m.entities, fmt.Sprintf("@entity %s, %d%s", kind, 1000*(i+1), of))
		m.attributes = append(m.attributes, "@attribute "+kind+".id, text 8, identity", "@attribute "+kind+".t, time", "@attribute "+kind+".a, text 8, zipf 1")
		for j := range 6 {
			m.stores = append(m.stores, fmt.Sprintf("{%s}!%d | {a}!{id} | T%d%d | of %s", parent, j, i, j, kind))
		}
	}
	for i := range 16 {
		m.asks = append(m.asks, fmt.Sprintf("@ask q%d, 1/s, kind%d by a, t last 1h", i, i%6))
	}
	s := parse(b, m.text())
	for b.Loop() {
		plan.Judge(s)
	}
}

// Three designs for four questions, from the text on: an edit of a sheet has 50 ms in a browser.
func BenchmarkJudge(b *testing.B) {
	text := load(b, "sensor-readings")
	for b.Loop() {
		plan.Judge(parse(b, text))
	}
}
