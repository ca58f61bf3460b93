// Package changes notices files that are written, new or removed below some folders. It polls their times, which works
// on every system and needs no library. Not here: what to do about a change.
package changes

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// state is what a file looks like from outside.
type state struct {
	time time.Time
	size int64
}

// Watcher remembers how the files below some folders of a root last looked.
type Watcher struct {
	root    fs.FS
	folders []string
	skip    []string // paths of folders that are left out
	last    map[string]state
}

// New remembers how the files look now. Folders whose names begin with a dot are left out too.
func New(root fs.FS, folders, skip []string) (*Watcher, error) {
	w := &Watcher{root: root, folders: folders, skip: skip}
	var err error
	w.last, err = w.look()
	return w, err
}

// Next waits until files have changed and returns their names, sorted. It looks every interval. The error is that
// of ctx when it ends.
func (w *Watcher) Next(ctx context.Context, interval time.Duration) ([]string, error) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-tick.C:
		}
		now, err := w.look()
		if err != nil {
			return nil, err
		}
		changed := difference(w.last, now)
		if w.last = now; len(changed) > 0 {
			return changed, nil
		}
	}
}

// look takes down all files. One that goes away meanwhile is left out.
func (w *Watcher) look() (map[string]state, error) {
	files := map[string]state{}
	for _, folder := range w.folders {
		err := fs.WalkDir(w.root, folder, func(name string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case d.IsDir() && name != folder && w.leavesOut(name):
				return fs.SkipDir
			case d.IsDir():
				return nil
			}
			if info, err := d.Info(); err == nil {
				files[name] = state{info.ModTime(), info.Size()}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// leavesOut reports whether nothing in a folder is looked at.
func (w *Watcher) leavesOut(name string) bool {
	base := path.Base(name)
	return base == "node_modules" || strings.HasPrefix(base, ".") || slices.Contains(w.skip, name)
}

// difference returns the names that are in one alone, or look different.
func difference(before, now map[string]state) []string {
	var names []string
	for name, s := range now {
		if old, ok := before[name]; !ok || old != s {
			names = append(names, name)
		}
	}
	for name := range before {
		if _, ok := now[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
