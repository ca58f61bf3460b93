package pages

import (
	"fmt"
	"path"
	"slices"

	"rowkey/site/markdown"
)

// LessonsOf returns the lessons that teach the pattern of this page.
func (v *View) LessonsOf() []*Lesson {
	return slices.DeleteFunc(slices.Clone(v.Site.Lessons), func(l *Lesson) bool { return l.Pattern != path.Base(v.Path) })
}

// relation is an entry of the front matter's list "related".
type relation struct{ pattern, text string }

// relations reads the list "related": which other patterns a reader should look at, and why.
func relations(meta map[string]any) ([]relation, error) {
	list, _ := meta["related"].([]any)
	out := make([]relation, len(list))
	for i, entry := range list {
		m, _ := entry.(map[string]any)
		out[i].pattern, _ = m["pattern"].(string)
		out[i].text, _ = m["text"].(string)
		if out[i].pattern == "" || out[i].text == "" {
			return nil, fmt.Errorf("front matter: related: want a list of {pattern, text}")
		}
	}
	return out, nil
}

// patternPage returns the page of a pattern.
func (s *Site) patternPage(slug string) (*Entry, error) {
	for _, e := range s.Sections["patterns"] {
		if path.Base(e.Path) == slug {
			return e, nil
		}
	}
	return nil, fmt.Errorf("front matter: related: there is no pattern %q", slug)
}

// Related returns the patterns that belong to the one of this page; Description says why.
func (v *View) Related() ([]*Entry, error) {
	list, err := relations(v.Meta)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.Path, err)
	}
	out := make([]*Entry, len(list))
	for i, r := range list {
		page, err := v.Site.patternPage(r.pattern)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.Path, err)
		}
		out[i] = &Entry{Path: page.Path, Title: page.Title, Description: r.text}
	}
	return out, nil
}

// sideBySide puts the parts of a section side by side.
func sideBySide(s markdown.Section) string {
	out := s.Head + s.Body + `<div class="when">`
	for _, sub := range s.Subs {
		out += `<div>` + sub.HTML() + `</div>`
	}
	return out + `</div>`
}

// Card returns the name by which the playground asks for the example of this page.
func (v *View) Card() string { return path.Base(v.Path) }
