package table

import (
	"context"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/store"
	"rowkey/engine/utf16text"
)

// Stats are the figures of one table.
type Stats struct {
	Name       string  `json:"name"` // as it was created
	Entities   int     `json:"entities"`
	Partitions int     `json:"partitions"`
	Bytes      int     `json:"bytes"`      // as the service counts them, [edm.Entity.Size]
	Properties []Named `json:"properties"` // at most 1,000, without keys and Timestamp
}

// Named is a property that entities of a table have, and its type in the first of them.
type Named struct {
	Name   string   `json:"name"`
	Type   string   `json:"type"`             // such as Edm.Int32
	Others []string `json:"others,omitempty"` // its types in later ones
}

// maxNamed is how many names of a table are told: a table that uses names as data may have millions.
const maxNamed = 1000

// Stats returns the figures of all tables of an account, by lower-cased name, of one moment.
func (s *Service) Stats(ctx context.Context, account string) ([]Stats, error) {
	return ofEach(ctx, s, account, (*Table).stats)
}

// ofEach asks all tables of an account, by lower-cased name, at one moment.
func ofEach[T any](
	ctx context.Context, s *Service, account string, ask func(*Table, *store.Tx) (T, error),
) ([]T, error) {
	var all []T
	err := s.db.View(ctx, func(tx *store.Tx) error {
		for it, err := range s.All(tx, account, "", "") {
			if err != nil {
				return err
			}
			t := s.Table(account, it.Name)
			t.generation = it.Generation
			told, err := ask(&t, tx)
			if err != nil {
				return err
			}
			all = append(all, told)
		}
		return nil
	})
	return all, err
}

// Extreme is the largest number of a table, and the entity that has it.
type Extreme struct {
	N   int         `json:"n"`
	Key explain.Key `json:"key"`
}

func (x *Extreme) observe(n int, e *edm.Entity) {
	if n > x.N {
		*x = Extreme{n, explain.Key{Partition: e.PartitionKey, Row: e.RowKey}}
	}
}

// Extremes are how near a table comes to the limits of the service.
type Extremes struct {
	Name       string  `json:"name"`       // of the table
	Entity     Extreme `json:"entity"`     // bytes of an entity
	Key        Extreme `json:"key"`        // bytes of a PartitionKey or a RowKey
	Value      Extreme `json:"value"`      // bytes of a text or of binary data
	Properties Extreme `json:"properties"` // of an entity, without keys and Timestamp
}

// Extremes returns the extremes of all tables of an account, by lower-cased name. Errors: those of the store.
func (s *Service) Extremes(ctx context.Context, account string) ([]Extremes, error) {
	return ofEach(ctx, s, account, (*Table).extremes)
}

func (t *Table) extremes(tx *store.Tx) (Extremes, error) {
	x := Extremes{Name: t.name}
	for _, v := range tx.Scan(t.rows()) {
		e, err := edm.Row(v).Decode()
		if err != nil {
			return x, err
		}
		x.Entity.observe(e.Size(), &e)
		x.Key.observe(2*max(utf16text.Len(e.PartitionKey), utf16text.Len(e.RowKey)), &e)
		x.Properties.observe(len(e.Properties), &e)
		for i := range e.Properties {
			switch v := e.Properties[i].Value; v.Type() {
			case edm.TypeString:
				x.Value.observe(2*utf16text.Len(v.Text()), &e)
			case edm.TypeBinary:
				x.Value.observe(len(v.Text()), &e)
			}
		}
	}
	return x, nil
}

func (t *Table) stats(tx *store.Tx) (Stats, error) {
	st := Stats{Name: t.name, Properties: []Named{}}
	last, known := "", map[string]int{}
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
		st.name(&e, known)
	}
	return st, nil
}

// name adds the names of an entity that are not known yet.
func (st *Stats) name(e *edm.Entity, known map[string]int) {
	for i := range e.Properties {
		p := &e.Properties[i]
		at, ok := known[p.Name]
		if typ := p.Value.Type().String(); ok && st.Properties[at].Type != typ {
			st.Properties[at].Others = lists.Add(st.Properties[at].Others, typ)
		} else if !ok && len(known) < maxNamed {
			known[p.Name] = len(st.Properties)
			st.Properties = append(st.Properties, Named{Name: p.Name, Type: typ})
		}
	}
}

// Partition is a PartitionKey, how many entities have it, and their size.
type Partition struct {
	Name  string `json:"name"`
	N     int    `json:"n"`     // entities
	Bytes int    `json:"bytes"` // as the service counts them, [edm.Entity.Size]
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
func (t Table) Rows(ctx context.Context, partition, from string, top int) (rows []edm.Row, more bool, err error) {
	return t.some(ctx, 0, top, func(t *Table) (low, high string) {
		_, high = store.Prefix(t.kind(), t.account, t.lower, partition)
		return t.row(partition, from), high
	})
}

// AllRows returns up to top rows in key order after the first skip rows, and whether there are more. Errors:
// TableNotFound.
func (t Table) AllRows(ctx context.Context, skip, top int) (rows []edm.Row, more bool, err error) {
	return t.some(ctx, skip, top, (*Table).rows)
}

// some returns up to top rows of an interval of the store after the first skip rows, and whether there are more.
func (t Table) some(
	ctx context.Context, skip, top int, of func(open *Table) (low, high string),
) (rows []edm.Row, more bool, err error) {
	err = t.s.db.View(ctx, func(tx *store.Tx) error {
		if err := t.open(tx); err != nil {
			return err
		}
		for _, v := range tx.Scan(of(&t)) {
			if skip--; skip >= 0 {
				continue
			}
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

// Reads returns how many rows lie in the interval of a plan. Errors: TableNotFound.
func (t Table) Reads(ctx context.Context, p *explain.Plan) (n int, err error) {
	if p.Reason == explain.NoMatch {
		return 0, t.s.db.View(ctx, t.open)
	}
	err = t.s.db.View(ctx, func(tx *store.Tx) error {
		if err := t.open(tx); err != nil {
			return err
		}
		whole := p.Whole()
		for range tx.Scan(t.interval(whole.Low, whole.High)) {
			n++
		}
		return nil
	})
	return n, err
}
