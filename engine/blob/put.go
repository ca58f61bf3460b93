package blob

import (
	"context"

	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
	"rowkey/engine/store"
)

// Metadata are the pairs that a client has attached to a blob or container.
type Metadata = catalog.Metadata

// Upload is what makes a new blob, besides its bytes.
type Upload struct {
	Type     Type
	Content  Content
	Metadata Metadata
	Tier     string
}

// Put makes a whole blob, replacing the one that is there. For an append blob bytes are empty.
// The MD5 of a block blob is computed.
// Errors: ContainerNotFound, OutOfRangeInput for its name, those of [catalog.Metadata.Validate], of
// conditions and of leases, BlobAlreadyExists, that of ctx.
// Source: Put Blob.
func (b Blob) Put(ctx context.Context, up Upload, bytes string, cond Conditions) (Properties, error) {
	if err := b.checkUpload(&up); err != nil {
		return Properties{}, err
	}
	var p Properties
	var err error
	if up.Type == Block {
		if up.Content.MD5, err = MD5(ctx, bytes); err != nil {
			return p, err
		}
	}
	err = b.c.s.db.Update(ctx, func(tx *store.Tx) (err error) {
		var old Properties
		if old, p, err = b.replace(tx, cond, &up); err != nil {
			return err
		}
		if err := b.dropContent(tx, &old); err != nil {
			return err
		}
		p.Size = int64(len(bytes))
		if p.Size > 0 {
			if err := b.putPiece(tx, &p, 0, "", bytes); err != nil {
				return err
			}
		}
		return b.save(tx, &p)
	})
	return p, err
}

func (b Blob) checkUpload(up *Upload) error {
	if err := b.checkName(); err != nil {
		return err
	}
	return up.Metadata.Validate()
}

// MaxBlocks is how many blocks one blob has at most.
// Source: Append Block, "Remarks"; Put Block List, "Remarks".
const MaxBlocks = 50_000

// AppendConditions limit an append. A negative number means no limit.
type AppendConditions struct {
	Position int64 // at which the block has to begin
	MaxSize  int64 // of the blob afterwards
}

// AppendBlock adds bytes to the end of an append blob and returns where they begin.
// Errors: ContainerNotFound, BlobNotFound, InvalidBlobType, those of conditions and of leases,
// AppendPositionConditionNotMet, MaxBlobSizeConditionNotMet, BlockCountExceedsLimit.
// Source: Append Block.
func (b Blob) AppendBlock(
	ctx context.Context, bytes string, at AppendConditions, cond Conditions,
) (p Properties, offset int64, err error) {
	err = b.c.s.db.Update(ctx, func(tx *store.Tx) error {
		if p, err = b.writable(tx, cond); err != nil {
			return err
		}
		if err := at.check(&p, int64(len(bytes))); err != nil {
			return err
		}
		if err := b.putPiece(tx, &p, p.Blocks, "", bytes); err != nil {
			return err
		}
		offset = p.Size
		p.Size += int64(len(bytes))
		p.Blocks++
		p.Modified = b.touch()
		return b.save(tx, &p)
	})
	return p, offset, err
}

func (at AppendConditions) check(p *Properties, size int64) error {
	switch {
	case p.Type != Append:
		return apierr.New(apierr.InvalidBlobType)
	case at.Position >= 0 && at.Position != p.Size:
		return apierr.New(apierr.AppendPositionNotMet)
	case at.MaxSize >= 0 && p.Size+size > at.MaxSize:
		return apierr.New(apierr.MaxBlobSizeNotMet)
	case p.Blocks >= MaxBlocks:
		return apierr.New(apierr.BlockCountExceedsLimit)
	}
	return nil
}
