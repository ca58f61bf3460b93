package pages

import (
	"fmt"
	"strings"
)

// Term is what people from elsewhere call something, and where it is taught here.
type Term struct {
	Words string // the first phrases, "primary key, composite key"
	More  string // the others: a query is compared with all
	Say   string // one sentence, plain text
	Pages []*Entry
}

// Terms reads the list "terms" in the front matter of the search page: {words, say, pages}. A page is named by its
// path; a target without an entry, such as an anchor of the glossary, as {title, page}.
func (v *View) Terms() ([]Term, error) {
	list, _ := v.Meta["terms"].([]any)
	out := make([]Term, len(list))
	for i, entry := range list {
		m, _ := entry.(map[string]any)
		words := texts(m["words"])
		first := min(len(words), 6)
		out[i] = Term{Words: strings.Join(words[:first], ", "), More: strings.Join(words[first:], ", ")}
		out[i].Say, _ = m["say"].(string)
		pages, _ := m["pages"].([]any)
		if len(words) == 0 || out[i].Say == "" || len(pages) == 0 {
			return nil, fmt.Errorf("%s: front matter: terms: want a list of {words, say, pages}", v.Path)
		}
		for _, page := range pages {
			e, err := v.Site.named(page)
			if err != nil {
				return nil, fmt.Errorf("%s: front matter: terms: %w", v.Path, err)
			}
			out[i].Pages = append(out[i].Pages, e)
		}
	}
	return out, nil
}

// named finds the page that a path or {title, page} means.
func (s *Site) named(page any) (*Entry, error) {
	if m, ok := page.(map[string]any); ok {
		title, _ := m["title"].(string)
		where, _ := m["page"].(string)
		if title == "" || where == "" {
			return nil, fmt.Errorf("want {title, page}")
		}
		return &Entry{Path: where, Title: title}, nil
	}
	for _, l := range s.Lessons {
		if l.Path == page {
			return &Entry{Path: l.Path, Title: l.Title, Description: l.Need}, nil
		}
	}
	for _, list := range s.Sections {
		for _, e := range list {
			if e.Path == page {
				return e, nil
			}
		}
	}
	return nil, fmt.Errorf("there is no page %q; give one that stands in no index as {title, page}", page)
}

func texts(list any) []string {
	var out []string
	all, _ := list.([]any)
	for _, x := range all {
		if s, ok := x.(string); ok {
			out = append(out, s)
		}
	}
	return out
}
