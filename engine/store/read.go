//go:build !js

package store

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// record is a whole record of a file.
type record struct {
	kind   recordKind
	number uint64
	writes []write // until the next record is read
	keys   int     // of a closing record: how many there are
	end    int64   // where it ends, in bytes
}

// broken says why there is not a whole record at a place of a file.
type broken struct{ why string }

func (b *broken) Error() string { return b.why }

// recordReader reads the records of a file one after the other.
type recordReader struct {
	file  io.ReaderAt
	size  int64
	id    uint32
	anyID bool  // the head of the file is damaged: the first record that is whole has its ID
	at    int64 // where the next record begins

	in     *bufio.Reader
	buf    []byte
	writes []write
}

func newRecordReader(f io.ReaderAt, size int64) *recordReader {
	r := &recordReader{file: f, size: size, in: bufio.NewReaderSize(nil, int(min(size+int64(recordHead), 1<<20)))}
	r.seek(0)
	return r
}

func (r *recordReader) seek(at int64) {
	r.at = at
	r.in.Reset(io.NewSectionReader(r.file, at, r.size-at))
}

// next returns the record at the place where the one before ended. Errors: io.EOF at the end of the
// file, a *broken if there is no whole record, those of the file.
func (r *recordReader) next() (record, error) {
	left := r.size - r.at
	if left == 0 {
		return record{}, io.EOF
	}
	if left < int64(recordHead+sumSize) {
		return record{}, &broken{"the file ends inside a record"}
	}
	head, err := r.in.Peek(recordHead)
	if err != nil {
		return record{}, err
	}
	start, err := decodeRecordStart(head)
	switch {
	case err != nil:
		return record{}, &broken{err.Error()}
	case !r.anyID && start.id != r.id:
		return record{}, &broken{"a record of another file"}
	case start.length > min(uint64(left), math.MaxInt)-uint64(recordHead+sumSize):
		return record{}, &broken{fmt.Sprintf("the file ends inside record %d", start.number)}
	}
	rec, err := r.body(start)
	if err == nil {
		r.at, r.id, r.anyID = rec.end, start.id, false
	}
	return rec, err
}

// body reads what comes after the head of a record.
func (r *recordReader) body(start recordStart) (record, error) {
	n := recordHead + int(start.length) + sumSize
	if cap(r.buf) < n {
		r.buf = make([]byte, n+min(n, 1<<20)/4)
	}
	b := r.buf[:n]
	if _, err := io.ReadFull(r.in, b); err != nil {
		return record{}, err
	}
	held := b[recordHead : n-sumSize]
	sum := crc32.Update(crc32.Checksum(b[:recordHead-sumSize], castagnoli), castagnoli, held)
	if sum != binary.LittleEndian.Uint32(b[n-sumSize:]) {
		return record{}, &broken{fmt.Sprintf("the checksum of record %d is wrong", start.number)}
	}
	rec := record{kind: start.kind, number: start.number, end: r.at + int64(n)}
	if err := rec.decode(held, r.writes[:0]); err != nil {
		return record{}, &broken{fmt.Sprintf("record %d: %v", start.number, err)}
	}
	r.writes = rec.writes
	return rec, nil
}

func (rec *record) decode(held []byte, room []write) (err error) {
	switch rec.kind {
	case statePart, stateEnd, transaction:
		rec.writes, err = decodeWrites(room, held)
		return err
	case closing:
		keys, size := binary.Uvarint(held)
		if size != len(held) || keys > 1<<62 {
			return errors.New("it does not hold a number")
		}
		rec.keys = int(keys)
		return nil
	}
	return fmt.Errorf("its kind %q is unknown", byte(rec.kind))
}

// search leaves the reader before the next whole record from at on whose number is least or more, and
// returns where that begins; without one it is the end of the file. Lower numbers are those of copies:
// a value can hold an older state of this very file. Errors: those of the file.
func (r *recordReader) search(at int64, least uint64) (int64, error) {
	for ; ; at++ {
		var err error
		at, err = r.searchMagic(at)
		r.seek(at)
		if err != nil || at == r.size {
			return at, err
		}
		rec, err := r.next()
		r.seek(at)
		if err == nil && rec.number >= least {
			return at, nil
		}
		if why := (*broken)(nil); err != nil && !errors.As(err, &why) {
			return at, err
		}
	}
}

// searchMagic returns where the next record may begin, the end of the file if there is no such place.
func (r *recordReader) searchMagic(at int64) (int64, error) {
	buf := make([]byte, bufferSize)
	for at < r.size {
		n, err := r.file.ReadAt(buf[:min(int64(len(buf)), r.size-at)], at)
		if i := bytes.Index(buf[:n], []byte(recordMagic)); i >= 0 {
			return at + int64(i), nil
		}
		if err != nil {
			return at, err
		}
		if at += int64(n); at < r.size {
			at -= int64(len(recordMagic)) - 1
		}
	}
	return r.size, nil
}
