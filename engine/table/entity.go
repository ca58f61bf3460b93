package table

import (
	"context"
	"errors"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/store"
)

// Mode says what an update does with the properties that it does not name.
type Mode uint8

// The modes.
const (
	Replace Mode = iota + 1 // drops them
	Merge                   // keeps them
)

// AddEntity stores a new entity and returns it as it is stored: with its Timestamp, whatever that
// of e says. Errors: EntityAlreadyExists, TableNotFound, those of [edm.Entity.Validate].
// Source: Insert Entity.
func (t Table) AddEntity(ctx context.Context, e edm.Entity) (edm.Entity, error) {
	if err := e.Validate(); err != nil {
		return edm.Entity{}, err
	}
	err := t.writeEntity(ctx, e.PartitionKey, func(w *work) (err error) {
		e, err = w.insert(e)
		return err
	})
	return e, err
}

// UpdateEntity replaces an entity or merges into it, if its version is ifMatch or ifMatch is [Any].
// Errors: ResourceNotFound, UpdateConditionNotSatisfied, ConditionNotMet and InvalidInput for an
// ifMatch that is not well formed, TableNotFound, those of [edm.Entity.Validate].
// Source: Update Entity2; Merge Entity.
func (t Table) UpdateEntity(ctx context.Context, e edm.Entity, m Mode, ifMatch ETag) (ETag, error) {
	c, err := ifMatch.parse()
	if err != nil {
		return "", err
	}
	return t.writeETag(ctx, e, func(w *work) (edm.Entity, error) { return w.update(e, m, c) })
}

// UpsertEntity inserts an entity, or replaces or merges the one that is there.
// Errors: TableNotFound, those of [edm.Entity.Validate].
// Source: Insert Or Replace Entity; Insert Or Merge Entity.
func (t Table) UpsertEntity(ctx context.Context, e edm.Entity, m Mode) (ETag, error) {
	return t.writeETag(ctx, e, func(w *work) (edm.Entity, error) { return w.upsert(e, m) })
}

func (t Table) writeETag(ctx context.Context, e edm.Entity, op func(*work) (edm.Entity, error)) (ETag, error) {
	if err := e.Validate(); err != nil {
		return "", err
	}
	err := t.writeEntity(ctx, e.PartitionKey, func(w *work) (err error) {
		e, err = op(w)
		return err
	})
	if err != nil {
		return "", err
	}
	return ETagOf(e.Timestamp), nil
}

// DeleteEntity removes an entity, if its version is ifMatch or ifMatch is [Any].
// Errors: those of [Table.UpdateEntity] that do not concern properties.
// Source: Delete Entity.
func (t Table) DeleteEntity(ctx context.Context, pk, rk string, ifMatch ETag) error {
	c, err := ifMatch.parse()
	if err != nil {
		return err
	}
	return t.writeEntity(ctx, pk, func(w *work) error { return w.remove(pk, rk, c) })
}

// GetEntity returns the entity with both keys: one look-up, no scan.
// Errors: ResourceNotFound, TableNotFound.
// Source: Query Entities, "Remarks".
func (t Table) GetEntity(ctx context.Context, pk, rk string) (edm.Entity, error) {
	rec, err := t.begin(ctx, pk, 1)
	if err != nil {
		return edm.Entity{}, err
	}
	var asked *pointRead
	if rec != nil {
		asked = planPoint(rec, pk, rk)
	}
	row, err := t.get(ctx, pk, rk)
	if err != nil {
		return edm.Entity{}, err
	}
	if rec != nil {
		asked.found(rec)
	}
	return row.Decode()
}

// get looks for the row first, where nearly all are: if it is there then so is its table, unless
// dropped ones are around.
func (t Table) get(ctx context.Context, pk, rk string) (edm.Row, error) {
	if !t.s.db.Leftovers() {
		v, err := t.s.db.Get(ctx, t.row(pk, rk))
		if !errors.Is(err, store.ErrNotFound) {
			return edm.Row(v), err
		}
	}
	var v string
	err := t.s.db.View(ctx, func(tx *store.Tx) (err error) {
		if err = t.open(tx); err != nil {
			return err
		}
		v, err = tx.Get(t.row(pk, rk))
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return "", apierr.New(apierr.ResourceNotFound)
	}
	return edm.Row(v), err
}
