package store

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// A snapshot is magic, then for each key in ascending order its length, the length of its value,
// and both; a zero length ends the list, and the CRC-32 of everything before it follows. Lengths
// are unsigned varints of length plus one. The same state gives the same bytes.
const magic = "rowkey-store-1\n"

// ErrSnapshot says that what Load was given is not a snapshot, or is damaged.
var ErrSnapshot = errors.New("store: not a snapshot")

// Save writes the whole state to w, without what was dropped.
func (db *DB) Save(w io.Writer) error {
	sum := crc32.NewIEEE()
	out := bufio.NewWriter(io.MultiWriter(w, sum))
	if _, err := out.WriteString(magic); err != nil {
		return fmt.Errorf("save snapshot: %w", err)
	}
	err := db.View(context.Background(), func(tx *Tx) error { return writeAll(out, tx) })
	if err != nil {
		return fmt.Errorf("save snapshot: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("save snapshot: %w", err)
	}
	if _, err := w.Write(sum.Sum(nil)); err != nil {
		return fmt.Errorf("save snapshot: %w", err)
	}
	return nil
}

func writeAll(out *bufio.Writer, tx *Tx) error {
	var buf []byte
	for k, v := range tx.live("") {
		buf = binary.AppendUvarint(buf[:0], uint64(len(k))+1)
		buf = binary.AppendUvarint(buf, uint64(len(v))+1)
		buf = append(append(buf, k...), v...)
		if _, err := out.Write(buf); err != nil {
			return err
		}
	}
	return out.WriteByte(0)
}

// Load replaces the whole state by the one that r holds, of which check, if it is not nil, has to accept
// each value. On an error nothing has changed.
// Errors: [ErrSnapshot], [ErrTrial], those of r and of check, that of ctx.
func (db *DB) Load(ctx context.Context, r io.Reader, check func(key, value string) error) error {
	items, err := readAll(r)
	if err != nil {
		return fmt.Errorf("load snapshot: %w", err)
	}
	if err := checkAll(ctx, items, check); err != nil {
		return err
	}
	return db.Update(ctx, func(tx *Tx) error {
		if tx.journal.tried() {
			return ErrTrial
		}
		tx.journal = nil
		db.journal.Store(nil)
		if tx.history = nil; db.history != nil {
			tx.arrive = func() { db.history = new(history) }
		}
		if err := tx.clear(); err != nil {
			return err
		}
		for _, it := range items {
			if err := tx.Put(it.key, it.value); err != nil {
				return err
			}
		}
		return nil
	})
}

func checkAll(ctx context.Context, items []item, check func(key, value string) error) error {
	if check == nil {
		return nil
	}
	for i, it := range items {
		if i%lookEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := check(it.key, it.value); err != nil {
			return fmt.Errorf("load snapshot: key %.100q: %w", it.key, err)
		}
	}
	return nil
}

type item struct{ key, value string }

func readAll(r io.Reader) ([]item, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if len(b) < len(magic)+crc32.Size || string(b[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrSnapshot, magic)
	}
	end := len(b) - crc32.Size
	if crc32.ChecksumIEEE(b[:end]) != binary.BigEndian.Uint32(b[end:]) {
		return nil, fmt.Errorf("%w: its checksum is wrong", ErrSnapshot)
	}
	return parse(b[len(magic):end])
}

// parse reads the list of keys. Damage with a right checksum was done on purpose.
func parse(b []byte) ([]item, error) {
	var items []item
	for {
		k, n := binary.Uvarint(b)
		v, m := binary.Uvarint(b[max(n, 0):])
		if n == 1 && k == 0 && len(b) == 1 {
			return items, nil
		}
		if n <= 0 || m <= 0 || k == 0 || v == 0 {
			return nil, fmt.Errorf("%w: a length is out of range", ErrSnapshot)
		}
		b, k, v = b[n+m:], k-1, v-1
		if k > uint64(len(b)) || v > uint64(len(b))-k {
			return nil, fmt.Errorf("%w: it ends inside a key or its value", ErrSnapshot)
		}
		it := item{key: string(b[:k]), value: string(b[k : k+v])}
		if len(items) > 0 && items[len(items)-1].key >= it.key {
			return nil, fmt.Errorf("%w: its keys do not ascend", ErrSnapshot)
		}
		if strings.HasPrefix(it.key, marks) {
			return nil, fmt.Errorf("%w: it holds a key that no snapshot has", ErrSnapshot)
		}
		items, b = append(items, it), b[k+v:]
	}
}
