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

// maxLength is the largest key or value that Load accepts, in bytes. It bounds what a damaged
// snapshot can make it allocate; entities are below 4 MiB.
const maxLength = 64 << 20

// ErrSnapshot says that what Load was given is no snapshot, or a damaged one.
var ErrSnapshot = errors.New("store: not a snapshot")

// Save writes the whole state to w.
func (db *DB) Save(w io.Writer) error {
	sum := crc32.NewIEEE()
	out := bufio.NewWriter(io.MultiWriter(w, sum))
	if _, err := out.WriteString(magic); err != nil {
		return fmt.Errorf("save snapshot: %w", err)
	}
	if err := db.View(context.Background(), func(tx *Tx) error { return writeAll(out, tx) }); err != nil {
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
	for k, v := range tx.Scan("", "") {
		buf = binary.AppendUvarint(buf[:0], uint64(len(k))+1)
		buf = binary.AppendUvarint(buf, uint64(len(v))+1)
		buf = append(append(buf, k...), v...)
		if _, err := out.Write(buf); err != nil {
			return err
		}
	}
	return out.WriteByte(0)
}

// Load replaces the whole state by the one that r holds. On an error nothing has changed.
// Errors: [ErrSnapshot], those of r.
func (db *DB) Load(r io.Reader) error {
	items, err := readAll(r)
	if err != nil {
		return fmt.Errorf("load snapshot: %w", err)
	}
	return db.Update(context.Background(), func(tx *Tx) error {
		if err := tx.bunt.DeleteAll(); err != nil {
			return known(err)
		}
		for _, it := range items {
			if err := tx.Put(it.key, it.value); err != nil {
				return err
			}
		}
		return nil
	})
}

type item struct{ key, value string }

func readAll(r io.Reader) ([]item, error) {
	in := &summed{in: bufio.NewReader(r)}
	if got, err := in.text(len(magic)); err != nil || got != magic {
		return nil, damaged(err, "it does not begin with "+strings.TrimSpace(magic))
	}
	var items []item
	for {
		it, end, err := in.item()
		if err != nil {
			return nil, err
		}
		if end {
			break
		}
		if n := len(items); n > 0 && items[n-1].key >= it.key {
			return nil, damaged(nil, "its keys do not ascend")
		}
		items = append(items, it)
	}
	var sum [crc32.Size]byte
	_, err := io.ReadFull(in.in, sum[:])
	if err != nil || binary.BigEndian.Uint32(sum[:]) != in.sum {
		return nil, damaged(err, "its check sum is wrong")
	}
	if _, err := in.in.ReadByte(); err != io.EOF {
		return nil, damaged(err, "something follows it")
	}
	return items, nil
}

// damaged returns err if it is a fault of the reader, and ErrSnapshot if the bytes are at fault.
func damaged(err error, why string) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, ErrSnapshot) {
		return fmt.Errorf("%w: %s", ErrSnapshot, why)
	}
	return err
}

// summed reads the parts of a snapshot and sums up what it has read.
type summed struct {
	in  *bufio.Reader
	sum uint32
}

func (s *summed) text(n int) (string, error) {
	var b strings.Builder
	if _, err := io.CopyN(&b, s.in, int64(n)); err != nil {
		return "", err
	}
	s.sum = crc32.Update(s.sum, crc32.IEEETable, []byte(b.String()))
	return b.String(), nil
}

// length reads a length plus one; 0 is the end of the list.
func (s *summed) length() (n uint64, err error) {
	for shift := 0; shift < 35 && n <= maxLength; shift += 7 {
		b, err := s.text(1)
		if err != nil {
			return 0, damaged(err, "it ends inside a length")
		}
		n |= uint64(b[0]&0x7f) << shift
		if b[0] < 0x80 && n <= maxLength {
			return n, nil
		}
	}
	return 0, damaged(nil, "a length is out of range")
}

func (s *summed) item() (it item, end bool, err error) {
	k, err := s.length()
	if err != nil || k == 0 {
		return item{}, err == nil, err
	}
	v, err := s.length()
	if err != nil || v == 0 {
		return item{}, false, damaged(err, "a value is missing")
	}
	if it.key, err = s.text(int(k - 1)); err != nil {
		return item{}, false, damaged(err, "it ends inside a key")
	}
	if it.value, err = s.text(int(v - 1)); err != nil {
		return item{}, false, damaged(err, "it ends inside a value")
	}
	return it, false, nil
}
