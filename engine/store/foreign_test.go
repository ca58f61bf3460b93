//go:build !js

package store

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
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
	old, _ := oldFile(t)
	for name, text := range map[string]string{
		"without-its-first-page":  strings.Repeat("\x00", sniffed) + b[headSize:],
		"with-no-more-than-magic": fileMagic,
		"old-with-a-zero-first":   "\x00" + string(old[1:]),
		"old-with-a-long-name":    strings.Replace(string(old), "$3", "$999999", 1),
	} {
		t.Run(name, func(t *testing.T) {
			path := folderWith(t, map[string]string{"": text})
			if _, err := OpenFile(path, FileOptions{}); !errors.Is(err, ErrDamaged) {
				t.Errorf("OpenFile = %v, want ErrDamaged", err)
			}
		})
	}
}

// A copy that somebody has made under the second name of the old format is not what is opened.
func TestFileBesideItOfAnyOtherFormatIsLeftAlone(t *testing.T) {
	db, _, whole := faulty(t, FileOptions{})
	if err := set(db, "a", "1"); err != nil {
		t.Fatal(err)
	}
	copied := string(contents(t, whole))
	for name, files := range map[string]map[string]string{
		"and-one":    {"": copied, completeSuffix: copied},
		"alone":      {completeSuffix: copied},
		"and-a-text": {"": copied, completeSuffix: "*notes"},
	} {
		t.Run(name, func(t *testing.T) {
			path := folderWith(t, files)
			db, err := OpenFile(path, FileOptions{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			want := 0
			if files[""] != "" {
				want = 2
			}
			if n := len(stateOf(t, db)); n != want {
				t.Errorf("%d keys, want %d", n, want)
			}
			if string(contents(t, path+completeSuffix)) != files[completeSuffix] {
				t.Error("the other file has changed")
			}
		})
	}
}

// Damage can leave any number of commands that reach far and are not whole: none is copied.
func TestOldCommandThatIsNotWholeIsNotCopied(t *testing.T) {
	const large = 1 << 20
	b := []byte("*3\r\n$3\r\nset\r\n$1048576\r\n" + strings.Repeat("x", large) + "\r\n$x\r\n")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 10 {
		if _, _, err := parseOld(b); err == nil {
			t.Fatal("parseOld = nil, want what is wrong with the third part")
		}
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > large {
		t.Errorf("%d bytes were allocated for 10 commands", n)
	}
}
