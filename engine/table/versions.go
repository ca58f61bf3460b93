package table

import (
	"context"

	"rowkey/engine/edm"
)

// Version is a row before and after a write; "" stands for none.
type Version struct {
	At            int // place in the history of the store, after the write
	Before, After edm.Row
}

// Versions returns what the history of the store knows of a row, oldest first. Errors: TableNotFound.
func (t Table) Versions(ctx context.Context, partition, row string) (all []Version, err error) {
	if err := t.s.db.View(ctx, t.open); err != nil {
		return nil, err
	}
	err = t.s.db.Past(ctx, t.row(partition, row), func(at int, before, after string) {
		all = append(all, Version{at, edm.Row(before), edm.Row(after)})
	})
	return all, err
}
