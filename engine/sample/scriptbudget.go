package sample

import (
	"math"
	"strconv"

	"rowkey/engine/plan/ask"
)

// missed writes which budgets a design does not keep. They are comments: the answers in a sample have the real size,
// but the tables that a scan reads do not, so a check could pass that fails at full size.
func (w *scripted) missed(name string, list []ask.BudgetReport) {
	for i := range list {
		if b := &list[i]; !b.Met {
			w.WriteString("\n# Budget missed: " + name + ", " + missedLimit(b) + ". The checks are about the sample alone.\n")
		}
	}
}

// missedLimit writes a budget and what is needed at full size.
func missedLimit(b *ask.BudgetReport) string {
	if b.Counter == "class" {
		return "class <= " + b.Class
	}
	limit := b.Counter + " <= " + decimal(b.Limit)
	return limit + ", needs " + decimal(b.Actual) + " at full size"
}

func decimal(n float64) string { return strconv.FormatFloat(math.Round(100*n)/100, 'f', -1, 64) }
