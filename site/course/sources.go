package course

import (
	"fmt"
	"net/url"
	"path"
	"slices"
)

// Source is a public document that a text rests on.
type Source struct{ Title, URL string }

// How many sources a lesson, a pattern or a case names.
const (
	minSources = 2
	maxSources = 5
)

// sourceHosts publish what the service promises. Nothing else is a source of rules.
var sourceHosts = []string{"learn.microsoft.com", "www.microsoft.com", "azure.microsoft.com", "www.odata.org",
	"docs.oasis-open.org", "www.rfc-editor.org", "pkg.go.dev", "github.com"}

// sourced are the folders whose pages have to name their sources.
var sourced = []string{"content/patterns", "content/cases"}

// checkSources checks the sources of a page. A pattern and a case have to have some.
func (f *Folder) checkSources() error {
	meta, err := f.Meta()
	var list []Source
	if err == nil {
		list, err = Sources(meta)
	}
	if err == nil && len(list) == 0 && slices.Contains(sourced, path.Dir(f.Dir)) {
		err = fmt.Errorf("front matter: sources is required: name %d to %d public documents", minSources, maxSources)
	}
	if err != nil {
		return fmt.Errorf("%s:1: %w", f.Name(), err)
	}
	return nil
}

// Sources reads the list "sources" of a front matter. Errors: an entry without title or address, an address that
// is not https, has a host that is not a source, or is there twice; too few or too many.
func Sources(meta map[string]any) ([]Source, error) {
	list, _ := meta["sources"].([]any)
	if n := len(list); n > 0 && (n < minSources || n > maxSources) {
		return nil, fmt.Errorf("front matter: sources: %d entries: name %d to %d", n, minSources, maxSources)
	}
	var out []Source
	for _, entry := range list {
		m, _ := entry.(map[string]any)
		title, _ := m["title"].(string)
		address, _ := m["url"].(string)
		u, err := url.Parse(address)
		switch {
		case title == "" || address == "":
			return nil, fmt.Errorf("front matter: sources: write {title: ..., url: ...}")
		case err != nil || u.Scheme != "https" || !slices.Contains(sourceHosts, u.Host):
			return nil, fmt.Errorf("front matter: sources: %s: want https and one of %v", address, sourceHosts)
		case slices.ContainsFunc(out, func(s Source) bool { return s.URL == address }):
			return nil, fmt.Errorf("front matter: sources: %s is there a second time: remove one", address)
		}
		out = append(out, Source{title, address})
	}
	return out, nil
}
