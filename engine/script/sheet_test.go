package script_test

import (
	"testing"

	"rowkey/engine/script"
)

// The lines of a sheet of the design workbench, and the longer lines of its designs, mean nothing to a script.
func TestASheetIsLeftToTheWorkbench(t *testing.T) {
	lines := "# @entity order, 1000/day\n# @ask all, order\n# @do place, insert order\n\n### A\n# @keys {a} | {b} | T | of order | kept queue | list\n"
	if s := script.Parse("a.http", "### S\n# @sheet s\n"+lines, nil); len(s.Diagnostics) != 0 {
		t.Errorf("%+v", s.Diagnostics[0])
	}
	if s := script.Parse("a.http", lines, nil); len(s.Diagnostics) == 0 {
		t.Error("without a sheet, nothing is said about them")
	}
}
