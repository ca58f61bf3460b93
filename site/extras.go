package main

import (
	"encoding/xml"
	"strings"
)

// notFound is the page that hosts show for unknown addresses.
const notFound = "404.html"

// sitemap lists every page that search engines should know. It needs the address of the site.
func sitemap(base string, views []*View) ([]byte, error) {
	type location struct {
		Loc string `xml:"loc"`
	}
	set := struct {
		XMLName xml.Name   `xml:"urlset"`
		NS      string     `xml:"xmlns,attr"`
		URLs    []location `xml:"url"`
	}{NS: "http://www.sitemaps.org/schemas/sitemap/0.9"}
	for _, v := range views {
		if v.Path != notFound {
			set.URLs = append(set.URLs, location{base + v.Path})
		}
	}
	out, err := xml.Marshal(set)
	return append([]byte(xml.Header), out...), err
}

// robots tells search engines where the site map is.
func robots(base string) []byte {
	text := "User-agent: *\nAllow: /\n"
	if base != "" {
		text += "Sitemap: " + base + "sitemap.xml\n"
	}
	return []byte(text)
}

// fileOf returns where a page is written: "learn/" is "learn/index.html".
func fileOf(where string) string {
	if where == "" || strings.HasSuffix(where, "/") {
		return where + "index.html"
	}
	return where
}
