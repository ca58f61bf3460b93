//go:build !js

package store

import (
	"bytes"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidwall/buntdb"
)

// searchSize is the size of the files that are searched, in bytes. A search that read a file again for each place would
// read one of them thousands of times.
const searchSize = 4 << 20

// mostRead is how many times its size is read of a file, at most: as it is, for its sums, by the search, and a block at
// either end of each place that looks like a record.
const mostRead = 20

// counted counts the bytes that are read of a file.
type counted struct {
	io.ReaderAt
	bytes int64
}

// ReadAt reads, and counts what it has read.
func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(b, at)
	c.bytes += int64(n)
	return n, err
}

// repeated repeats b up to the size of the files that are searched.
func repeated(b string) []byte { return []byte(strings.Repeat(b, searchSize/len(b))) }

// longHead returns the head of a record that claims to be n bytes long.
func longHead(id uint32, number uint64, n int) string {
	length := uint64(n - recordHead - sumSize)
	return string(recordStart{transaction, id, number, length}.append(nil))
}

// manyRecords returns a file of small records, and where the n-th of them begins.
func manyRecords(t *testing.T) (b []byte, place func(n int) int) {
	t.Helper()
	var out written
	w, kind := newRecordWriter(&out, 7, 0, 1), stateEnd
	for out.buf.Len() < searchSize {
		if err := w.write(kind, []write{{"key", "value", put}}); err != nil {
			t.Fatal(err)
		}
		kind = transaction
	}
	size := out.buf.Len() / int(w.number-1)
	return append(fileHead{7, 1}.encode(), out.buf.Bytes()...), func(n int) int { return headSize + n*size }
}

// written is a file of which no more is needed than what is written at its end.
type written struct{ buf bytes.Buffer }

// WriteAt writes at the end.
func (f *written) WriteAt(b []byte, _ int64) (int, error) { return f.buf.Write(b) }

func (*written) ReadAt([]byte, int64) (int, error) { return 0, errDisk }
func (*written) Truncate(int64) error              { return errDisk }
func (*written) Sync() error                       { return nil }
func (*written) Close() error                      { return nil }

func TestSearchAfterDamageReadsTheFileOnce(t *testing.T) {
	many, place := manyRecords(t)
	start := many[:place(3)]
	with := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for name, b := range map[string][]byte{
		"damage-early":            with(many[:place(2)], []byte{0}, many[place(2)+1:]),
		"damage-in-each-record":   everyOther(many, place),
		"a-part-doubled":          with(many, many[headSize:]),
		"the-head-damaged":        with([]byte{0}, many[1:]),
		"beginnings-of-records":   with(start, repeated(recordMagic)),
		"heads-that-claim-it-all": with(start, heads(7)),
		"and-no-head":             with([]byte{0}, many[1:headSize], heads(8)),
		"zeros":                   with(start, make([]byte, searchSize)),
	} {
		t.Run(name, func(t *testing.T) {
			f := &counted{ReaderAt: bytes.NewReader(b)}
			s, err := read(f, int64(len(b)), func(record, *survey) error { return nil })
			if err != nil || len(s.gaps) == 0 {
				t.Errorf("read = %+v, %v, want a gap", s, err)
			}
			if f.bytes > mostRead*int64(len(b)) {
				t.Errorf("%d bytes of %d were read", f.bytes, len(b))
			}
		})
	}
}

// everyOther damages every other record.
func everyOther(b []byte, place func(n int) int) []byte {
	b = bytes.Clone(b)
	for n := 3; place(n) < len(b); n += 2 {
		b[place(n)+recordHead] ^= 1
	}
	return b
}

// heads returns heads of records, each of which claims to reach to the end.
func heads(id uint32) []byte {
	var b []byte
	for len(b) < searchSize {
		b = append(b, longHead(id, 1000, searchSize-len(b))...)
	}
	return b
}

func TestSumsOfPartsAreThoseOfTheirBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, sumStep - 1, sumStep, bufferSize, bufferSize + 1, 3*bufferSize + 700} {
		b := make([]byte, size)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		s, err := newSums(bytes.NewReader(b), int64(size))
		if err != nil {
			t.Fatal(err)
		}
		for range 300 {
			from := r.IntN(size + 1)
			to := from + r.IntN(size-from+1)
			got, err := s.of(int64(from), int64(to))
			if want := crc32.Checksum(b[from:to], castagnoli); err != nil || got != want {
				t.Fatalf("%d to %d of %d: %08x, %v, want %08x", from, to, size, got, err, want)
			}
		}
	}
}

// A length can be anything that fits into a file.
func TestShiftByALargeLength(t *testing.T) {
	const sum, n = 0x12345678, int64(1) << 37
	want := uint32(sum)
	for range 8 {
		want = shift(want, n/8)
	}
	if got := shift(sum, n); got != want {
		t.Errorf("shift = %08x, want %08x", got, want)
	}
}

func TestDamageIsFoundWhereverTheFileEnds(t *testing.T) {
	t.Parallel()
	m := &memoryFile{b: fileHead{id: 7, first: 5}.encode()}
	w := newRecordWriter(m, 7, int64(headSize), 5)
	for i, kind := range []recordKind{stateEnd, transaction, transaction, transaction} {
		if err := w.write(kind, []write{{"k", strings.Repeat("v", i*2*sumStep), put}}); err != nil {
			t.Fatal(err)
		}
	}
	db, err := buntdb.Open(Memory)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	m.b[headSize+recordHead] ^= 1 // in the first record
	for end := headSize + recordHead + 1; end <= len(m.b); end++ {
		if s, _, err := loadBytes(t, db, m.b[:end]); err != nil || s.damage() == nil && s.next > 5 {
			t.Errorf("a file of %d of %d bytes: damage is not found (%v)", end, len(m.b), err)
		}
	}
}
