package storage

import "rowkey/engine/rest"

// oneBlob runs an operation on a blob. Unknown ones are left out.
func (c *blobCall) oneBlob() *rest.Response {
	if r := c.leasesAndCopies(); r != nil {
		return r
	}
	switch comp := c.comp; {
	case comp == "" && c.Reads():
		return c.getBlob()
	case comp == "" && c.Request.Method == "PUT":
		return c.putBlob()
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
	case comp == "":
		return c.refuseVerb()
	}
	return c.leftOut()
}
