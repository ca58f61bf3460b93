package rest

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/xmltext"
)

// Account answers what is asked of the service itself: properties and stats. The rest is what restype and
// comp of the query string say.
// Source: Operations on the account (Table service).
func Account(x Exchange, verb, restype, comp string) *Response {
	switch {
	case restype != "service":
		return x.Fail(AtSettings, apierr.New(apierr.InvalidQueryParameter))
	case comp == "properties" && verb == "GET":
		return getProperties(x)
	case comp == "properties" && verb == "PUT":
		return setProperties(x)
	case comp == "stats" && verb == "GET":
		return getStats(x)
	case comp == "properties" || comp == "stats":
		return x.Fail(AtSettings, apierr.New(apierr.UnsupportedHTTPVerb))
	}
	return x.Fail(AtSettings, apierr.New(apierr.InvalidQueryParameter))
}

// getStats answers only at the secondary address; the copy is always up to date.
// Source: Get Table Service Stats.
func getStats(x Exchange) *Response {
	c := x.Core()
	c.NoteOperation("Get"+x.Settings().Service+"ServiceStats", "")
	if !c.Request.Secondary {
		return x.Fail(AtSettings, apierr.New(apierr.InvalidQueryParameter))
	}
	w := xmltext.NewWriter()
	w.Open("StorageServiceStats")
	w.Open("GeoReplication")
	w.Leaf("Status", "live")
	w.Leaf("LastSyncTime", c.Now().Format(TimeFormat))
	w.Close("GeoReplication")
	w.Close("StorageServiceStats")
	return x.Document(200, w.B)
}

// getProperties answers the stored properties, or those of a fresh account.
// Source: Get Table Service Properties.
func getProperties(x Exchange) *Response {
	x.Core().NoteOperation("Get"+x.Settings().Service+"ServiceProperties", "")
	p, err := storedProperties(x)
	if err != nil {
		return x.Fail(AtSettings, err)
	}
	return x.Document(200, p.appendXML())
}

// setProperties stores the sections that the document has; the others stay as they are.
// Source: Set Table Service Properties.
func setProperties(x Exchange) *Response {
	c, settings := x.Core(), x.Settings()
	c.NoteOperation("Set"+settings.Service+"ServiceProperties", "")
	p, err := storedProperties(x)
	if err != nil {
		return x.Fail(AtSettings, err)
	}
	sections, err := p.read(c.Context, c.Body())
	if err == nil && sections == 0 && settings.RefusesEmpty && strings.HasSuffix(strings.TrimSpace(c.Body()), "/>") {
		err = refuseEmpty(c.Body())
	}
	if err != nil {
		return x.Fail(AtSettings, err)
	}
	if err := settings.SetProperties(c.Context, c.Request.Account, string(p.appendXML())); err != nil {
		return x.Fail(AtSettings, err)
	}
	return x.Document(202, nil)
}

// refuseEmpty returns InvalidXmlDocument for a document without sections whose root is one tag; with an end tag of
// its own the service takes it.
// Source: recorded traffic; tests of the client for Go, which run against the service,
// TestAccountDeleteRetentionPolicyNil.
func refuseEmpty(document string) error {
	before, last := "", document
	if i := strings.LastIndexByte(last, '\n'); i >= 0 {
		before, last = last[:i+1], last[i+1:]
	}
	line, column := strconv.Itoa(strings.Count(before, "\n")+1), strconv.Itoa(len(last)+1)
	return apierr.New(apierr.InvalidXMLDocument).
		With("LineNumber", line).With("LinePosition", column).
		With("Reason", "Error parsing Xml content: 'None' is an invalid XmlNodeType. Line "+line+
			", position "+column+".")
}

// storedProperties returns the properties in force.
func storedProperties(x Exchange) (properties, error) {
	c, settings := x.Core(), x.Settings()
	p := freshProperties(settings.Sections)
	text, err := settings.Properties(c.Context, c.Request.Account)
	if err == nil && text != "" {
		_, err = p.read(c.Context, text)
	}
	return p, err
}
