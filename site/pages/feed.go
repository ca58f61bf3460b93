package pages

import (
	"encoding/xml"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"

	"rowkey/site/markdown"
)

// changesPath is the page that lists what changed, and FeedName the feed that is made from it. Each of its headings
// is "2026-11-21: What changed".
const (
	changesPath = "help/changes/"
	FeedName    = "feed.atom"
)

// change is one heading of that page.
type change struct {
	id, title, text string
	day             time.Time
}

var datedTitle = regexp.MustCompile(`^(\d{4}-\d\d-\d\d): (.+)$`)

// changesOf reads the headings, the newest first.
func changesOf(name string, sections []markdown.Section) ([]change, error) {
	var out []change
	for _, s := range sections {
		m := datedTitle.FindStringSubmatch(s.Title)
		if m == nil {
			return nil, fmt.Errorf("%s: heading %q: write a date, a colon and what changed: ## 2026-11-21: A lesson", name,
				s.Title)
		}
		day, err := time.Parse(time.DateOnly, m[1])
		if err != nil {
			return nil, fmt.Errorf("%s: heading %q: %w", name, s.Title, err)
		}
		if n := len(out); n > 0 && day.After(out[n-1].day) {
			return nil, fmt.Errorf("%s: heading %q: the newest change comes first", name, s.Title)
		}
		out = append(out, change{s.ID, m[2], textOf(template.HTML(s.Body)), day})
	}
	return out, nil
}

// textOf drops the markup.
func textOf(page template.HTML) string {
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(string(page)))
	for z.Next() != html.ErrorToken {
		if t := z.Token(); t.Type == html.TextToken {
			out.WriteString(t.Data)
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`
}

// Feed writes the changes as Atom, see feed. It is empty if nothing has changed.
func (b *Book) Feed(base string) ([]byte, error) {
	if len(b.changes) == 0 {
		return nil, nil
	}
	return feed(b.Texts.T("feed.title"), base, b.Site.Dir, b.changes)
}

// feed writes changes as Atom. Addresses are relative to the feed if the build knows no base; ids
// do not depend on it. Where dir is not empty, it is that of a further language.
// Source: RFC 4287, sections 4.1 and 4.2.
func feed(title, base, dir string, changes []change) ([]byte, error) {
	id := "urn:rowkey:" + dir + "changes"
	if base != "" {
		base += dir
	}
	out := struct {
		XMLName xml.Name    `xml:"feed"`
		NS      string      `xml:"xmlns,attr"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Updated string      `xml:"updated"`
		Author  string      `xml:"author>name"`
		Links   []atomLink  `xml:"link"`
		Entries []atomEntry `xml:"entry"`
	}{
		NS: "http://www.w3.org/2005/Atom", ID: id, Title: title, Author: "Rowkey",
		Links: []atomLink{{Href: base + changesPath}},
	}
	if base != "" {
		out.Links = append(out.Links, atomLink{Rel: "self", Href: base + FeedName})
	}
	for _, c := range changes {
		out.Entries = append(out.Entries, atomEntry{
			ID: id + ":" + c.id, Title: c.title, Updated: c.day.Format(time.RFC3339),
			Link: atomLink{Href: base + changesPath + "#" + c.id}, Summary: c.text,
		})
		if out.Updated == "" {
			out.Updated = c.day.Format(time.RFC3339)
		}
	}
	data, err := xml.Marshal(out)
	return append([]byte(xml.Header), data...), err
}
