package blob

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"strconv"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
	"rowkey/engine/store"
	"rowkey/engine/sum"
)

// The bytes of a blob are stored in pieces: one for each block, or one for all if it was put as a whole.
// A piece is its name, "" if it has none, and its bytes.

func packPiece(name, bytes string) string {
	var p store.Packer
	p.Text(name)
	return p.String() + bytes
}

func unpackPiece(value string) (name, bytes string, err error) {
	u := store.Unpack(value)
	name = u.Text()
	return name, u.Rest(), u.Err()
}

// contentOf returns the name of the content of a blob that is made at a time, which no other one has. A
// name is not used again: what was there may still have to be removed, see [store.Tx.Drop].
func contentOf(made time.Time) string { return strconv.FormatInt(clock.Ticks(made), 36) }

// part returns what the keys of one kind begin with that hold the content of a blob. No name of a
// blob contains the zero byte.
func (b *Blob) part(kind string, p *Properties) string {
	name := b.name
	if p.content != "" {
		name += "\x00" + p.content
	}
	return store.Extend(b.c.key(kind), name)
}

// dropContent removes all blocks, many of them later.
func (b *Blob) dropContent(tx *store.Tx, p *Properties) error {
	for _, kind := range [...]string{kindPiece, kindBlock} {
		if _, err := tx.Drop(b.part(kind, p)); err != nil {
			return err
		}
	}
	return nil
}

// putPiece stores piece number i.
func (b *Blob) putPiece(tx *store.Tx, p *Properties, i int, name, bytes string) error {
	return tx.Put(b.piece(p, i), packPiece(name, bytes))
}

// piece returns the key of piece number i.
func (b *Blob) piece(p *Properties, i int) string {
	number := strconv.Itoa(100_000 + i)[1:] // five digits: MaxBlocks has no more
	return store.Extend(b.part(kindPiece, p), number)
}

// Range is a part of a blob, from its first to its last byte, inclusive. Last may be beyond the
// end.
type Range struct{ First, Last int64 }

// Get returns the bytes of a blob, of a range alone unless that is nil, as parts of the stored values:
// nothing is copied. With InvalidRange the properties say how large the blob is.
// Errors: those of [Blob.Properties], InvalidRange if the range begins at or beyond the end.
// Source: Get Blob; Specifying the range header for Blob service operations.
func (b Blob) Get(ctx context.Context, r *Range, cond Conditions) (p Properties, parts []string, err error) {
	err = b.c.s.db.View(ctx, func(tx *store.Tx) error {
		if p, err = b.load(tx); err != nil {
			return err
		}
		if err := b.mayRead(&p, cond); err != nil {
			return err
		}
		whole := Range{0, p.Size - 1}
		if r == nil {
			r = &whole
		} else if r.First >= p.Size {
			return apierr.New(apierr.InvalidRange)
		}
		parts, err = b.read(tx, &p, r.First, min(r.Last, p.Size-1))
		return err
	})
	return p, parts, err
}

// read collects the bytes from first to last.
func (b *Blob) read(tx *store.Tx, p *Properties, first, last int64) ([]string, error) {
	var parts []string
	low := b.part(kindPiece, p)
	begin := int64(0)
	for _, v := range tx.Scan(low, store.After(low)) {
		if begin > last {
			break
		}
		_, bytes, err := unpackPiece(v)
		if err != nil {
			return nil, err
		}
		end := begin + int64(len(bytes))
		if end > first {
			parts = append(parts, bytes[max(first-begin, 0):min(last+1, end)-begin])
		}
		begin = end
	}
	return parts, nil
}

// MD5 returns the MD5 of bytes in base64, as header fields have it. Errors: that of ctx.
func MD5(ctx context.Context, bytes string) (string, error) {
	digest, err := sum.MD5(ctx, bytes)
	return base64.StdEncoding.EncodeToString(digest[:]), err
}

// CRC64 returns the service's 64-bit checksum of bytes in base64. Errors: that of ctx.
func CRC64(ctx context.Context, bytes string) (string, error) {
	digest, err := sum.CRC64(ctx, bytes)
	return base64.StdEncoding.EncodeToString(binary.LittleEndian.AppendUint64(nil, digest)), err
}
