package client

import "strings"

// element returns the text of the first XML element with a name, as queue answers need it.
func element(xml, name string) (string, bool) {
	open := strings.Index(xml, "<"+name+">")
	if open < 0 {
		return "", false
	}
	text := xml[open+len(name)+2:]
	end := strings.Index(text, "</"+name+">")
	if end < 0 {
		return "", false
	}
	return xmlText.Replace(text[:end]), true
}

var xmlText = strings.NewReplacer(
	"&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&")
