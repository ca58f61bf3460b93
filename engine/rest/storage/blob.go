package storage

import "rowkey/engine/rest"

// oneBlob runs an operation on a blob. Unknown ones are left out.
func (c *blobCall) oneBlob() *rest.Response {
	if r := c.leasesAndCopies(); r != nil {
		return r
	}
	switch comp := c.comp; {
	case comp == "" && c.Reads():
		return blobs{c}.getBlob()
	case comp == "" && c.Request.Method == "PUT":
		return blobs{c}.putBlob()
	case comp == "" && c.Request.Method == "DELETE":
		return blobs{c}.deleteBlob()
	case comp == "metadata" && c.Reads():
		return blobs{c}.getBlobMetadata()
	case comp == "metadata" && c.Request.Method == "PUT":
		return blobs{c}.setBlobMetadata()
	case comp == "properties" && c.Request.Method == "PUT":
		return blobs{c}.setBlobProperties()
	case comp == "block" && c.Request.Method == "PUT":
		return blocks{c}.putBlock()
	case comp == "blocklist" && c.Request.Method == "PUT":
		return blocks{c}.putBlockList()
	case comp == "blocklist" && c.Request.Method == "GET":
		return blocks{c}.getBlockList()
	case comp == "appendblock" && c.Request.Method == "PUT":
		return blocks{c}.appendBlock()
	case comp == "":
		return c.refuseVerb()
	}
	return c.leftOut()
}
