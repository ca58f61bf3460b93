package table

import (
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
