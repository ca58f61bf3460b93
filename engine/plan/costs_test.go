package plan_test

import (
	"math"
	"testing"

	"rowkey/engine/plan"
)

const costly = `# @sheet test
# @entity device, 1000
# @entity reading, 1 million of device
# @attribute reading.at, time second, identity
# @attribute reading.note, text 10
# @ask newest, 10/s, reading by device, newest at, top 1
# @ask all devices, 1/h, device

### Now
# @keys {device} | x | Devices | of device
# @keys {device} | {at} | Readings | of reading

### Later
# @keys all | {device} | Devices | of device
# @keys {device} | {at:-} | Readings | of reading
`

func TestCostsAreThoseOfTheReport(t *testing.T) {
	s := parse(t, costly)
	reports := plan.Judge(s)
	for i, c := range plan.Costs(s) {
		month := reports[i].Facts.Month
		if c.Name != reports[i].Name || c.Now != (plan.Usage{Transactions: month.Transactions.V, GiB: month.GiB.V}) {
			t.Errorf("%s is billed for %+v, want %+v", c.Name, c.Now, month)
		}
	}
}

// Users grow: there are ten times as many devices with their readings, and ten times as many questions.
func TestTenTimesAsManyUsersAreBilledForTenTimesAsMuch(t *testing.T) {
	for _, c := range plan.Costs(parse(t, costly)) {
		if math.Abs(c.Grown.GiB/c.Now.GiB-10) > 0.01 || c.Grown.Transactions < 9.9*c.Now.Transactions {
			t.Errorf("%s is billed for %+v, and with ten times the users for %+v", c.Name, c.Now, c.Grown)
		}
	}
}

// A store is read in pages of 1,000, and written in transactions of 100 that stay in one partition.
func TestAMoveTakesAPageAThousandAndATransactionAHundred(t *testing.T) {
	costs := plan.Costs(parse(t, costly))
	for _, c := range []struct {
		design, store           int
		entities, reads, writes float64
	}{
		{0, 0, 1000, 1, 1000},           // each device has a partition
		{1, 0, 1000, 1, 10},             // all are in one
		{0, 1, 1_000_000, 1000, 10_000}, // 1,000 readings in each partition
	} {
		got := costs[c.design].Stores[c.store]
		if !got.Base || got.Entities != c.entities || got.Reads != c.reads || got.Writes != c.writes {
			t.Errorf("store %d of design %d takes %+v, want %+v", c.store, c.design, got, c)
		}
	}
}
