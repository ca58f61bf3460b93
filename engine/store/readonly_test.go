//go:build !js

package store_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/store"
)

func TestAFileThatIsReadOnlyIsLeftAsItIs(t *testing.T) {
	t.Parallel()
	whole, moments := unclosed(t)
	end := moments[len(moments)-1]
	torn := moments[len(moments)-2]
	for name, c := range map[string]struct {
		bytes  []byte
		state  map[string]string
		report string
	}{
		"not closed": {whole, end.state, "was not closed"},
		"torn":       {whole[:len(whole)-3], torn.state, "they are left out"},
	} {
		path := filepath.Join(t.TempDir(), "db")
		writeFile(t, path, c.bytes)
		if err := os.Chmod(path, 0o400); err != nil {
			t.Fatal(err)
		}
		var reports []string
		db, err := store.OpenFile(path, store.FileOptions{ReadOnly: true,
			Report: func(err error) { reports = append(reports, err.Error()) }})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := dump(t, db); !maps.Equal(got, c.state) {
			t.Errorf("%s: the state is %v, want %v", name, got, c.state)
		}
		if len(reports) != 1 || !strings.Contains(reports[0], c.report) {
			t.Errorf("%s: the reports are %q, want one with %q", name, reports, c.report)
		}
		fill(t, db, map[string]string{"more": "1"})
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if kept, err := os.ReadFile(path); err != nil || string(kept) != string(c.bytes) {
			t.Errorf("%s: the file was changed (%v)", name, err)
		}
		if names, _ := filepath.Glob(path + "*"); len(names) != 1 {
			t.Errorf("%s: the files are %q, want one", name, names)
		}
	}
}

func TestAFileThatIsMissingIsNotCreatedByReading(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "db")
	if _, err := store.OpenFile(path, store.FileOptions{ReadOnly: true}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("open = %v, want that there is none", err)
	}
}
