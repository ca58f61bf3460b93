//go:build !js

package store

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// camera keeps what a crash would leave, at each call to the system and in the middle of each write: of a process that
// is killed what it has written, of a machine without power what it has flushed.
type camera struct {
	path    string           // of the database
	live    map[string]*node // by name, as the system shows them
	durable map[string]*node // by name, as the disk has them for sure
	shots   map[[sha256.Size]byte]shot
	on      bool
	allowed []map[string]string // what the database may hold then
}

// node is a file without its name.
type node struct{ written, flushed []byte }

type shot struct {
	what    string
	files   map[string][]byte
	allowed []map[string]string
}

func (c *camera) shoot(what string) {
	if !c.on {
		return
	}
	written := func(n *node) []byte { return n.written }
	flushed := func(n *node) []byte { return n.flushed }
	c.keep(what+", killed", c.live, written)
	c.keep(what+", power lost", c.live, flushed)
	c.keep(what+", power lost, names as they were", c.durable, flushed)
}

func (c *camera) keep(what string, names map[string]*node, content func(*node) []byte) {
	image, sum := map[string][]byte{}, sha256.New()
	fmt.Fprint(sum, c.allowed) // the same files are too old later on
	for _, name := range []string{c.path, c.path + newSuffix} {
		if n := names[name]; n != nil {
			image[filepath.Base(name)] = bytes.Clone(content(n))
			fmt.Fprintf(sum, "%s %d %s", name, len(content(n)), content(n))
		}
	}
	key := [sha256.Size]byte(sum.Sum(nil))
	if _, known := c.shots[key]; !known {
		c.shots[key] = shot{what, image, c.allowed}
	}
}

// filmed is an open file.
type filmed struct {
	file
	c *camera
	n *node
}

func (f filmed) WriteAt(b []byte, at int64) (int, error) {
	for _, end := range []int{len(b) / 2, len(b)} {
		if grow := int(at) + end - len(f.n.written); grow > 0 {
			f.n.written = append(f.n.written, make([]byte, grow)...)
		}
		copy(f.n.written[at:], b[:end])
		f.c.shoot(fmt.Sprintf("%d of %d bytes at %d", end, len(b), at))
	}
	return f.file.WriteAt(b, at)
}

func (f filmed) Truncate(size int64) error {
	f.n.written = f.n.written[:min(int64(len(f.n.written)), size)]
	return f.file.Truncate(size)
}

func (f filmed) Sync() error {
	f.n.flushed = bytes.Clone(f.n.written)
	f.c.shoot("flushed")
	return f.file.Sync()
}

func (c *camera) files() files {
	return files{
		open: func(path string, flag int) (file, error) {
			f, err := openFileOf(path, flag)
			if c.live[path] == nil || flag&os.O_TRUNC != 0 {
				c.live[path] = new(node)
			}
			return filmed{f, c, c.live[path]}, err
		},
		rename: func(from, to string) error {
			c.live[to] = c.live[from]
			delete(c.live, from)
			c.shoot("renamed")
			return os.Rename(from, to)
		},
		syncFolder: func(string) error {
			c.durable = maps.Clone(c.live)
			c.shoot("name flushed")
			return nil
		},
	}
}

func keysOf(t *testing.T, db *DB) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := db.View(t.Context(), func(tx *Tx) error {
		for key, value := range tx.Scan("", "") {
			all[key] = value
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestACrashDuringACompactionLosesNothing(t *testing.T) {
	dir := t.TempDir()
	c := &camera{path: filepath.Join(dir, "db"), live: map[string]*node{}, shots: map[[sha256.Size]byte]shot{}}
	db, err := OpenFile(c.path, FileOptions{Sync: Always, CompactFrom: 8 << 10, files: c.files()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	compactions := 0
	for i := range 40 {
		before, after := keysOf(t, db), keysOf(t, db)
		key, value := fmt.Sprint("k", i%3), strings.Repeat(fmt.Sprint(i%10), 500)
		after[key], after[key+" too"] = value, value
		c.allowed, c.on = []map[string]string{before, after}, true
		file := c.live[c.path]
		if err := set(db, key, value); err != nil {
			t.Fatal(err)
		}
		c.on = false
		if c.live[c.path] != file {
			compactions++
		}
		c.allowed = []map[string]string{after}
		c.on = true
		c.shoot("acknowledged") // from here on it may not be lost
		c.on = false
	}
	if compactions < 3 {
		t.Fatalf("%d compactions, want some", compactions)
	}
	for _, s := range c.shots {
		path := filepath.Join(t.TempDir(), "db")
		for name, content := range s.files {
			if err := os.WriteFile(filepath.Join(filepath.Dir(path), name), content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		after, err := OpenFile(path, FileOptions{})
		if err != nil {
			t.Errorf("%s: %v", s.what, err)
			continue
		}
		got := keysOf(t, after)
		if !maps.Equal(got, s.allowed[0]) && !maps.Equal(got, s.allowed[len(s.allowed)-1]) {
			t.Errorf("%s: %d keys are there that were not written so", s.what, len(got))
		}
		if exists(path + newSuffix) {
			t.Errorf("%s: the file that was not complete is still there", s.what)
		}
		_ = after.Close()
	}
	t.Logf("%d states after a crash, %d compactions", len(c.shots), compactions)
}
