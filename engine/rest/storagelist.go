package rest

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
	"rowkey/engine/catalog"
)

// params are the decoded options of a query string, in their order.
type params []auth.Pair

// readParams reads what names the operation of a request to the queue or blob service.
// Errors: InvalidUri.
func (c *call) readParams() error {
	for i := range c.query {
		c.legible = c.legible && utf8.ValidString(c.query[i].Value)
	}
	if !c.legible {
		return apierr.New(apierr.InvalidURI)
	}
	c.verb = c.req.Method
	c.options.restype, c.options.comp = c.params.get("restype"), c.params.get("comp")
	return nil
}

func (p params) get(name string) string {
	value, _ := auth.Lookup(p, name)
	return value
}

func (p params) has(name string) bool {
	_, ok := auth.Lookup(p, name)
	return ok
}

// number returns an option that is a number. Errors: InvalidQueryParameterValue.
func (p params) number(name string, absent int64) (int64, error) {
	value, ok := auth.Lookup(p, name)
	if !ok {
		return absent, nil
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return 0, apierr.InvalidQuery(name, value, "Not a valid number.")
	}
	return n, nil
}

// listing is what a request for a page of a list asks for.
type listing struct {
	prefix, marker, delimiter string
	top                       int
	include                   string // words between commas
}

// readListing reads the options that all lists have. More results than a page holds may be asked
// for. Errors: OutOfRangeQueryParameterValue, InvalidQueryParameterValue.
// Source: List Queues; List Containers; List Blobs.
func (c *call) readListing() (listing, error) {
	p := c.params
	l := listing{p.get("prefix"), p.get("marker"), p.get("delimiter"), 0, p.get("include")}
	n, err := p.number("maxresults", catalog.MaxPage)
	if err == nil && n < 1 {
		err = apierr.OutOfRange("maxresults", p.get("maxresults"), 1, catalog.MaxPage)
	}
	l.top = int(min(n, catalog.MaxPage))
	return l, err
}

// includes tells whether a word is asked for.
func (l *listing) includes(word string) bool {
	for w := range strings.SplitSeq(l.include, ",") {
		if strings.TrimSpace(w) == word {
			return true
		}
	}
	return false
}

// nameMarker names the next queue or container of a list; what a marker means to clients is opaque.
// Source: recorded traffic.
func (c *call) nameMarker(name string) string {
	if name == "" {
		return ""
	}
	return "/" + c.req.Account + "/" + name
}

// markedName returns the name in a marker, "" in none. Errors: InvalidQueryParameterValue.
func markedName(marker string) (string, error) {
	account, name, ok := strings.Cut(strings.TrimPrefix(marker, "/"), "/")
	if marker != "" && (!ok || account == "" || name == "") {
		return "", apierr.InvalidQuery("marker", marker, "Invalid ListQueues marker.")
	}
	return name, nil
}

// openList begins a list and repeats what was asked for.
func (c *call) openList(l *listing, attributes ...Field) *xmlWriter {
	w := newXML()
	w.open("EnumerationResults", append([]Field{{"ServiceEndpoint", c.base()}}, attributes...)...)
	asked := [...]Field{
		{"Prefix", l.prefix}, {"Marker", l.marker}, {"MaxResults", c.params.get("maxresults")},
		{"Delimiter", l.delimiter},
	}
	for _, f := range asked {
		if f.Value != "" {
			w.leaf(f.Name, f.Value)
		}
	}
	return w
}

// sendList ends a list and answers it.
func (c *call) sendList(w *xmlWriter, marker string, noCache bool) *Response {
	w.leaf("NextMarker", marker)
	w.close("EnumerationResults")
	return c.sendStorage(&storageReply{status: 200, noCache: noCache, contentType: typeXML, body: w.b})
}

// metadata writes the pairs of a line of a list.
func (w *xmlWriter) metadata(m catalog.Metadata) {
	w.list("Metadata", len(m), func(i int) { w.leaf(m[i].Name, m[i].Value) })
}
