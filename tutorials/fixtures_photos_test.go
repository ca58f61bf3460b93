package tutorials_test

import "testing"

// TestPhotosBeginWithTheStaff proves that the fixture of photos lays out everybody, and that nobody
// has a photo before a lesson gives one.
func TestPhotosBeginWithTheStaff(t *testing.T) {
	t.Parallel()
	all := entities(t, "photos", "Employees")
	prove(t, all, []invariant{
		{"1000-people", entity.person, 1000},
		{"no-photo", func(e entity) bool { return e["Photo"] != nil }, 0},
		{"ana-eli-and-jim", both(entity.sales, func(e entity) bool {
			return e.text("RowKey") == "000123" || e.text("RowKey") == "000141" || e.text("RowKey") == "000223"
		}), 3},
	})
}
