package pages

import (
	"encoding/xml"
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
