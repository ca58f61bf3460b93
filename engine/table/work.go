package table

import (
	"context"
	"errors"
	"slices"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/store"
)

// work is what one request does to one table inside one transaction of the store. Each operation on
// an entity is written once, here; methods of [Table] run one of them, SubmitTransaction several.
type work struct {
	t       Table
	tx      *store.Tx
	listen  bool
	changes []explain.Change // added to the record when the transaction has succeeded
}

// write runs fn in a transaction. Changes become known when it has been committed.
func (t Table) write(ctx context.Context, partition string, entities int, fn func(*work) error) error {
	rec, err := t.begin(ctx, partition, entities)
	if err != nil {
		return err
	}
	w := work{t: t, listen: rec != nil}
	err = t.s.db.Update(ctx, func(tx *store.Tx) error {
		w.tx = tx
		return fn(&w)
	})
	if err == nil && rec != nil {
		rec.Changes = append(rec.Changes, w.changes...)
	}
	return err
}

// writeEntity is write for one entity of a table that has to exist.
func (t Table) writeEntity(ctx context.Context, partition string, fn func(*work) error) error {
	return t.write(ctx, partition, 1, func(w *work) error {
		if err := w.t.open(w.tx); err != nil {
			return err
		}
		return fn(w)
	})
}

// note keeps a change, if the request is measured. Rows are "" where there is none.
func (w *work) note(kind string, key explain.Key, before, after edm.Row) {
	if !w.listen {
		return
	}
	w.changes = append(w.changes, explain.Change{
		Kind: kind, Table: w.t.name, Key: key, Before: string(before), After: string(after),
	})
}

// old returns the row under a key; ok is false if there is none.
func (w *work) old(key string) (row edm.Row, ok bool, err error) {
	v, err := w.tx.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return "", false, nil
	}
	return edm.Row(v), err == nil, err
}

// insert stores a new entity and leaves its properties in the order in which they were sent.
func (w *work) insert(e edm.Entity) (edm.Entity, error) {
	key := w.t.row(e.PartitionKey, e.RowKey)
	_, ok, err := w.old(key)
	if err != nil {
		return edm.Entity{}, err
	}
	if ok {
		return edm.Entity{}, apierr.New(apierr.EntityAlreadyExists)
	}
	return w.put("insert", key, "", e)
}

// update replaces or merges an entity that has to exist in the version that c asks for.
func (w *work) update(e edm.Entity, m Mode, c condition) (edm.Entity, error) {
	key := w.t.row(e.PartitionKey, e.RowKey)
	row, ok, err := w.old(key)
	if err != nil {
		return edm.Entity{}, err
	}
	if !ok {
		return edm.Entity{}, apierr.New(apierr.ResourceNotFound)
	}
	if err := c.check(row.Timestamp()); err != nil {
		return edm.Entity{}, err
	}
	return w.overwrite(key, row, e, m)
}

// upsert stores an entity whether it exists or not.
func (w *work) upsert(e edm.Entity, m Mode) (edm.Entity, error) {
	key := w.t.row(e.PartitionKey, e.RowKey)
	row, ok, err := w.old(key)
	if err != nil {
		return edm.Entity{}, err
	}
	if !ok {
		return w.put("insert", key, "", sorted(e))
	}
	return w.overwrite(key, row, e, m)
}

func (w *work) overwrite(key string, row edm.Row, e edm.Entity, m Mode) (edm.Entity, error) {
	if m == Replace {
		return w.put("replace", key, row, sorted(e))
	}
	whole, err := merged(row, e)
	if err != nil {
		return edm.Entity{}, err
	}
	return w.put("merge", key, row, whole)
}

// remove deletes an entity that has to exist in the version that c asks for.
func (w *work) remove(pk, rk string, c condition) error {
	key := w.t.row(pk, rk)
	row, ok, err := w.old(key)
	if err != nil {
		return err
	}
	if !ok {
		return apierr.New(apierr.ResourceNotFound)
	}
	if err := c.check(row.Timestamp()); err != nil {
		return err
	}
	w.note("delete", explain.Key{Partition: pk, Row: rk}, row, "")
	return w.tx.Delete(key)
}

// put stores an entity under a new Timestamp. The writer holds the lock of the store, therefore
// Timestamps ascend in the order of commits.
func (w *work) put(kind, key string, before edm.Row, e edm.Entity) (edm.Entity, error) {
	e.Timestamp = w.t.s.clock.Tick()
	var buffer [512]byte // on the stack, enough for most entities
	after := edm.Row(edm.AppendRow(buffer[:0], &e))
	pk, rk := after.Key() // those of e may be parts of a large body, which a record must not keep
	w.note(kind, explain.Key{Partition: pk, Row: rk}, before, after)
	return e, w.tx.Put(key, string(after))
}

// sorted returns e with its properties in ordinal order of their names: so the service keeps what
// was last written by an update, a merge or an upsert.
// Source: recorded traffic, 482 of 482 pairs of a write and a read.
func sorted(e edm.Entity) edm.Entity {
	e.Properties = slices.Clone(e.Properties)
	e.SortProperties()
	return e
}

// merged returns the stored entity with the properties of e in place of, or beside, its own.
// Errors: TooManyProperties and EntityTooLarge, for the whole.
// Source: Merge Entity, "Remarks".
func merged(row edm.Row, e edm.Entity) (edm.Entity, error) {
	whole, err := row.Decode()
	if err != nil {
		return edm.Entity{}, err
	}
	e = sorted(e)
	whole.SortProperties()
	whole.Properties = overlay(whole.Properties, e.Properties)
	return whole, whole.Validate()
}

// overlay merges two sorted lists; where both have a name, the second wins.
func overlay(old, sent []edm.Property) []edm.Property {
	out := make([]edm.Property, 0, len(old)+len(sent))
	for len(old) > 0 && len(sent) > 0 {
		switch c := edm.CompareText(old[0].Name, sent[0].Name); {
		case c < 0:
			out, old = append(out, old[0]), old[1:]
		case c > 0:
			out, sent = append(out, sent[0]), sent[1:]
		default:
			old = old[1:]
		}
	}
	return append(append(out, old...), sent...)
}
