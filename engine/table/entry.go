package table

import (
	"context"

	"rowkey/engine/catalog"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/store"
)

// ReadEntry returns the row that an entry of the store holds, its key and the lower-cased name of its table. ok is
// false for any other entry.
func ReadEntry(e store.Entry) (table string, key explain.Key, row edm.Row, ok bool) {
	parts := store.Parts(e.Key)
	if len(parts) != 5 || catalog.KindOf(e.Key) != kindEntity {
		return "", key, "", false
	}
	return parts[2], explain.Key{Partition: parts[3], Row: parts[4]}, edm.Row(e.Value), true
}

// Check returns an error if a key of this service holds a value that cannot be read: what is loaded from
// elsewhere is checked before it replaces anything.
func (s *Service) Check(key, value string) error {
	return s.Catalog.Check(key, value, func(_, value string) error {
		_, err := edm.Row(value).Decode()
		return err
	})
}

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
