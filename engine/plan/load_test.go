package plan_test

import (
	"math"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
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

// A delete by age is about the period of then: only where keys name none is it in the partition that is written now.
func TestADeleteOfAnOldPeriodIsNotInTheBusiestPartition(t *testing.T) {
	for _, c := range []struct {
		keys, kept string
		rate       float64
	}{
		{"{at:day} | {turbine}_{at:-}", "", 3000},
		{"{at:day} | {turbine}_{at:-}", ", kept 30d", 3000},
		{"{at:-day} | {turbine}_{at:-}", ", kept 30d", 3000},
		{"{at:month} | {turbine}_{at:-}", ", kept 7d", 6000}, // which may be of the same month
		{"all | {at:-}_{turbine}", ", kept 30d", 6000},
	} {
		s := parse(t, "# @sheet s\n# @entity turbine, 1000\n# @entity reading, 86.4 million/day of turbine"+c.kept+
			"\n# @attribute reading.at, time, identity\n# @do record, insert reading\n\n### A\n# @keys "+c.keys+
			" | R | of reading\n")
		f := plan.Judge(s)[0].Facts
		if got := f.Hottest.Load.Rate.V; math.Abs(got-c.rate) > 20 {
			t.Errorf("%s%s: %v a second, want %v", c.keys, c.kept, got, c.rate)
		}
		if f.Hottest.What != "record" {
			t.Errorf("%s%s: %s writes most to %s", c.keys, c.kept, f.Hottest.What, f.Hottest.Key)
		}
		for _, p := range plan.NewModel(s).Places(keys.Parse(plan.NewModel(s).Facts, &s.Designs[0])) {
			rate := 0.0
			for _, of := range p.Traffic {
				rate += of.Rate * of.Busiest
			}
			closely(t, c.keys+c.kept+": the traffic of one partition", rate, f.Hottest.Load.Rate.V)
		}
	}
}
