package publish

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"rowkey/site/pages"
)

// CheckLinks follows every link of every page: the file has to be there, and the anchor in it. What
// a page loads has to come from this site. Files that are elsewhere in the site count as there, whatever their anchors.
func (f Files) CheckLinks(elsewhere func(file string) bool) error {
	var errs []error
	anchors := map[string]map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if path.Ext(name) == ".html" {
			ids, err := idsOf(name, f[name])
			anchors[name] = ids
			errs = append(errs, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(anchors)) {
		err := elements(f[name], func(tag string, attrs map[string]string, _ []byte) error {
			for _, a := range []string{"href", "src", "action"} {
				if target := attrs[a]; target != "" {
					errs = append(errs, checkLink(f, anchors, elsewhere, name, tag, target))
				}
			}
			return nil
		})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// idsOf returns the anchors of a page; each may be there once.
func idsOf(name string, page []byte) (map[string]bool, error) {
	ids := map[string]bool{}
	return ids, elements(page, func(tag string, attrs map[string]string, _ []byte) error {
		id := attrs["id"]
		if id != "" && ids[id] {
			return fmt.Errorf("%s: <%s>: the id %q is there twice", name, tag, id)
		}
		ids[id] = true
		return nil
	})
}

func checkLink(
	f Files, anchors map[string]map[string]bool, elsewhere func(string) bool, from, tag, target string,
) error {
	u, err := url.Parse(target)
	switch {
	case err != nil:
		return fmt.Errorf("%s: <%s>: %w", from, tag, err)
	case tag == "link" && strings.HasPrefix(target, "data:"), u.Scheme == "mailto":
		return nil
	case u.Scheme != "" || u.Host != "":
		if tag == "a" || tag == "link" && u.Scheme == "https" {
			return nil // a link to follow, or the canonical address
		}
		return fmt.Errorf("%s: <%s> loads %s: nothing may come from elsewhere", from, tag, target)
	case from == pages.NotFound && strings.HasPrefix(u.Path, "/"):
		return nil // may be shown at any depth, so its links are absolute
	}
	file := from
	if u.Path != "" {
		file = path.Join(path.Dir(from), u.Path)
		if strings.HasSuffix(u.Path, "/") || f[file] == nil && !elsewhere(file) {
			file = path.Join(file, "index.html")
		}
	}
	if f[file] == nil && !elsewhere(file) {
		return fmt.Errorf("%s: <%s> leads to %s, which does not exist", from, tag, target)
	}
	if leadsOn(f[file]) && !leadsOn(f[from]) {
		return fmt.Errorf("%s: <%s> leads to %s, which only leads on: link to the page that has its place", from, tag, target)
	}
	if u.Fragment != "" && anchors[file] != nil && !anchors[file][u.Fragment] {
		return fmt.Errorf("%s: <%s> leads to %s: %s has no such anchor", from, tag, target, file)
	}
	return nil
}

// leadsOn tells whether a page only sends readers to another one.
func leadsOn(page []byte) bool { return bytes.Contains(page, []byte(`http-equiv="refresh"`)) }
