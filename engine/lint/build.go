package lint

import (
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/odata"
	"rowkey/engine/table"
)

const (
	LeastRows  = 100    // of a table that is worth a copy
	mostCopied = 20_000 // entities: more take too long
	hour       = 3_600_000
)

// make fills the table for trials with entities, in transactions, and says what that costs. ok is false if two of them
// have one key, or there are too many.
func (b *Bench) make(rows []edm.Entity) (cost Cost, ok bool, err error) {
	if len(rows) > mostCopied {
		return cost, false, nil
	}
	copied := b.Table(scratchTable)
	if err := copied.Create(b.Context); err != nil {
		return cost, false, err
	}
	groups := map[string][]table.Action{}
	var order []string
	for _, e := range rows {
		if groups[e.PartitionKey] == nil {
			order = append(order, e.PartitionKey)
		}
		groups[e.PartitionKey] = append(groups[e.PartitionKey], table.Action{Verb: table.Insert, Entity: e})
	}
	for _, p := range order {
		for part := range slices.Chunk(groups[p], mostActions) {
			cost.Requests++
			if _, err := copied.SubmitTransaction(b.Context, part); err != nil {
				return cost, false, nil
			}
		}
	}
	cost.Roundtrips, cost.Stored = cost.Requests, len(rows)
	return cost, true, nil
}

// rows returns the entities of a table that a filter finds.
func (b *Bench) rows(name string, filter odata.Expr) (all []edm.Row, err error) {
	q := table.Query{Filter: filter, Top: -1}
	for {
		page, err := b.Table(name).ListEntities(b.Context, q)
		if err != nil {
			return nil, err
		}
		all = append(all, page.Rows...)
		if q.Next = page.Next; q.Next == nil || len(all) > mostCopied {
			return all, nil
		}
	}
}
