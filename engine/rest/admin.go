package rest

import (
	"context"
	"strconv"
	"strings"

	"rowkey/engine/apierr"
)

// settings is the part of a service that keeps its properties as a document.
type settings interface {
	Properties(ctx context.Context, account string) (string, error)
	SetProperties(ctx context.Context, account, document string) error
}

// settings returns those of the service that is asked, and its name.
func (c *call) settings() (settings, string) {
	switch c.req.Service {
	case QueueService:
		return c.api.Queue, "Queue"
	case BlobService:
		return c.api.Blob, "Blob"
	}
	return c.api.Table, "Table"
}

// account answers what is asked of the service itself: properties and stats.
// Source: Operations on the account (Table service).
func (c *call) account() *Response {
	switch {
	case c.options.restype == "" && c.options.comp == "":
		return c.failFront(apierr.New(apierr.InvalidURI))
	case c.options.restype != "service":
		return c.failAdmin(apierr.New(apierr.InvalidQueryParameter))
	case c.options.comp == "properties" && c.verb == "GET":
		return c.getProperties()
	case c.options.comp == "properties" && c.verb == "PUT":
		return c.setProperties()
	case c.options.comp == "stats" && c.verb == "GET":
		return c.getStats()
	case c.options.comp == "properties" || c.options.comp == "stats":
		return c.failAdmin(apierr.New(apierr.UnsupportedHTTPVerb))
	}
	return c.failAdmin(apierr.New(apierr.InvalidQueryParameter))
}

// getStats answers only at the secondary address; the copy is always up to date.
// Source: Get Table Service Stats.
func (c *call) getStats() *Response {
	_, service := c.settings()
	c.name("Get"+service+"ServiceStats", "")
	if !c.req.Secondary {
		return c.failAdmin(apierr.New(apierr.InvalidQueryParameter))
	}
	w := newXML()
	w.open("StorageServiceStats")
	w.open("GeoReplication")
	w.leaf("Status", "live")
	w.leaf("LastSyncTime", c.api.Clock.Now().Format(timeFormat))
	w.close("GeoReplication")
	w.close("StorageServiceStats")
	return c.sendXML(w.b)
}

// getProperties answers the stored properties, or those of a fresh account.
// Source: Get Table Service Properties.
func (c *call) getProperties() *Response {
	_, service := c.settings()
	c.name("Get"+service+"ServiceProperties", "")
	p, err := c.properties()
	if err != nil {
		return c.failAdmin(err)
	}
	return c.sendXML(p.appendXML())
}

// setProperties stores the sections that the document has; the others stay as they are.
// Source: Set Table Service Properties.
func (c *call) setProperties() *Response {
	settings, service := c.settings()
	c.name("Set"+service+"ServiceProperties", "")
	p, err := c.properties()
	if err != nil {
		return c.failAdmin(err)
	}
	if err := c.refuseEmpty(); err != nil {
		return c.failAdmin(err)
	}
	if !p.read(c.body()) {
		return c.failAdmin(apierr.New(apierr.InvalidXMLDocument))
	}
	if err := settings.SetProperties(c.ctx, c.req.Account, string(p.appendXML())); err != nil {
		return c.failAdmin(err)
	}
	return c.sendAdmin(202)
}

// refuseEmpty fails with InvalidXmlDocument if a document for queues or blobs has no sections.
// Source: recorded traffic.
func (c *call) refuseEmpty() error {
	root, ok := parseXML(c.body())
	if c.req.Service == TableService || !ok || len(root.children) > 0 {
		return nil
	}
	before, last := "", c.body()
	if i := strings.LastIndexByte(last, '\n'); i >= 0 {
		before, last = last[:i+1], last[i+1:]
	}
	line, column := strconv.Itoa(strings.Count(before, "\n")+1), strconv.Itoa(len(last)+1)
	return apierr.New(apierr.InvalidXMLDocument).
		With("LineNumber", line).With("LinePosition", column).
		With("Reason", "Error parsing Xml content: 'None' is an invalid XmlNodeType. Line "+line+
			", position "+column+".")
}

func (c *call) properties() (properties, error) {
	settings, service := c.settings()
	p := freshProperties(service == "Blob")
	text, err := settings.Properties(c.ctx, c.req.Account)
	if err == nil && text != "" {
		p.read(text)
	}
	return p, err
}

// sendXML answers a document about the service or about access policies.
func (c *call) sendXML(body []byte) *Response {
	if c.req.Service != TableService {
		r := storageReply{status: 200, contentType: typeXML, body: body}
		r.noCache = c.req.Service == QueueService
		return c.sendStorage(&r)
	}
	return c.send(&reply{status: 200, layer: layerAdmin, contentType: typeXML, body: body})
}

// sendAdmin answers that such a document has been stored.
func (c *call) sendAdmin(status int) *Response {
	if c.req.Service != TableService {
		return c.sendStorage(&storageReply{status: status})
	}
	return c.send(&reply{status: status, layer: layerAdmin})
}
