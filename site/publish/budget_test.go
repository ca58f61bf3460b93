package publish

import (
	"strings"
	"testing"
)

func TestReportNamesWhatIsOverItsBudget(t *testing.T) {
	var out strings.Builder
	err := Report([]Row{{"engine", 1_000_001, 1_000_000}, {"style sheet", 5, 12_000}, {"other scripts", 99, 0}}, &out)
	if err == nil || !strings.Contains(err.Error(), "engine: 1,000,001 bytes") || strings.Contains(err.Error(), "style") {
		t.Errorf("error = %v, want the engine alone", err)
	}
	if !strings.Contains(out.String(), "12,000") {
		t.Errorf("the table lacks a budget:\n%s", out.String())
	}
}
