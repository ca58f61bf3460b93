// Package publish makes a tree of files out of finished pages: it bundles the front end, compiles the engine for
// browsers, minifies, fills in the policy, follows every link, has the pages indexed for search, compresses, and
// compares the sizes with their budgets. It also runs Node, which draws and compresses. Not here: what is on a page
// (package pages).
package publish

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"rowkey/site/pages"
	"rowkey/site/parallel"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/html"
	"github.com/tdewolff/minify/v2/js"
	"github.com/tdewolff/minify/v2/json"
	"github.com/tdewolff/minify/v2/svg"
	"github.com/tdewolff/minify/v2/xml"
)

// Files is a finished tree: content by path below the root.
type Files map[string][]byte

// types maps the endings of files that are minified to their media types.
var types = map[string]string{
	".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
	".json": "application/json", ".webmanifest": "application/json", ".xml": "text/xml",
}

// minifier removes what browsers do not need. End tags and quotes stay, for leaving them out saves
// nothing after compression and people read the source of pages. Single blanks stay: between inline
// elements they are text.
func minifier() *minify.M {
	m := minify.New()
	m.Add("text/html", &html.Minifier{KeepDocumentTags: true, KeepEndTags: true, KeepQuotes: true,
		KeepDefaultAttrVals: true, KeepWhitespace: true})
	m.Add("text/css", &css.Minifier{})
	m.Add("text/javascript", &js.Minifier{})
	m.Add("application/json", &json.Minifier{KeepNumbers: true})
	m.Add("image/svg+xml", &svg.Minifier{})
	m.Add("text/xml", &xml.Minifier{})
	return m
}

// Minify minifies every file whose ending is known, except assets: their names hold a hash of what they are already.
func (f Files) Minify() error {
	m := minifier()
	return f.each(func(name string, data []byte) ([]byte, error) {
		typ := types[path.Ext(name)]
		if typ == "" || strings.HasPrefix(name, pages.AssetDir+"/") {
			return data, nil
		}
		out, err := m.Bytes(typ, data)
		if err != nil {
			return nil, fmt.Errorf("minify %s: %w", name, err)
		}
		return out, nil
	})
}

// each replaces every file by what change makes of it, on all cores.
func (f Files) each(change func(name string, data []byte) ([]byte, error)) error {
	names := slices.Sorted(maps.Keys(f))
	out := make([][]byte, len(names))
	err := parallel.Each(len(names), func(i int) error {
		var err error
		out[i], err = change(names[i], f[names[i]])
		return err
	})
	for i, name := range names {
		f[name] = out[i]
	}
	return err
}

// Write replaces the folder out by the tree. What was there before is removed first, so that no
// page of an earlier build survives.
func (f Files) Write(out string) error {
	if err := emptyDir(out); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		file := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, f[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Update writes into the folder out what differs there, and removes the compressed forms of that, which are
// no longer of the same content. All else stays.
func (f Files) Update(out string) error {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		file := filepath.Join(out, filepath.FromSlash(name))
		if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, f[name]) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		for _, packed := range []string{file + ".br", file + ".gz"} {
			if err := os.Remove(packed); err != nil && !os.IsNotExist(err) {
				return err
			}
		}
		if err := replaceFile(file, f[name]); err != nil {
			return err
		}
	}
	return nil
}

// emptyDir removes what is in a folder, if it is a site: a slip in -out should not cost anybody's
// files.
func emptyDir(dir string) error {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return fmt.Errorf("%s: holds something that is not a site: empty it, or choose another folder", dir)
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
