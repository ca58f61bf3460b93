//go:build !js

package store_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/store"
)

func TestFileOfHistoryIsCompacted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	db := openFile(t, path)
	fill(t, db, map[string]string{"a": "1", "b": "2"})
	const size = 1 << 20
	for i := range 40 {
		fill(t, db, map[string]string{"large": strings.Repeat(fmt.Sprint(i%10), size)})
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 20*size {
		t.Errorf("the file has %d bytes after 40 MiB of history, want less than half", info.Size())
	}
	want := dump(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) != 1 {
		t.Errorf("files = %v (%v), want the database alone", files, err)
	}
	if got := dump(t, openFile(t, path)); !maps.Equal(got, want) {
		t.Errorf("opened again it has %d keys, want those from before", len(got))
	}
}

func TestCompactionThatWasCutShortIsUndone(t *testing.T) {
	for name, cut := range map[string]func(path string) error{
		"before-anything-was-written": func(path string) error { return os.Link(path, path+".old") },
		"before-the-new-file-was-safe": func(path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, []byte("*3\r\n$3\r\nset\r\n$1"), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "db")
			moments := history(t, path)
			if err := cut(path); err != nil {
				t.Fatal(err)
			}
			db, err := store.OpenFile(path, store.Always)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if got, want := dump(t, db), moments[len(moments)-1].state; !maps.Equal(got, want) {
				t.Errorf("state = %v, want that of the old file: %v", got, want)
			}
			if _, err := os.Stat(path + ".old"); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the second name: %v, want it gone", err)
			}
		})
	}
}
