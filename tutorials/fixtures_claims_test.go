package tutorials_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"
)

// endOfTime is the last tick that .NET counts, and unixTicks the first one of 1970.
const (
	endOfTime = 3155378975999999999
	unixTicks = 621355968000000000
)

// TestClaims proves what pages say about ExpensesByTime and EmployeeExpense: the same claims, under
// keys that grow and that count down with the same moment.
func TestClaims(t *testing.T) {
	t.Parallel()
	down := entities(t, "expenses", "EmployeeExpense")
	of := func(employee string) func(entity) bool { return func(e entity) bool { return e.dept() == employee } }
	on := func(day string) func(entity) bool {
		return func(e entity) bool { return e.text("SubmittedAt")[:10] == day }
	}
	prove(t, down, []invariant{
		{"2500-claims-of-000223", of("000223"), 2500},
		{"30-claims-of-000123", of("000123"), 30},
		{"18-on-31-july", both(of("000223"), on("2014-07-31")), 18},
		{"19-on-30-july", both(of("000223"), on("2014-07-30")), 19},
		{"a-tip-a-taxi-and-a-hotel", both(of("000123"), on("2014-07-31")), 3},
		{"the-hotel-at-18:00", func(e entity) bool {
			return e.key() == "000123/2519954711999999999" && e.text("SubmittedAt") == "2014-07-31T18:00:00Z"
		}, 1},
		{"two-within-a-second", func(e entity) bool {
			return e.key() == "000123/2519954711989999999" || e.key() == "000123/2519954711987499999"
		}, 2},
	})
	up := map[string]entity{}
	for _, e := range entities(t, "claims", "ExpensesByTime") {
		up[e.key()] = e
	}
	if len(up) != 2530 {
		t.Errorf("ExpensesByTime: %d claims, want 2530", len(up))
	}
	for _, e := range down {
		at, err := time.Parse(time.RFC3339Nano, e.text("SubmittedAt"))
		if err != nil {
			t.Fatal(err)
		}
		ticks := at.Unix()*1e7 + int64(at.Nanosecond()/100) + unixTicks
		if want := strconv.FormatInt(endOfTime-ticks, 10); e.text("RowKey") != want {
			t.Errorf("%s of %s: the key is not %s", e.key(), at, want)
		}
		other := up[fmt.Sprintf("%s/%019d", e.dept(), ticks)]
		if other["Amount"] != e["Amount"] || other["Purpose"] != e["Purpose"] {
			t.Errorf("%s: ExpensesByTime says %v", e.key(), other)
		}
	}
}
