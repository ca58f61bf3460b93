package plan_test

import (
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

// stays is a sheet whose update has to find its entity by a scan of all.
const stays = `### Stays
# @sheet stays, peak 3
# @entity stay, 270000
# @attribute stay.id, text 8, identity
# @attribute stay.day, time day
# @attribute stay.paid, bool
# @do pay, 2/s, update stay by id, sets paid

### A
# @keys all | {day}_{id} | Stays | of stay
`

// What a write reads first is part of the load, as it is of the requests of a month.
func TestTheLoadHoldsWhatAWriteReadsFirst(t *testing.T) {
	s, messages := sheet.Parse(stays)
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	d := plan.Judge(s)[0]
	pay, f := d.Writes[0], d.Facts
	closeTo(t, "requests of pay", pay.Requests.V, 271)
	closeTo(t, "the account at peak", f.Account.Rate.V, 3*2*271)
	closeTo(t, "the busiest partition", f.Hottest.Rate.V, 3*2*271)
	closeTo(t, "written of it", f.Hottest.Written.V, 3*2)
	closeTo(t, "a month", f.Month.Transactions.V, 2*271*30*86_400)
	if f.Refused.V != 0 {
		t.Errorf("refused = %v", f.Refused.V)
	}
}
