package blob

import (
	"context"

	"rowkey/engine/apierr"
	"rowkey/engine/store"
)

// Copying says how a blob is copied.
type Copying struct {
	ID, URL  string   // of the copy; of the source as the client named it
	Metadata Metadata // nil for that of the source
	Tier     string   // "" for that of the account
	If       Conditions
	Lasting  bool // a lease on what is replaced has to be infinite
}

// SourceError wraps the error of a source that cannot be read.
type SourceError struct{ Err error }

func (e *SourceError) Error() string { return "source: " + e.Err.Error() }

// Unwrap returns the error that a reader of the source would get.
func (e *SourceError) Unwrap() error { return e.Err }

// CopyFrom makes the blob a copy of another one, with its blocks and what describes it, at once. Blocks that
// wait and the lease of the source are not copied.
// Errors: those of [Blob.Put], a [SourceError] with those of [Blob.Properties], InvalidBlobType if another type is
// replaced, InfiniteLeaseDurationRequired.
// Source: Copy Blob; Copy Blob From URL.
func (b Blob) CopyFrom(ctx context.Context, source Blob, o Copying, cond Conditions) (Properties, error) {
	up := Upload{Metadata: o.Metadata, Tier: o.Tier}
	if err := b.checkUpload(&up); err != nil {
		return Properties{}, err
	}
	var p Properties
	err := b.c.s.db.Update(ctx, func(tx *store.Tx) error {
		from, pieces, err := source.whole(tx, o.If)
		if err != nil {
			return &SourceError{err}
		}
		old, next, err := b.replace(tx, cond, &up)
		if err == nil {
			err = o.mayReplace(&old, &from, cond.Lease)
		}
		if err != nil {
			return err
		}
		p = o.apply(next, &from)
		return b.fill(tx, &old, &p, pieces)
	})
	return p, err
}

// whole returns the blob and its stored pieces. Errors: those of [Blob.Properties].
func (b *Blob) whole(tx *store.Tx, cond Conditions) (p Properties, pieces []string, err error) {
	if p, err = b.load(tx); err != nil {
		return p, nil, err
	}
	if err := b.mayRead(&p, cond); err != nil {
		return p, nil, err
	}
	low := b.part(kindPiece, &p)
	for _, v := range tx.Scan(low, store.After(low)) {
		pieces = append(pieces, v)
	}
	return p, pieces, nil
}

// mayReplace checks what only copies check of the blob that they replace.
func (o *Copying) mayReplace(old, from *Properties, lease string) error {
	switch {
	case old.Name != "" && !old.Waiting && old.Type != from.Type:
		return apierr.New(apierr.InvalidBlobType)
	case o.Lasting && lease != "" && old.Lease.Duration > 0:
		return apierr.New(apierr.LeaseInfiniteRequired)
	}
	return nil
}

// apply returns the properties of the copy: next is what it would be without a source.
func (o *Copying) apply(next Properties, from *Properties) Properties {
	p := next
	p.Type, p.Content, p.Size, p.Blocks = from.Type, from.Content, from.Size, from.Blocks
	if o.Metadata == nil {
		p.Metadata = from.Metadata
	}
	p.Copy = Copy{ID: o.ID, Source: o.URL, Completed: next.Modified, Size: from.Size}
	return p
}

// fill stores a blob of pieces in place of the old one.
func (b *Blob) fill(tx *store.Tx, old, p *Properties, pieces []string) error {
	if err := b.dropContent(tx, old); err != nil {
		return err
	}
	for i, v := range pieces {
		if err := tx.Put(b.piece(p, i), v); err != nil {
			return err
		}
	}
	return b.save(tx, p)
}
