package table

import (
	"context"
	"errors"

	"rowkey/engine/store"
)

// Kinds of keys for documents that are kept for the wire as it hands them over.
const (
	kindProperties = "p" // of an account's service
	kindPolicies   = "a" // of a table
)

// Properties returns the document that SetProperties stored, "" if there is none.
// Source: Get Table Service Properties.
func (s *Service) Properties(ctx context.Context, account string) (string, error) {
	return s.document(ctx, store.Key(kindProperties, account), func(*store.Tx) error { return nil })
}

// SetProperties stores the properties of an account's service.
// Source: Set Table Service Properties.
func (s *Service) SetProperties(ctx context.Context, account, document string) error {
	return s.db.Update(ctx, func(tx *store.Tx) error {
		return tx.Put(store.Key(kindProperties, account), document)
	})
}

// Policies returns the document that SetPolicies stored, "" if there is none.
// Errors: TableNotFound.
// Source: Get Table ACL.
func (t Table) Policies(ctx context.Context) (string, error) {
	return t.s.document(ctx, t.policies(), t.exists)
}

// SetPolicies stores the access policies of a table. They go with the table.
// Errors: TableNotFound.
// Source: Set Table ACL.
func (t Table) SetPolicies(ctx context.Context, document string) error {
	return t.s.db.Update(ctx, func(tx *store.Tx) error {
		if err := t.exists(tx); err != nil {
			return err
		}
		return tx.Put(t.policies(), document)
	})
}

func (t Table) policies() string { return store.Key(kindPolicies, t.account, t.lower) }

func (s *Service) document(ctx context.Context, key string, check func(*store.Tx) error) (string, error) {
	var text string
	err := s.db.View(ctx, func(tx *store.Tx) error {
		if err := check(tx); err != nil {
			return err
		}
		v, err := tx.Get(key)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		text = v
		return err
	})
	return text, err
}

// forget drops the policies of a table that is deleted.
func (t Table) forget(tx *store.Tx) error {
	err := tx.Delete(t.policies())
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}
