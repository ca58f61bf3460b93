//go:build !js

package store

import (
	"encoding/binary"
	"hash/crc32"
)

// recordWriter writes records at the end of a file. What it holds back is at most one buffer: a small
// record is one call to the system, and a large one takes no more memory.
type recordWriter struct {
	file   file
	id     uint32
	at     int64  // where the next record begins, in bytes
	number uint64 // of the next record

	out  []byte // of the record that is being written: not in the file yet
	end  int64  // where out belongs
	sum  uint32 // of the record, without what is in out from summed on
	from int    // how much of out is in sum
	err  error
}

// bufferSize is how much is written to a file at once, in bytes.
const bufferSize = 64 << 10

func newRecordWriter(f file, id uint32, at int64, number uint64) *recordWriter {
	return &recordWriter{file: f, id: id, at: at, number: number, out: make([]byte, 0, bufferSize)}
}

// write writes a record. If it fails then what it left at the end of the file is the caller's to cut
// off, and the next record is written in its place.
func (w *recordWriter) write(kind recordKind, writes []write) error {
	w.begin(kind, encodedSize(writes))
	for _, op := range writes {
		w.byte(byte(op.kind))
		w.text(op.key)
		if op.kind == put {
			w.text(op.value)
		}
	}
	return w.finish()
}

// close writes the record that says that the file is complete and has so many keys.
func (w *recordWriter) close(keys int) error {
	w.begin(closing, uvarintSize(keys))
	w.number64(uint64(keys))
	return w.finish()
}

func (w *recordWriter) begin(kind recordKind, length int) {
	w.out, w.end, w.sum, w.err = w.out[:0], w.at, 0, nil
	w.out = recordStart{kind, w.id, w.number, uint64(length)}.append(w.out)
	w.sum = crc32.Update(0, castagnoli, w.out[:recordHead-sumSize])
	w.from = recordHead
}

func (w *recordWriter) byte(c byte) {
	w.reserve(1)
	w.out = append(w.out, c)
}

func (w *recordWriter) number64(n uint64) {
	w.reserve(binary.MaxVarintLen64)
	w.out = binary.AppendUvarint(w.out, n)
}

func (w *recordWriter) text(s string) {
	w.number64(uint64(len(s)))
	for len(s) > 0 {
		w.reserve(1)
		n := min(len(s), cap(w.out)-len(w.out))
		w.out, s = append(w.out, s[:n]...), s[n:]
	}
}

// reserve makes room for n bytes.
func (w *recordWriter) reserve(n int) {
	if cap(w.out)-len(w.out) < n {
		w.sumUp()
		w.flush()
	}
}

func (w *recordWriter) sumUp() {
	w.sum = crc32.Update(w.sum, castagnoli, w.out[w.from:])
	w.from = len(w.out)
}

func (w *recordWriter) flush() {
	if w.err == nil {
		_, w.err = w.file.WriteAt(w.out, w.end)
	}
	w.end += int64(len(w.out))
	w.out, w.from = w.out[:0], 0
}

func (w *recordWriter) finish() error {
	w.sumUp()
	w.reserve(sumSize)
	w.out = binary.LittleEndian.AppendUint32(w.out, w.sum)
	w.flush()
	if w.err != nil {
		return w.err
	}
	w.at = w.end
	w.number++
	return nil
}
