//go:build !js

package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// A file is a head and records. All numbers are little endian.
//
// The head is fileMagic, the version of the format, the ID of the file, the number of its first
// record, and the CRC-32C of these.
//
// A record is recordMagic, its kind, the ID of the file, its number, the length of what it holds, and
// the CRC-32C of these; then what it holds; then the CRC-32C of the head without its own sum and of
// what it holds. (Over a head with its sum that would not depend on the head: the CRC of any text
// with its own CRC after it is a constant.)
//
// The numbers of the records are consecutive, so that one that is missing, doubled or out of order is
// noticed although its own sums are right. The first records are the state that the file began
// with, the last of them is of kind stateEnd. Each of the others is one whole transaction. A file that
// was closed ends with a record of kind closing, which the next transaction overwrites.
const (
	fileMagic  = "rowkey journal\r\n"
	fileFormat = 1
	headSize   = len(fileMagic) + 4 + 4 + 8 + sumSize

	recordMagic = "\xf5RK" // no text in UTF-8 contains the first byte
	recordHead  = len(recordMagic) + 1 + 4 + 8 + 8 + sumSize

	sumSize = crc32.Size
)

// recordKind is a letter, so that a person can read it in the file.
type recordKind byte

const (
	statePart   recordKind = 's' // writes that make a part of the state that a file begins with
	stateEnd    recordKind = 'S' // the last part of it
	transaction recordKind = 't' // the writes of a transaction
	closing     recordKind = 'e' // how many keys there are
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// fileHead is the head of a file.
type fileHead struct {
	id    uint32
	first uint64 // number of the first record
}

func (h fileHead) encode() []byte {
	b := append(make([]byte, 0, headSize), fileMagic...)
	b = binary.LittleEndian.AppendUint32(b, fileFormat)
	b = binary.LittleEndian.AppendUint32(b, h.id)
	b = binary.LittleEndian.AppendUint64(b, h.first)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// ErrFormat says that a file is one of this program, of a format that this version does not read.
var ErrFormat = errors.New("store: the data file has another format")

// withoutSums are the beginnings of a file before format 1: commands of buntdb.
var withoutSums = [][]byte{
	[]byte("*3\r\n$3\r\nset\r\n$"), []byte("*2\r\n$3\r\ndel\r\n$"), []byte("*1\r\n$7\r\nflushdb\r\n"),
}

// decodeHead reads the head of a file. Errors: one that says what is wrong; [ErrFormat].
func decodeHead(b []byte) (fileHead, error) {
	for _, begin := range withoutSums {
		if bytes.HasPrefix(b, begin) {
			return fileHead{}, fmt.Errorf("%w: that of before 22 November 2026, without checksums; "+
				"a version of this program from 22 to 28 November 2026 reads it and rewrites it", ErrFormat)
		}
	}
	if len(b) < headSize {
		return fileHead{}, errors.New("the file ends inside its head")
	}
	sum := len(b) - sumSize
	switch n := len(fileMagic); {
	case string(b[:n]) != fileMagic:
		return fileHead{}, errors.New("the file does not begin as one of this program")
	case crc32.Checksum(b[:sum], castagnoli) != binary.LittleEndian.Uint32(b[sum:]):
		return fileHead{}, errors.New("the checksum of the file's head is wrong")
	case binary.LittleEndian.Uint32(b[n:]) != fileFormat:
		return fileHead{}, fmt.Errorf("%w: format %d, of a newer version of this program", ErrFormat,
			binary.LittleEndian.Uint32(b[n:]))
	}
	b = b[len(fileMagic)+4:]
	h := fileHead{id: binary.LittleEndian.Uint32(b), first: binary.LittleEndian.Uint64(b[4:])}
	if h.first == 0 {
		return h, errors.New("the records of the file begin with number 0")
	}
	return h, nil
}

// recordStart is the head of a record.
type recordStart struct {
	kind   recordKind
	id     uint32
	number uint64
	length uint64 // of what it holds, in bytes
}

func (r recordStart) append(b []byte) []byte {
	at := len(b)
	b = append(append(b, recordMagic...), byte(r.kind))
	b = binary.LittleEndian.AppendUint32(b, r.id)
	b = binary.LittleEndian.AppendUint64(b, r.number)
	b = binary.LittleEndian.AppendUint64(b, r.length)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[at:], castagnoli))
}

// decodeRecordStart reads the head of a record. Errors: one that says what is wrong.
func decodeRecordStart(b []byte) (recordStart, error) {
	n, sum := len(recordMagic), recordHead-sumSize
	if string(b[:n]) != recordMagic {
		return recordStart{}, errors.New("a record should begin here")
	}
	if crc32.Checksum(b[:sum], castagnoli) != binary.LittleEndian.Uint32(b[sum:]) {
		return recordStart{}, errors.New("the checksum of a record's head is wrong")
	}
	return recordStart{
		kind: recordKind(b[n]), id: binary.LittleEndian.Uint32(b[n+1:]),
		number: binary.LittleEndian.Uint64(b[n+5:]), length: binary.LittleEndian.Uint64(b[n+13:]),
	}, nil
}

// encodedSize returns how many bytes the writes take in a record.
func encodedSize(writes []write) int {
	n := 0
	for _, w := range writes {
		n += 1 + len(w.key) + uvarintSize(len(w.key))
		if w.kind == put {
			n += len(w.value) + uvarintSize(len(w.value))
		}
	}
	return n
}

func uvarintSize(n int) int {
	size := 1
	for ; n >= 0x80; n >>= 7 {
		size++
	}
	return size
}

// decodeWrites appends the writes that a record holds. Errors: what is wrong with them.
func decodeWrites(writes []write, b []byte) ([]write, error) {
	for len(b) > 0 {
		kind := writeKind(b[0])
		if kind < put || kind > clear {
			return nil, fmt.Errorf("a record holds a write of the unknown kind %d", kind)
		}
		key, rest, ok := cutText(b[1:])
		at, value := len(b)-len(rest)-len(key), []byte(nil)
		if ok && kind == put {
			value, rest, ok = cutText(rest)
		}
		if !ok {
			return nil, errors.New("a record holds a write that is longer than the record")
		}
		both := string(b[at : len(b)-len(rest)]) // one piece of memory for each row
		writes = append(writes, write{both[:len(key)], both[len(both)-len(value):], kind})
		b = rest
	}
	return writes, nil
}

// cutText cuts a text off b, which begins with its length.
func cutText(b []byte) (text, rest []byte, ok bool) {
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size) {
		return nil, nil, false
	}
	return b[size : size+int(n)], b[size+int(n):], true
}

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
