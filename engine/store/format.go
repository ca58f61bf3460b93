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
