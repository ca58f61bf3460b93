package pages

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
)

// SiteMap lists every page that search engines should know: those that have a text in their language. It needs the
// address of the site.
func (l Library) SiteMap(base string) ([]byte, error) {
	type location struct {
		Loc string `xml:"loc"`
	}
	set := struct {
		XMLName xml.Name   `xml:"urlset"`
		NS      string     `xml:"xmlns,attr"`
		URLs    []location `xml:"url"`
	}{NS: "http://www.sitemaps.org/schemas/sitemap/0.9"}
	for _, b := range l {
		for _, v := range b.Views {
			if v.Path != NotFound && v.Moved == "" && v.TextLang == v.Lang {
				set.URLs = append(set.URLs, location{base + b.Site.Dir + v.Path})
			}
		}
	}
	out, err := xml.Marshal(set)
	return append([]byte(xml.Header), out...), err
}

// Robots tells search engines where the site map is.
func Robots(base string) []byte {
	text := "User-agent: *\nAllow: /\n"
	if base != "" {
		text += "Sitemap: " + base + "sitemap.xml\n"
	}
	return []byte(text)
}

// LLMs is the list of pages for programs that read texts, in the form of llms.txt: what the site is, then its sections
// with a line for each page. base is the address of the site; without it links are relative to its root.
// Source: llmstxt.org, "Format".
func (l Library) LLMs(base string) []byte {
	var out strings.Builder
	home := l[0].Views[0]
	fmt.Fprintf(&out, "# %s\n\n> %s\n", home.Title, home.Description)
	for _, section := range sections(l[0].Views) {
		fmt.Fprintf(&out, "\n## %s\n\n", section[0].Title)
		for _, v := range section {
			fmt.Fprintf(&out, "- [%s](%s%s): %s\n", v.Title, base, v.Path, v.Description)
		}
	}
	return []byte(out.String())
}

// sections returns pages by the first segment of their address, the index of each first.
func sections(views []*View) [][]*View {
	var list [][]*View
	for _, v := range views {
		if v.Path == "" || v.Path == NotFound || v.Description == "" {
			continue
		}
		if n := len(list); n > 0 && list[n-1][0].Place == v.Place {
			list[n-1] = append(list[n-1], v)
			continue
		}
		list = append(list, []*View{v})
	}
	slices.SortStableFunc(list, func(a, c []*View) int { return len(c) - len(a) })
	return list
}
