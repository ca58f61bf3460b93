package store_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"maps"
	"testing"
	"testing/iotest"

	"rowkey/engine/store"
)

func save(t testing.TB, db *store.DB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := db.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestLoadReplacesEverything(t *testing.T) {
	for name, state := range map[string]map[string]string{
		"nothing":       {},
		"some":          {"a": "1", store.Key("e", "\x00", "\uffff"): "\x00\xff", "empty": "", "": "empty key"},
		"a-large-value": {"a": string(bytes.Repeat([]byte("x"), 1<<20))},
	} {
		t.Run(name, func(t *testing.T) {
			from, to := open(t), open(t)
			fill(t, from, state)
			fill(t, to, map[string]string{"a": "old", "z": "old"})
			snapshot := save(t, from)
			if err := to.Load(context.Background(), bytes.NewReader(snapshot), nil); err != nil {
				t.Fatal(err)
			}
			if got := dump(t, to); !maps.Equal(got, state) {
				t.Errorf("state after Load differs: %d keys, want %d", len(got), len(state))
			}
			if !bytes.Equal(save(t, to), snapshot) {
				t.Error("Save of the same state gives other bytes")
			}
		})
	}
}

func TestLoadOfDamagedSnapshotChangesNothing(t *testing.T) {
	from, to := open(t), open(t)
	fill(t, from, map[string]string{"a": "1", "b": "two", "c": ""})
	before := map[string]string{"old": "state"}
	fill(t, to, before)
	snapshot := save(t, from)
	try := func(what string, b []byte) {
		t.Helper()
		if err := to.Load(context.Background(), bytes.NewReader(b), nil); !errors.Is(err, store.ErrSnapshot) {
			t.Errorf("Load of a snapshot %s: error = %v, want ErrSnapshot", what, err)
		}
		if after := dump(t, to); !maps.Equal(after, before) {
			t.Fatalf("Load of a snapshot %s changed the state: %v", what, after)
		}
	}
	for i := range snapshot {
		try("that is cut off", snapshot[:i])
		changed := bytes.Clone(snapshot)
		changed[i] ^= 0x40
		try("with a changed byte", changed)
	}
	try("with something behind it", append(bytes.Clone(snapshot), 0))
}

func TestLoadTellsWhatTheReaderSays(t *testing.T) {
	boom := errors.New("boom")
	if err := open(t).Load(context.Background(), iotest.ErrReader(boom), nil); !errors.Is(err, boom) {
		t.Errorf("Load: error = %v, want that of the reader", err)
	}
}

// FuzzLoad gives each input a valid checksum, or nothing would get past it.
func FuzzLoad(f *testing.F) {
	db := open(f)
	f.Add(save(f, db))
	fill(f, db, map[string]string{"a": "1", "b": ""})
	f.Add(save(f, db))
	for _, list := range []string{"", "\x00", "\x00\x00", "\x02", "\x02\x01", "\x01\x01\x00", "\x02\x02ab\x02\x02aa\x00",
		"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x02a\x00"} {
		f.Add([]byte("rowkey-store-1\n" + list + "CRC4"))
	}
	f.Add([]byte("rowkey-store-1\n\xff\xff\xff\xff\xff\xff\xff\xff\xff0")) // a length that is too large
	f.Fuzz(func(t *testing.T, b []byte) {
		if end := len(b) - crc32.Size; end >= 0 {
			b = binary.BigEndian.AppendUint32(bytes.Clone(b[:end]), crc32.ChecksumIEEE(b[:end]))
		}
		db := open(t)
		err := db.Load(context.Background(), bytes.NewReader(b), nil)
		if err == nil {
			if err := open(t).Load(context.Background(), bytes.NewReader(save(t, db)), nil); err != nil {
				t.Errorf("Load of what was loaded and saved: %v", err)
			}
		}
		if err != nil && !errors.Is(err, store.ErrSnapshot) {
			t.Errorf("Load: error = %v, want ErrSnapshot", err)
		}
	})
}
