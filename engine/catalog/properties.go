package catalog

import (
	"context"
	"errors"

	"rowkey/engine/store"
)

// Settings keeps the properties of a service, for any number of accounts. Services embed it.
type Settings struct {
	db   *store.DB
	kind string
}

// NewSettings returns the settings of the service whose things are of a kind.
func NewSettings(db *store.DB, kind string) Settings {
	return Settings{db, kind + suffixProperties}
}

// Properties returns the document that SetProperties stored for an account, "" if there is none.
// Source: Get Table Service Properties; Get Queue Service Properties; Get Blob Service Properties.
func (s Settings) Properties(ctx context.Context, account string) (text string, err error) {
	err = s.db.View(ctx, func(tx *store.Tx) error {
		text, err = tx.Get(store.Key(s.kind, account))
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		return err
	})
	return text, err
}

// SetProperties stores the properties of an account's service.
// Source: Set Table Service Properties; Set Queue Service Properties; Set Blob Service Properties.
func (s Settings) SetProperties(ctx context.Context, account, document string) error {
	return s.db.Update(ctx, func(tx *store.Tx) error {
		return tx.Put(store.Key(s.kind, account), document)
	})
}
