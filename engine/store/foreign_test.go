//go:build !js

package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/buntdb"
)

// folderWith returns the path of a database in a folder with files, whose names begin with it.
func folderWith(t *testing.T, files map[string]string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "db")
	for suffix, text := range files {
		if err := os.WriteFile(path+suffix, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func TestFileOfSomethingElseIsRefusedAndStays(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":               "",
		"a-text":                "hello world",
		"a-star":                "*",
		"a-list":                "* one\r\n* two\r\n",
		"a-number":              "*3\r\n",
		"a-torn-command":        "*3\r\n$3\r\nse",
		"commands-of-redis":     "*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n",
		"a-torn-one-of-redis":   "*2\r\n$6\r\nSELECT\r\n$10000\r\n0",
		"a-large-first-length":  "*3\r\n$999999\r\n" + strings.Repeat("x", 10_000),
		"an-unknown-verb":       "*1\r\n$4\r\nping\r\n",
		"no-verb":               "*0\r\n",
		"no-length":             "*2\r\n$x\r\n",
		"zeros":                 strings.Repeat("\x00", 10_000),
		"a-database-of-another": "SQLite format 3\x00" + strings.Repeat("\x01", 5000),
	} {
		t.Run(name, func(t *testing.T) {
			path := folderWith(t, map[string]string{"": text})
			if _, err := OpenFile(path, FileOptions{}); !errors.Is(err, ErrForeign) {
				t.Errorf("OpenFile = %v, want ErrForeign", err)
			}
			if h, err := Check(path); err != nil || !errors.Is(h.Damage, ErrForeign) {
				t.Errorf("Check = %+v, %v, want ErrForeign", h, err)
			}
			if _, kept, err := Repair(path, FileOptions{}); !errors.Is(err, ErrForeign) || kept != "" {
				t.Errorf("Repair = %q, %v, want ErrForeign", kept, err)
			}
			files, err := filepath.Glob(path + "*")
			if err != nil || len(files) != 1 || string(contents(t, path)) != text {
				t.Errorf("files = %q (%v), want the one, as it was", files, err)
			}
		})
	}
}

// Damage that leaves anything of this program is not taken for a file of something else.
func TestDamagedFileIsNotTakenForForeign(t *testing.T) {
	_, _, whole := faulty(t, FileOptions{})
	b := string(contents(t, whole))
	for name, text := range map[string]string{
		"without-its-first-page":  strings.Repeat("\x00", 4096) + b[headSize:],
		"with-no-more-than-magic": fileMagic,
	} {
		t.Run(name, func(t *testing.T) {
			path := folderWith(t, map[string]string{"": text})
			if _, err := OpenFile(path, FileOptions{}); !errors.Is(err, ErrDamaged) {
				t.Errorf("OpenFile = %v, want ErrDamaged", err)
			}
		})
	}
}

// Until format 1 a file was that of buntdb.
func TestFileOfAnEarlierFormatIsRefusedByNameAndStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	old, err := buntdb.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(old.Update(func(tx *buntdb.Tx) error {
		_, _, err := tx.Set("key", "value", nil)
		return err
	}), old.Close())
	if err != nil {
		t.Fatal(err)
	}
	before := contents(t, path)
	for name, open := range map[string]func() error{
		"OpenFile": func() error { _, err := OpenFile(path, FileOptions{}); return err },
		"ReadOnly": func() error { _, err := OpenFile(path, FileOptions{ReadOnly: true}); return err },
		"Check":    func() error { _, err := Check(path); return err },
		"Repair":   func() error { _, _, err := Repair(path, FileOptions{}); return err },
	} {
		if err := open(); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "22 November 2026") {
			t.Errorf("%s = %v, want ErrFormat with the version that reads it", name, err)
		}
	}
	if files, err := filepath.Glob(path + "*"); err != nil || len(files) != 1 || !bytes.Equal(contents(t, path), before) {
		t.Errorf("files = %q (%v), want the one, as it was", files, err)
	}
}
