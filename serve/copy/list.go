package copy

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"

	"rowkey/engine/rest"
)

// item is a queue, a container or a blob in a list.
type item struct {
	Name     string
	Metadata struct {
		All []element `xml:",any"`
	}
	Properties struct {
		All []element `xml:",any"`
	}
}

// element is a name with a value.
type element struct {
	XMLName xml.Name
	Value   string `xml:",chardata"`
}

// metadata are the fields that give an item its metadata.
func (i *item) metadata() rest.Header {
	var h rest.Header
	for _, m := range i.Metadata.All {
		h = append(h, rest.Field{Name: "x-ms-meta-" + m.XMLName.Local, Value: m.Value})
	}
	return h
}

// property returns a property of a blob, "" if it has none.
func (i *item) property(name string) string {
	for _, p := range i.Properties.All {
		if strings.EqualFold(p.XMLName.Local, name) {
			return p.Value
		}
	}
	return ""
}

// list lists queues or containers whose names are wanted.
func (p *place) list(ctx context.Context, s rest.Service, path, query string, wanted patterns) ([]item, error) {
	var all []item
	var pages marks
	for marker := ""; ; {
		some, next, err := p.listPage(ctx, s, path, query, marker)
		if err != nil {
			return nil, err
		}
		for _, one := range some {
			if err := p.checkName(one.Name); err != nil {
				return nil, err
			}
			if wanted.match(one.Name) {
				all = append(all, one)
			}
		}
		if err := cmp.Or(pages.next(next, len(some)), checkCount(len(all))); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		if marker = next; marker == "" {
			return all, nil
		}
	}
}

// listPage lists one page, and returns where the next one begins, "" at the end.
func (p *place) listPage(ctx context.Context, s rest.Service, path, query, marker string) ([]item, string, error) {
	if marker != "" {
		query += "&marker=" + url.QueryEscape(marker)
	}
	res, err := p.ask(ctx, &question{service: s, method: "GET", path: path, query: query})
	if err != nil {
		return nil, "", err
	}
	var list struct {
		Queues     []item `xml:"Queues>Queue"`
		Containers []item `xml:"Containers>Container"`
		Blobs      []item `xml:"Blobs>Blob"`
		NextMarker string
	}
	if err := xml.Unmarshal(res.Bytes(), &list); err != nil {
		return nil, "", fmt.Errorf("%s: the list cannot be read: %w", p.name, err)
	}
	return append(append(list.Queues, list.Containers...), list.Blobs...), list.NextMarker, nil
}
