package blob

import (
	"context"
	"encoding/base64"

	"rowkey/engine/apierr"
	"rowkey/engine/store"
)

// maxBlockID is the largest name of a block, in bytes before base64.
// Source: Put Block, "URI parameters".
const maxBlockID = 64

// BlockInfo is one block of a blob.
type BlockInfo struct {
	Name string // in base64, as the client gave it
	Size int64  // bytes
}

// PutBlock stores a block that waits to be committed, in place of one of the same name. Without a
// blob of that name it creates one that cannot be read yet.
// Errors: ContainerNotFound, OutOfRangeInput for the name of the blob, InvalidQueryParameterValue
// for that of the block, InvalidBlobOrBlock if the names differ in length, InvalidBlobType, those of leases.
// Source: Put Block.
func (b Blob) PutBlock(ctx context.Context, name, bytes, lease string) error {
	if err := b.checkName(); err != nil {
		return err
	}
	id, err := base64.StdEncoding.DecodeString(name)
	if err != nil || len(id) == 0 || len(id) > maxBlockID {
		return apierr.InvalidQuery("blockid", name, "Not a valid base64 string.")
	}
	return b.c.s.db.Update(ctx, func(tx *store.Tx) error {
		p, ok, err := b.find(tx)
		if err != nil {
			return err
		}
		if ok && p.Type != Block {
			return apierr.New(apierr.InvalidBlobType)
		}
		if err := leasedBlob.mayWrite(&p.Lease, lease, b.c.s.clock.Now()); err != nil {
			return err
		}
		if err := b.sameLength(tx, &p, len(id)); err != nil {
			return err
		}
		if !ok {
			now := b.touch()
			p = Properties{Name: b.name, Type: Block, Created: now, Modified: now, Waiting: true, content: contentOf(now)}
			if err := b.save(tx, &p); err != nil {
				return err
			}
		}
		return tx.Put(store.Extend(b.part(kindBlock, &p), name), packPiece(name, bytes))
	})
}

// sameLength compares the length of a name, in bytes before base64, with that of the first block that waits.
// Names of committed blocks may be longer or shorter: a client may overwrite what another one has written.
func (b *Blob) sameLength(tx *store.Tx, p *Properties, size int) error {
	low := b.part(kindBlock, p)
	for _, v := range tx.Scan(low, store.After(low)) {
		name, _, err := unpackPiece(v)
		if err != nil {
			return err
		}
		first, err := base64.StdEncoding.DecodeString(name)
		if err == nil && len(first) != size {
			err = apierr.New(apierr.InvalidBlobOrBlock)
		}
		return err
	}
	return nil
}

// Source says where the block of a block list is looked for.
type Source uint8

// The sources. Latest is among those that wait and then among the committed ones.
const (
	Latest Source = iota
	Committed
	Uncommitted
)

// BlockRef is one line of a block list.
type BlockRef struct {
	Name string
	From Source
}

// PutBlockList makes a blob of blocks, in the order of the list; blocks that it does not name are
// lost. Errors: those of [Blob.Put], InvalidBlobType, BlockListTooLong, InvalidBlockList.
// Source: Put Block List.
func (b Blob) PutBlockList(ctx context.Context, refs []BlockRef, up Upload, cond Conditions) (Properties, error) {
	up.Type = Block
	if err := b.checkUpload(&up); err != nil {
		return Properties{}, err
	}
	if len(refs) > MaxBlocks {
		return Properties{}, apierr.New(apierr.BlockListTooLong)
	}
	var p Properties
	err := b.c.s.db.Update(ctx, func(tx *store.Tx) (err error) {
		var old Properties
		if old, p, err = b.replace(tx, cond, &up); err != nil {
			return err
		}
		if old.Type == Append {
			return apierr.New(apierr.InvalidBlobType)
		}
		bytes, err := b.gather(tx, &old, refs)
		if err != nil {
			return err
		}
		if err := b.dropContent(tx, &old); err != nil {
			return err
		}
		for i, part := range bytes {
			if err := b.putPiece(tx, &p, i, refs[i].Name, part); err != nil {
				return err
			}
			p.Size += int64(len(part))
		}
		p.Blocks = len(refs)
		return b.save(tx, &p)
	})
	return p, err
}

// gather returns the bytes of each block of a list.
// Errors: InvalidBlockList for one that is missing.
func (b *Blob) gather(tx *store.Tx, p *Properties, refs []BlockRef) ([]string, error) {
	committed, err := b.blocks(tx, b.part(kindPiece, p))
	if err != nil {
		return nil, err
	}
	waiting, err := b.blocks(tx, b.part(kindBlock, p))
	if err != nil {
		return nil, err
	}
	parts := make([]string, len(refs))
	for i, ref := range refs {
		bytes, ok := waiting[ref.Name]
		if ref.From == Committed || ref.From == Latest && !ok {
			bytes, ok = committed[ref.Name]
		}
		if !ok {
			return nil, apierr.New(apierr.InvalidBlockList)
		}
		parts[i] = bytes
	}
	return parts, nil
}

// blocks returns the bytes of the named blocks below a key.
func (b *Blob) blocks(tx *store.Tx, low string) (map[string]string, error) {
	all := map[string]string{}
	err := eachBlock(tx, low, func(name, bytes string) { all[name] = bytes })
	return all, err
}

// eachBlock visits the named blocks below a key.
func eachBlock(tx *store.Tx, low string, visit func(name, bytes string)) error {
	for _, v := range tx.Scan(low, store.After(low)) {
		name, bytes, err := unpackPiece(v)
		if err != nil {
			return err
		}
		if name != "" {
			visit(name, bytes)
		}
	}
	return nil
}

// BlockList returns the committed blocks in their order and those that wait by name. A blob that
// was put as a whole has none. Errors: ContainerNotFound, BlobNotFound, InvalidBlobType, those of leases.
// Source: Get Block List.
func (b Blob) BlockList(ctx context.Context, lease string) (p Properties, committed, waiting []BlockInfo, err error) {
	err = b.c.s.db.View(ctx, func(tx *store.Tx) error {
		var ok bool
		if p, ok, err = b.find(tx); err != nil {
			return err
		}
		switch {
		case !ok:
			return apierr.New(apierr.BlobNotFound)
		case p.Type != Block:
			return apierr.New(apierr.InvalidBlobType)
		}
		if err = leasedBlob.mayRead(&p.Lease, lease, b.c.s.clock.Now()); err != nil {
			return err
		}
		if committed, err = b.infos(tx, b.part(kindPiece, &p)); err != nil {
			return err
		}
		waiting, err = b.infos(tx, b.part(kindBlock, &p))
		return err
	})
	return p, committed, waiting, err
}

func (b *Blob) infos(tx *store.Tx, low string) (all []BlockInfo, err error) {
	err = eachBlock(tx, low, func(name, bytes string) { all = append(all, BlockInfo{name, int64(len(bytes))}) })
	return all, err
}
