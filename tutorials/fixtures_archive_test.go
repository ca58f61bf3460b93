package tutorials_test

import (
	"slices"
	"testing"
)

// TestTheArchive proves what pages say about Current and Archive, and that nobody is in both.
func TestTheArchive(t *testing.T) {
	t.Parallel()
	current, archive := entities(t, "archive", "Current"), entities(t, "archive", "Archive")
	ruth := is("Sales/000456", "Ruth", "Meyer", "meyerr@contoso.com")
	prove(t, current, []invariant{
		{"50-work-here", entity.person, 50},
		{"21-of-them-in-sales", inDept("Sales"), 21},
		{"ten-in-marketing", inDept("Marketing"), 10},
		{"ten-in-engineering", inDept("Engineering"), 10},
		{"nine-in-support", inDept("Support"), 9},
		{"ruth-meyer-of-64", both(ruth, aged(64, 64)), 1},
		{"nobody-has-number-465", numbered("000465", "000465"), 0},
	})
	prove(t, archive, []invariant{
		{"5-have-left", entity.person, 5},
		{"two-of-them-sales", inDept("Sales"), 2},
	})
	unique(t, "number", slices.Concat(current, archive), entity.id)
	unique(t, "address", slices.Concat(current, archive), func(e entity) string { return e.text("Email") })
}
