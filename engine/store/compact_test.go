//go:build !js

package store_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
