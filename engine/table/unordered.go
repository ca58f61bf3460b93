package table

import (
	"cmp"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/hash"
	"rowkey/engine/order"
	"rowkey/engine/store"
)

// hashedRow is a row and its place when results are not ordered by key: partitions by a hash of their
// names, and rows of a partition likewise. So the Table API of Azure Cosmos DB answers: the same
// rows and the same pages each time, in an order that clients cannot rely on.
// Source: Azure Cosmos DB for Table, FAQ, "differences in behavior"; the hash is ours.
type hashedRow struct {
	partition, row uint32
	key            explain.Key
	at             string // its key in the store
	entity         edm.Row
}

func hashedRowOf(k explain.Key, at string, row edm.Row) hashedRow {
	return hashedRow{scatter(k.Partition), scatter(k.Row), k, at, row}
}

func (p hashedRow) compare(q hashedRow) int {
	return cmp.Or(
		cmp.Compare(p.partition, q.partition), edm.CompareText(p.key.Partition, q.key.Partition),
		cmp.Compare(p.row, q.row), edm.CompareText(p.key.Row, q.key.Row),
	)
}

// scatter returns the hash of a key. That of "" comes first: a token without a RowKey is at the
// beginning of its partition. Source: FNV-1a, 32 bits, and the end of MurmurHash3.
func scatter(s string) uint32 {
	if s == "" {
		return 0
	}
	h := hash.Text(s)
	h = (h ^ h>>16) * 0x85ebca6b
	h = (h ^ h>>13) * 0xc2b2ae35
	return max(1, h^h>>16)
}

// scanUnordered reads as scan does, in the order of those hashes. A token is the key of the next row.
func (w *walk) scanUnordered(tx *store.Tx, low, high string, from *explain.Key) {
	var rows []hashedRow
	for at, v := range tx.Scan(low, high) {
		row := edm.Row(v)
		pk, rk := row.Key()
		rows = append(rows, hashedRowOf(explain.Key{Partition: pk, Row: rk}, at, row))
	}
	order.By(rows, func(a, b hashedRow) int {
		if tx.Step() != nil {
			return 0 // the order is not seen
		}
		return a.compare(b)
	})
	if from != nil {
		first := hashedRowOf(*from, "", "")
		for len(rows) > 0 && rows[0].compare(first) < 0 {
			rows = rows[1:]
		}
	}
	for _, p := range rows {
		if tx.Step() != nil || w.full(p.entity) {
			return
		}
		w.visit(p.entity)
		if w.matches == nil || w.matches(p.at, p.entity) {
			w.rows = append(w.rows, p.entity)
		}
	}
}
