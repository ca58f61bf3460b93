//go:build !js

package store

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
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

	sums   *sums  // nil before the first search
	inside int64  // where the last whole record that a search has found ends: no other one that counts begins in it
	seen   []byte // by a search
	seenAt int64  // where that begins
	err    error  // of the file, while it is searched

	in     *bufio.Reader
	inAt   int64 // where in is, in bytes
	buf    []byte
	writes []write
}

func newRecordReader(f io.ReaderAt, size int64) *recordReader {
	in := bufio.NewReaderSize(io.NewSectionReader(f, 0, size), int(min(size+int64(recordHead), 1<<20)))
	return &recordReader{file: f, size: size, in: in}
}

func (r *recordReader) seek(at int64) {
	r.at = at
	skip := at - r.inAt
	if r.inAt = at; 0 <= skip && skip <= int64(r.in.Buffered()) {
		_, _ = r.in.Discard(int(skip)) // does not fail: all of it is there
		return
	}
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
	head, err := r.peek(recordHead)
	if err != nil {
		return record{}, err
	}
	start, err := decodeRecordStart(head)
	if err != nil {
		return record{}, &broken{err.Error()}
	}
	if why := r.fits(r.at, start); why != nil {
		return record{}, why
	}
	if r.sums != nil && start.length > sumStep { // it costs more to read than to look at the sums
		if _, ok := r.whole(r.at, start); !ok {
			return record{}, cmp.Or[error](r.err, wrongSum(start))
		}
	}
	rec, err := r.body(start)
	if err == nil {
		r.seek(rec.end)
		r.id, r.anyID = start.id, false
	}
	return rec, err
}

// body reads all of a record whose head has been read.
func (r *recordReader) body(start recordStart) (record, error) {
	n := recordHead + int(start.length) + sumSize
	b, err := r.peek(n)
	if err != nil {
		return record{}, err
	}
	held := b[recordHead : n-sumSize]
	sum := crc32.Update(crc32.Checksum(b[:recordHead-sumSize], castagnoli), castagnoli, held)
	if sum != binary.LittleEndian.Uint32(b[n-sumSize:]) {
		return record{}, wrongSum(start)
	}
	rec := record{kind: start.kind, number: start.number, end: r.at + int64(n)}
	if err := rec.decode(held, r.writes[:0]); err != nil {
		return record{}, &broken{fmt.Sprintf("record %d: %v", start.number, err)}
	}
	r.writes = rec.writes
	return rec, nil
}

// peek returns the next n bytes, until the next read. Errors: those of the file, and that it is shorter
// than it was.
func (r *recordReader) peek(n int) (b []byte, err error) {
	if n <= r.in.Size() {
		b, err = r.in.Peek(n)
	} else {
		if cap(r.buf) < n {
			r.buf = make([]byte, n+min(n, 1<<20)/4)
		}
		var read int
		read, err = io.ReadFull(r.in, r.buf[:n])
		b, r.inAt = r.buf[:n], r.inAt+int64(read)
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return b, err
}

func wrongSum(start recordStart) *broken {
	return &broken{fmt.Sprintf("the checksum of record %d is wrong", start.number)}
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
