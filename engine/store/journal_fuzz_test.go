//go:build !js

package store

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/buntdb"

	"rowkey/engine/linear"
)

// memoryFile is a file of bytes.
type memoryFile struct {
	file
	b []byte
}

func (m *memoryFile) WriteAt(b []byte, at int64) (int, error) {
	m.b = append(m.b[:at], b...)
	return len(b), nil
}

// journalOf returns the bytes of a file with transactions, the last of which is larger than a buffer.
func journalOf(closed bool) []byte {
	m := &memoryFile{b: fileHead{id: 7, first: 5}.encode()}
	w := newRecordWriter(m, 7, int64(headSize), 5)
	for i, kind := range []recordKind{statePart, stateEnd, transaction, transaction, transaction} {
		key := strings.Repeat("k", 1+i)
		writes := []write{{key, strings.Repeat("v", i*i*i*i*300), put}, {"both", key, put}, {"k", "", remove}}
		if err := w.write(kind, writes); err != nil {
			panic(err)
		}
	}
	if closed {
		if err := w.close(5); err != nil {
			panic(err)
		}
	}
	return m.b
}

// journalStates returns the states that the file of journalOf has after its transactions.
func journalStates(t testing.TB, b []byte) []map[string]string {
	t.Helper()
	states := []map[string]string{{}}
	_, err := read(bytes.NewReader(b), int64(len(b)), func(rec record, _ *survey) error {
		state := maps.Clone(states[len(states)-1])
		for _, w := range rec.writes {
			if delete(state, w.key); w.kind == put {
				state[w.key] = w.value
			}
		}
		states = append(states, state)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return states
}

// loadBytes reads a file into a database of its own and returns the state.
func loadBytes(t testing.TB, db *buntdb.DB, b []byte) (*survey, map[string]string, error) {
	t.Helper()
	s, err := load(bytes.NewReader(b), int64(len(b)), db, nil, false)
	state := map[string]string{}
	e := db.View(func(tx *buntdb.Tx) error {
		return tx.Ascend("", func(key, value string) bool { state[key] = value; return true })
	})
	if e != nil {
		t.Fatal(e)
	}
	return s, state, err
}

// FuzzJournal changes a file: from byte at on, old bytes are replaced by others. What is read is the state
// after a whole transaction of that file, or damage is found; nothing panics.
func FuzzJournal(f *testing.F) {
	whole := journalOf(true)
	states := journalStates(f, whole)
	db, err := buntdb.Open(Memory)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = db.Close() })
	f.Add(0, 0, []byte{})
	f.Add(50, 1, []byte{0})
	f.Add(0, len(whole), []byte("*3\r\n$3\r\nset\r\n$1\r\na\r\n$1\r\n1\r\n"))
	f.Add(len(whole)-60, 60, whole[headSize:headSize+100])
	f.Add(headSize, 200, []byte{})
	headAtTheEnd := "\xf5RKS\a\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00>\x01\x00\x00\x00\x00\x00\x00z\xc5\xb5\xbd"
	f.Add(106388, 189, []byte(headAtTheEnd))
	f.Fuzz(func(t *testing.T, at, old int, by []byte) {
		at = min(max(at, 0), len(whole))
		old = min(max(old, 0), len(whole)-at)
		b := slices.Concat(whole[:at], by, whole[at+old:])
		s, state, err := loadBytes(t, db, b)
		if err != nil || s.damage() != nil {
			return
		}
		if !slices.ContainsFunc(states[2:], func(want map[string]string) bool { return maps.Equal(want, state) }) {
			t.Errorf("%d keys, the state of no transaction", len(state))
		}
		if _, torn := s.torn(); !torn && s.closed > 0 && !maps.Equal(state, states[len(states)-1]) {
			t.Error("the file says that it was closed, and has lost a transaction")
		}
	})
}

// A fuzzer does not find the sums of what it makes up: here the bytes are what a record holds.
func FuzzWrites(f *testing.F) {
	f.Add([]byte("\x01\x01a\x03abc\x02\x01a\x03\x00"))
	f.Add([]byte("\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01a"))
	f.Fuzz(func(t *testing.T, held []byte) {
		writes, err := decodeWrites(nil, held)
		if err != nil {
			return
		}
		m := &memoryFile{b: make([]byte, 0)}
		w := newRecordWriter(m, 1, 0, 1)
		if err := w.write(transaction, writes); err != nil {
			t.Fatal(err)
		}
		rec, err := newRecordReaderOf(m.b).next()
		if err != nil || !slices.Equal(rec.writes, writes) {
			t.Errorf("read again: %q (%v), want %q", rec.writes, err, writes)
		}
	})
}

func newRecordReaderOf(b []byte) *recordReader {
	r := newRecordReader(bytes.NewReader(b), int64(len(b)))
	r.anyID = true
	return r
}

// A file may be damaged in any way, or be no file of this store at all: see package linear for what is counted.
func TestEveryReaderTakesLinearWork(t *testing.T) {
	head := string(fileHead{id: 7, first: 5}.encode())
	whole := string(journalOf(false))
	begun := whole[headSize:]
	signs := append(linear.Signs(), linear.Shape{Unit: "\x01\x01a\x03abc\x02\x01a"},
		linear.Shape{Unit: begun[:min(len(begun), 200)]}, linear.Shape{Unit: begun[:20]})
	for name, r := range map[string]struct {
		read   func(string)
		before []string
	}{
		"read": {func(s string) {
			_, _ = read(bytes.NewReader([]byte(s)), int64(len(s)), func(record, *survey) error { return nil })
		}, []string{head, whole, head + begun[:20]}},
		"decodeWrites": {func(s string) { _, _ = decodeWrites(nil, []byte(s)) }, []string{"\x01\x01a"}},
	} {
		for _, before := range append(r.before, "") {
			linear.Check(t, name, r.read, linear.Inside(before, "", signs...)...)
		}
	}
}
