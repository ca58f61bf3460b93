package storage

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
	"rowkey/engine/rest"
	"rowkey/engine/xmltext"
)

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
	p := c.Query
	l := listing{p.Get("prefix"), p.Get("marker"), p.Get("delimiter"), 0, p.Get("include")}
	n, err := c.number("maxresults", catalog.MaxPage)
	if err == nil && n < 1 {
		err = apierr.OutOfRange("maxresults", p.Get("maxresults"), 1, catalog.MaxPage)
	}
	l.top = int(min(n, catalog.MaxPage))
	return l, err
}

// includes reports whether a word is asked for.
func (l *listing) includes(word string) bool {
	return slices.ContainsFunc(strings.Split(l.include, ","), func(w string) bool { return strings.TrimSpace(w) == word })
}

// nameMarker names the next queue or container of a list; what a marker means to clients is opaque.
// Source: recorded traffic.
func (c *call) nameMarker(name string) string {
	if name == "" {
		return ""
	}
	return "/" + c.Request.Account + "/" + name
}

// markedName returns the name in a marker, "" in none. Errors: InvalidQueryParameterValue.
func markedName(operation, marker string) (string, error) {
	account, name, ok := strings.Cut(strings.TrimPrefix(marker, "/"), "/")
	if marker != "" && (!ok || account == "" || name == "") {
		return "", apierr.InvalidQuery("marker", marker, "Invalid "+operation+" marker.")
	}
	return name, nil
}

// page reads what a list of queues or containers asks for, and returns one page of it.
func (c *call) page(
	operation string, list func(_ context.Context, account, prefix, from string, top int) ([]catalog.Item, string, error),
) (l listing, items []catalog.Item, next string, err error) {
	c.NoteOperation(operation, "")
	l, err = c.readListing()
	from, wrong := markedName(operation, l.marker)
	if err = cmp.Or(err, wrong); err == nil {
		items, next, err = list(c.Context, c.Request.Account, l.prefix, from, l.top)
	}
	return l, items, next, err
}

// openList begins a list and repeats what was asked for.
func (c *call) openList(l *listing, attributes ...xmltext.Attribute) *xmltext.Writer {
	w := xmltext.NewWriter()
	w.Open("EnumerationResults", append([]xmltext.Attribute{{Name: "ServiceEndpoint", Value: c.Base()}}, attributes...)...)
	asked := [...]rest.Field{
		{Name: "Prefix", Value: l.prefix}, {Name: "Marker", Value: l.marker},
		{Name: "MaxResults", Value: c.Query.Get("maxresults")},
		{Name: "Delimiter", Value: l.delimiter},
	}
	for _, f := range asked {
		if f.Value != "" {
			w.Leaf(f.Name, f.Value)
		}
	}
	return w
}

// sendList ends a list and answers it.
func (c *call) sendList(w *xmltext.Writer, marker string, noCache bool) *rest.Response {
	w.Leaf("NextMarker", marker)
	w.Close("EnumerationResults")
	return c.send(&reply{status: 200, noCache: noCache, contentType: rest.TypeXML, body: w.B})
}
