//go:build !js

package storage

import (
	"strings"

	"rowkey/engine/rest"
)

// What a browser goes without: nothing here.
var (
	browserFields []string
	browserComps  []string
)

// leasesAndCopies runs an operation on a lease, or one that reads a URL. It returns nil for all others.
func (c *blobCall) leasesAndCopies() *rest.Response {
	switch container := c.on == rest.OnContainer; {
	case c.Request.Method != "PUT":
		return nil
	case c.comp == "lease" && container:
		return leases{c}.leaseContainer()
	case container:
		return nil
	case c.comp == "lease":
		return leases{c}.leaseBlob()
	case c.comp == "copy":
		return copies{c}.abortCopy()
	case c.comp == "" && c.hasSource():
		return c.makeOfSource()
	}
	return nil
}

// makeOfSource makes a whole blob of another one.
func (c *blobCall) makeOfSource() *rest.Response {
	switch _, typed := c.Request.Header.Lookup(fieldType); {
	case typed:
		return copies{c}.putBlobFromURL()
	case strings.EqualFold(c.Request.Header.Get("x-ms-requires-sync"), "true"):
		return copies{c}.copyFromURL()
	}
	return copies{c}.copyBlob()
}
