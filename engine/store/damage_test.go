//go:build !js

package store_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/store"
)

// damages change bytes in every way that the promise of package store is about.
var damages = []struct {
	name string
	do   func(r *rand.Rand, b []byte) []byte
}{
	{"a-bit-flipped", func(r *rand.Rand, b []byte) []byte {
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		return b
	}},
	{"zeros", func(r *rand.Rand, b []byte) []byte {
		from, to := part(r, b)
		copy(b[from:to], make([]byte, to-from))
		return b
	}},
	{"bytes-inserted", func(r *rand.Rand, b []byte) []byte {
		more := make([]byte, 1+r.IntN(100))
		for i := range more {
			more[i] = byte(r.Uint32())
		}
		return slices.Insert(b, r.IntN(len(b)+1), more...)
	}},
	{"the-end-cut-off", func(r *rand.Rand, b []byte) []byte { return b[:r.IntN(len(b))] }},
	{"a-part-cut-out", func(r *rand.Rand, b []byte) []byte {
		from, to := part(r, b)
		return slices.Delete(b, from, to)
	}},
	{"a-part-doubled", func(r *rand.Rand, b []byte) []byte {
		from, to := part(r, b)
		return slices.Insert(b, r.IntN(len(b)+1), bytes.Clone(b[from:to])...)
	}},
	{"a-record-cut-out", func(r *rand.Rand, b []byte) []byte {
		from, to := records(r, b)
		return slices.Delete(b, from, to)
	}},
	{"a-record-doubled", func(r *rand.Rand, b []byte) []byte {
		from, to := records(r, b)
		return slices.Insert(b, to, bytes.Clone(b[from:to])...)
	}},
	{"the-last-records-cut-off", func(r *rand.Rand, b []byte) []byte {
		from, _ := records(r, b)
		return b[:from]
	}},
	{"records-moved", func(r *rand.Rand, b []byte) []byte {
		from, to := records(r, b)
		moved := bytes.Clone(b[from:to])
		b = slices.Delete(b, from, to)
		at, _ := records(r, b)
		return slices.Insert(b, at, moved...)
	}},
}

// part returns the bounds of a part of 1 byte at least.
func part(r *rand.Rand, b []byte) (from, to int) {
	from = r.IntN(len(b))
	return from, from + 1 + r.IntN(min(len(b)-from, 2000))
}

// records returns the bounds of one record or several.
func records(r *rand.Rand, b []byte) (from, to int) {
	var starts []int
	for at := 0; ; at++ {
		n := bytes.Index(b[at:], []byte("\xf5RK"))
		if n < 0 {
			break
		}
		at += n
		starts = append(starts, at)
	}
	starts = append(starts, len(b))
	i := r.IntN(len(starts) - 1)
	return starts[i], starts[min(len(starts)-1, i+1+r.IntN(3))]
}

// busyFile returns the bytes of a file that was compacted, unclosed and closed, and the states that it had
// since.
func busyFile(t *testing.T, r *rand.Rand) (unclosed, closed []byte, states []map[string]string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db")
	db, err := store.OpenFile(path, store.FileOptions{Sync: store.Never, ID: 7, CompactFrom: 60_000})
	if err != nil {
		t.Fatal(err)
	}
	for size, compacted := int64(0), false; !compacted || len(states) < 40; {
		change(t, db, r)
		now := fileSize(t, path)
		if now < size {
			compacted, states = true, nil
		}
		size, states = now, append(states, dump(t, db))
	}
	if unclosed, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if closed, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return unclosed, closed, states
}

// change writes a transaction of several keys, of which one is always there.
func change(t *testing.T, db *store.DB, r *rand.Rand) {
	t.Helper()
	err := db.Update(t.Context(), func(tx *store.Tx) error {
		for range 1 + r.IntN(5) {
			key := fmt.Sprint("key", r.IntN(50))
			if err := tx.Delete(key); err == nil && r.IntN(3) == 0 {
				continue
			}
			if err := tx.Put(key, strings.Repeat(fmt.Sprint(r.IntN(1000)), r.IntN(100))); err != nil {
				return err
			}
		}
		return tx.Put("counter", fmt.Sprint(r.Uint64()))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// D1, D2, D3: damage of a file is refused or reported, and no transaction is split.
func TestDamageIsNeverSilentAndSplitsNoTransaction(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	unclosed, closed, states := busyFile(t, r)
	last := states[len(states)-1]
	count := map[string]int{}
	for n := range 1000 {
		file, kind := unclosed, damages[n%len(damages)]
		if n/len(damages)%2 == 0 {
			file = closed
		}
		b := kind.do(r, bytes.Clone(file))
		outcome := openDamaged(t, b, file, last, states)
		if count[outcome]++; t.Failed() {
			t.Fatalf("damage %d: %s", n, kind.name)
		}
	}
	t.Logf("%d transactions, %d bytes: %v", len(states), len(closed), count)
	for _, outcome := range []string{"refused", "reported"} {
		if count[outcome] < 100 {
			t.Errorf("%d damages were %s: the others are not worth much", count[outcome], outcome)
		}
	}
}

// openDamaged opens a file with the bytes b and says what became of it.
func openDamaged(t *testing.T, b, whole []byte, last map[string]string, states []map[string]string) string {
	t.Helper()
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "db")
	writeFile(t, path, b)
	db, reports, err := reopen(t, path)
	if err != nil {
		after, e := os.ReadFile(path)
		if files, _ := os.ReadDir(dir); e != nil || !bytes.Equal(after, b) || len(files) != 1 {
			t.Errorf("a start that was refused left %d files, and changed the file: %t", len(files), !bytes.Equal(after, b))
		}
		text := err.Error()
		if !errors.Is(err, store.ErrDamaged) || !strings.Contains(text, path) || !strings.Contains(text, "byte ") {
			t.Errorf("open = %v, want ErrDamaged with the file and the place", err)
		}
		return "refused"
	}
	defer db.Close()
	got := dump(t, db)
	switch {
	case len(reports) > 0:
		if !slices.ContainsFunc(states, func(s map[string]string) bool { return maps.Equal(s, got) }) {
			t.Errorf("%q, and the state is of no transaction", reports)
		}
		return "reported"
	case !maps.Equal(got, last):
		t.Error("the state has changed, and nothing was reported")
	case !bytes.Equal(b, whole):
		return "without effect"
	}
	return "the same bytes"
}

// Damage to the bytes of a closed file is refused wherever it is, unless it is of the closing record.
func TestEveryBitOfAClosedFileCounts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	db := openFile(t, path)
	fill(t, db, map[string]string{"a": "1"})
	fill(t, db, map[string]string{"b": "2"})
	size := int(fileSize(t, path))
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range size * 8 {
		b := bytes.Clone(whole)
		b[i/8] ^= 1 << (i % 8)
		writeFile(t, path, b)
		if _, err := store.OpenFile(path, store.FileOptions{}); !errors.Is(err, store.ErrDamaged) {
			t.Fatalf("bit %d of byte %d flipped: open = %v, want ErrDamaged", i%8, i/8, err)
		}
	}
}

// checksum returns the CRC-32C of b as files have it.
func checksum(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(nil, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}
