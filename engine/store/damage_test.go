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

// What a repair saves is whole transactions in their order, and the damaged file is kept.
func TestRepairSavesWholeTransactionsAndKeepsTheFile(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	_, closed, states := busyFile(t, r)
	repaired := 0
	for n := range 100 {
		b := damages[n%len(damages)].do(r, bytes.Clone(closed))
		path := filepath.Join(t.TempDir(), "db")
		writeFile(t, path, b)
		h, kept, err := store.Repair(path, store.FileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if h.Damage == nil {
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, b) || kept != "" {
				t.Errorf("a file that is not damaged was changed (%v)", err)
			}
			continue
		}
		repaired++
		if before, err := os.ReadFile(kept); err != nil || !bytes.Equal(before, b) {
			t.Errorf("the damaged file was not kept (%v)", err)
		}
		db, reports, err := reopen(t, path)
		if err != nil || len(reports) > 0 {
			t.Fatalf("open after the repair = %v, and %q", err, reports)
		}
		got := dump(t, db)
		if len(got) != h.Keys || len(h.Gaps) == 0 {
			t.Errorf("%d keys, but %+v was told", len(got), h)
		}
		for key, value := range got {
			if !slices.ContainsFunc(states, func(s map[string]string) bool { return s[key] == value }) {
				t.Errorf("%s was made up", key)
			}
		}
		_ = db.Close()
	}
	if repaired < 50 {
		t.Errorf("%d of 100 files were repaired: the others are not worth much", repaired)
	}
}

// A transaction that was lost takes nothing else with it, and what is missing is named.
func TestRepairNamesTheTransactionThatIsMissing(t *testing.T) {
	whole, moments := unclosed(t)
	path := filepath.Join(t.TempDir(), "db")
	writeFile(t, path, slices.Delete(bytes.Clone(whole), int(moments[2].size), int(moments[3].size)))
	if _, err := store.OpenFile(path, store.FileOptions{}); !errors.Is(err, store.ErrDamaged) ||
		!strings.Contains(err.Error(), "record 4 is missing; 2 whole transactions before it, 5 after it") {
		t.Errorf("open = %v, want the record that is missing", err)
	}
	h, _, err := store.Repair(path, store.FileOptions{})
	if err != nil || len(h.Gaps) != 1 || h.Gaps[0].First != 4 || h.Gaps[0].Last != 4 {
		t.Fatalf("Repair = %+v, %v, want the gap of record 4", h, err)
	}
	db, _, err := reopen(t, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if got, want := dump(t, db), moments[len(moments)-1].state; !maps.Equal(got, want) {
		t.Errorf("state = %v, want %v: what was lost was written again later", got, want)
	}
}

func TestFileOfANewerVersionIsNotCalledDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	head := []byte("rowkey journal\r\n\x02\x00\x00\x00\x07\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00")
	writeFile(t, path, append(head, checksum(head)...))
	if _, err := store.OpenFile(path, store.FileOptions{}); err == nil || errors.Is(err, store.ErrDamaged) ||
		!strings.Contains(err.Error(), "newer version") {
		t.Errorf("open = %v, want that it is of a newer version", err)
	}
	if _, _, err := store.Repair(path, store.FileOptions{}); err == nil {
		t.Error("Repair = nil, want an error: it would lose everything")
	}
}

// A program that copies blocks may leave older ones behind the newest: they are a gap, and nothing of them counts.
func TestRepairAppliesNoOlderCopyOfARecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	db, err := store.OpenFile(path, store.FileOptions{Sync: store.Never})
	if err != nil {
		t.Fatal(err)
	}
	size := func() int64 {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	put := func(value string) {
		err := db.Update(t.Context(), func(tx *store.Tx) error { return tx.Put("key", value) })
		if err != nil {
			t.Fatal(err)
		}
	}
	before := size()
	put("old")
	after := size()
	put("new")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	writeFile(t, path, append(b, b[before:after]...))
	if _, _, err := store.Repair(path, store.FileOptions{}); err != nil {
		t.Fatal(err)
	}
	if db, _, err = reopen(t, path); err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if got := dump(t, db); !maps.Equal(got, map[string]string{"key": "new"}) {
		t.Errorf("after the repair there is %v", got)
	}
}
