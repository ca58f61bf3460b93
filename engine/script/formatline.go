package script

import (
	"cmp"
	"slices"
	"strings"
)

// lineKind is what a line of a script is.
type lineKind uint8

const (
	lineNothing   lineKind = iota // there is no line
	lineSeparator                 // ###
	lineMeta                      // # @key
	lineRemark                    // # anything else
	lineCheck                     // # ??
	lineVariable                  // @name = value
	lineRequest
	lineQuery // the query goes on
	lineHeader
	lineBody
	lineUnread // could not be read
)

// kindOf says what a line that is not blank is; request is the line of the request of its block.
func kindOf(l line, at phase, request int) lineKind {
	trimmed := strings.TrimLeft(l.text, " \t")
	switch {
	case isSeparator(l):
		return lineSeparator
	case strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, "//"):
		return kindOfComment(trimmed)
	case strings.HasPrefix(trimmed, "??"):
		return lineCheck
	case variableOf(l.text) != "":
		return lineVariable
	case at == above && l.n == request:
		return lineRequest
	case at == query && (trimmed[0] == '?' || trimmed[0] == '&'):
		return lineQuery
	case at == query, at == head:
		return lineHeader
	case at == body:
		return lineBody
	}
	return lineUnread
}

func kindOfComment(trimmed string) lineKind {
	_, text := cutMarker(trimmed)
	switch {
	case strings.HasPrefix(text, "??"):
		return lineCheck
	case strings.HasPrefix(text, "@") && len(text) > 1 && isLetter(text[1]):
		return lineMeta
	}
	return lineRemark
}

// cutMarker cuts a comment into "#" or "//", "" if it has none, and its text.
func cutMarker(trimmed string) (marker, text string) {
	for _, m := range [...]string{"#", "//"} {
		if rest, ok := strings.CutPrefix(trimmed, m); ok {
			return m, strings.TrimLeft(rest, " \t")
		}
	}
	return "", trimmed
}

// variableOf returns the name that a line defines, "" if it defines none.
func variableOf(text string) string {
	name, _, ok := strings.Cut(text, "=")
	if !ok || !strings.HasPrefix(name, "@") {
		return ""
	}
	if name = strings.TrimSpace(name)[1:]; isName(name) {
		return name
	}
	return ""
}

// tidyLine writes a line in the form of its kind, without white space at the end.
func tidyLine(text string, kind lineKind) string {
	text = strings.TrimRight(text, " \t")
	trimmed := strings.TrimLeft(text, " \t")
	switch kind {
	case lineSeparator:
		return joined("###", strings.TrimSpace(strings.TrimLeft(text, "#")))
	case lineMeta:
		return tidyMeta(trimmed)
	case lineCheck:
		marker, rest := cutMarker(trimmed)
		marker = cmp.Or(marker, "#") // other tools would take "??" for a part of the address
		return joined(marker+" ??", strings.TrimLeft(rest[2:], " \t"))
	case lineVariable:
		name, value, _ := strings.Cut(text, "=")
		return joined(strings.TrimSpace(name)+" =", strings.TrimLeft(value, " \t"))
	case lineRequest:
		return tidyRequest(trimmed)
	case lineQuery:
		return "    " + trimmed
	case lineHeader:
		return tidyHeader(trimmed)
	}
	return text
}

func joined(a, b string) string {
	if b == "" {
		return a
	}
	return a + " " + b
}

func tidyMeta(trimmed string) string {
	marker, text := cutMarker(trimmed)
	end := 1
	for end < len(text) && isLetter(text[end]) {
		end++
	}
	value := strings.TrimLeft(text[end:], " \t")
	if value == text[end:] && value != "" {
		return marker + " " + text // such as "@contoso.com", which is a remark
	}
	return joined(marker+" "+text[:end], value)
}

func tidyRequest(trimmed string) string {
	first, rest, _ := strings.Cut(trimmed, " ")
	if method := strings.ToUpper(first); slices.Contains(methods, method) {
		return joined(method, strings.TrimLeft(rest, " \t"))
	}
	return trimmed
}

// spelled are headers whose usual case is known. The case of others may have a meaning: names of metadata.
var spelled = append([]string{
	"Authorization", "Content-Encoding", "Content-MD5", "DataServiceVersion", "MaxDataServiceVersion", "Origin", "Range",
	"x-ms-client-request-id", "x-ms-date", "x-ms-range", "x-ms-blob-type",
}, knownHeaders...)

func tidyHeader(trimmed string) string {
	name, value, ok := strings.Cut(trimmed, ":")
	if name = strings.TrimRight(name, " \t"); !ok || !isToken(name) {
		return trimmed
	}
	for _, known := range spelled {
		if strings.EqualFold(known, name) {
			name = known
		}
	}
	return joined(name+":", strings.TrimLeft(value, " \t"))
}
