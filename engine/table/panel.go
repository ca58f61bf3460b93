package table

import (
	"context"

	"rowkey/engine/edm"
	"rowkey/engine/store"
)

// Stats are the figures of one table.
type Stats struct {
	Name       string // as it was created
	Entities   int
	Partitions int
	Bytes      int // as the service counts them, [edm.Entity.Size]
}

// Stats returns the figures of all tables of an account, by lower-cased name, of one moment.
func (s *Service) Stats(ctx context.Context, account string) ([]Stats, error) {
	var all []Stats
	err := s.db.View(ctx, func(tx *store.Tx) error {
		for it, err := range s.tables.All(tx, account, "", "") {
			if err != nil {
				return err
			}
			t := s.Table(account, it.Name)
			t.generation = it.Generation
			st, err := t.stats(tx)
			if err != nil {
				return err
			}
			all = append(all, st)
		}
		return nil
	})
	return all, err
}

func (t *Table) stats(tx *store.Tx) (Stats, error) {
	st := Stats{Name: t.name}
	last := ""
	for _, v := range tx.Scan(t.rows()) {
		e, err := edm.Row(v).Decode()
		if err != nil {
			return Stats{}, err
		}
		if st.Entities == 0 || e.PartitionKey != last {
			last = e.PartitionKey
			st.Partitions++
		}
		st.Entities++
		st.Bytes += e.Size()
	}
	return st, nil
}

// Partition is a PartitionKey, how many entities have it, and their size.
type Partition struct {
	Name  string
	N     int
	Bytes int // as the service counts them, [edm.Entity.Size]
}

// Partitions returns the partitions of the table in key order. Errors: TableNotFound.
func (t Table) Partitions(ctx context.Context) ([]Partition, error) {
	var all []Partition
	err := t.s.db.View(ctx, func(tx *store.Tx) error {
		if err := t.open(tx); err != nil {
			return err
		}
		for _, v := range tx.Scan(t.rows()) {
			e, err := edm.Row(v).Decode()
			if err != nil {
				return err
			}
			if n := len(all); n == 0 || all[n-1].Name != e.PartitionKey {
				all = append(all, Partition{Name: e.PartitionKey})
			}
			all[len(all)-1].N++
			all[len(all)-1].Bytes += e.Size()
		}
		return nil
	})
	return all, err
}

// Rows returns up to top rows of a partition from row key from on, inclusive, and whether there are
// more. What follows a row key is that key and a zero character. Errors: TableNotFound.
func (t Table) Rows(
	ctx context.Context, partition, from string, top int,
) (rows []edm.Row, more bool, err error) {
	err = t.s.db.View(ctx, func(tx *store.Tx) error {
		if err := t.open(tx); err != nil {
			return err
		}
		_, high := store.Prefix(t.kind(), t.account, t.lower, partition)
		for _, v := range tx.Scan(t.row(partition, from), high) {
			if len(rows) == top {
				more = true
				break
			}
			rows = append(rows, edm.Row(v))
		}
		return nil
	})
	return rows, more, err
}
