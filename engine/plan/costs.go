package plan

import (
	"math"

	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/units"
)

// GrowthOfCosts is how many times the users are that costs are asked for.
const GrowthOfCosts = 10

// DesignCosts are what is billed for a design: in a month, in a month with ten times as many users, and once to fill
// its stores.
type DesignCosts struct {
	Name   string       `json:"name"`
	Now    Usage        `json:"now"`
	Grown  Usage        `json:"grown"`
	Stores []StoreCosts `json:"stores"`
}

// Usage is what 30 days are billed by.
type Usage struct {
	Transactions float64 `json:"transactions"`
	GiB          float64 `json:"gib"`
}

// StoreCosts are what it takes to read all of a store, and to write it.
type StoreCosts struct {
	Text     string  `json:"text"` // as it was written, without "# @keys"
	Base     bool    `json:"base"` // the first store of its kind
	Entities float64 `json:"entities"`
	Reads    float64 `json:"reads"`  // pages of up to 1,000 entities
	Writes   float64 `json:"writes"` // transactions of up to 100 entities of a partition
}

// Costs returns what the designs of a sheet cost.
func Costs(s *sheet.Sheet) []DesignCosts {
	list := []DesignCosts{}
	now, grown := NewModel(s), NewModel(s.Grow(sheet.Users, GrowthOfCosts))
	for i := range s.Designs {
		d := DesignCosts{s.Designs[i].Name, usageOf(now, s, i), usageOf(grown, s, i), []StoreCosts{}}
		stores := keys.Parse(now.Facts, &s.Designs[i]).Stores
		for j := range stores {
			if stores[j].Readable() {
				d.Stores = append(d.Stores, costsOf(now, &stores[j], s.Designs[i].Stores[j]))
			}
		}
		list = append(list, d)
	}
	return list
}

// usageOf calculates a design of the sheet as it is in a model.
func usageOf(m *Model, s *sheet.Sheet, design int) Usage {
	r := m.calculate(keys.Parse(m.Facts, &s.Designs[design]))
	_, bytes, _ := r.stored()
	return Usage{figure.Rounded(r.transactions()), figure.Rounded(bytes / units.GiB)}
}

// What one request moves at most.
const (
	pageEntities  = 1000
	batchEntities = 100
)

func costsOf(m *Model, st *keys.Store, text string) StoreCosts {
	n := st.Rows(m.Facts)
	partitions := math.Max(1, math.Min(n, st.Table.Names(m.Facts)*st.Partition.Names(m.Facts)))
	writes := partitions * math.Ceil(n/partitions/batchEntities-1e-9)
	return StoreCosts{text, st.Base, math.Round(n), math.Ceil(n / pageEntities), math.Round(math.Min(n, writes))}
}
