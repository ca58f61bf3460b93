package storage

import (
	"strings"

	"rowkey/engine/rest"
)

// oneBlob runs an operation on a blob. Unknown ones are left out.
func (c *blobCall) oneBlob() *rest.Response {
	switch comp := c.comp; {
	case comp == "" && c.Reads():
		return c.getBlob()
	case comp == "" && c.Request.Method == "PUT":
		return c.makeBlob()
	case comp == "" && c.Request.Method == "DELETE":
		return c.deleteBlob()
	case comp == "metadata" && c.Reads():
		return c.getBlobMetadata()
	case comp == "metadata" && c.Request.Method == "PUT":
		return c.setBlobMetadata()
	case comp == "properties" && c.Request.Method == "PUT":
		return c.setBlobProperties()
	case comp == "block" && c.Request.Method == "PUT":
		return c.putBlock()
	case comp == "blocklist" && c.Request.Method == "PUT":
		return c.putBlockList()
	case comp == "blocklist" && c.Request.Method == "GET":
		return c.getBlockList()
	case comp == "appendblock" && c.Request.Method == "PUT":
		return c.appendBlock()
	case comp == "lease" && c.Request.Method == "PUT":
		return c.leaseBlob()
	case comp == "copy" && c.Request.Method == "PUT":
		return c.abortCopy()
	case comp == "":
		return c.refuseVerb()
	}
	return c.leftOut()
}

// makeBlob makes a whole blob, of bytes or of another blob.
func (c *blobCall) makeBlob() *rest.Response {
	switch _, typed := c.Request.Header.Lookup(fieldType); {
	case !c.hasSource():
		return c.putBlob()
	case typed:
		return c.putBlobFromURL()
	case strings.EqualFold(c.Request.Header.Get("x-ms-requires-sync"), "true"):
		return c.copyFromURL()
	}
	return c.copyBlob()
}
