package rest

import (
	"rowkey/engine/apierr"
)

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
	c.name("GetTableServiceStats", "")
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
	c.name("GetTableServiceProperties", "")
	p, err := c.properties()
	if err != nil {
		return c.failAdmin(err)
	}
	return c.sendXML(p.appendXML())
}

// setProperties stores the sections that the document has; the others stay as they are.
// Source: Set Table Service Properties.
func (c *call) setProperties() *Response {
	c.name("SetTableServiceProperties", "")
	p, err := c.properties()
	if err != nil {
		return c.failAdmin(err)
	}
	if !p.read(string(c.req.Body)) {
		return c.failAdmin(apierr.New(apierr.InvalidXMLDocument))
	}
	if err := c.api.Table.SetProperties(c.ctx, c.req.Account, string(p.appendXML())); err != nil {
		return c.failAdmin(err)
	}
	return c.send(&reply{status: 202, layer: layerAdmin})
}

func (c *call) properties() (properties, error) {
	p := freshProperties()
	text, err := c.api.Table.Properties(c.ctx, c.req.Account)
	if err == nil && text != "" {
		p.read(text)
	}
	return p, err
}

func (c *call) sendXML(body []byte) *Response {
	return c.send(&reply{status: 200, layer: layerAdmin, contentType: typeXML, body: body})
}
