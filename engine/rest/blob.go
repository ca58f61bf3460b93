package rest

import (
	"rowkey/engine/apierr"
	"rowkey/engine/blob"
)

// maxBlobBody is the largest body of a request to the blob service, in bytes. The service allows
// more; this is what one value of the store should hold.
const maxBlobBody = 64 << 20

// blob finds the operation on containers and blobs that method and path ask for, and runs it.
// Source: Blob service REST API, "Naming and referencing containers, blobs and metadata".
func (c *call) blob() *Response {
	if err := c.readParams(); err != nil {
		return c.failStorage(err)
	}
	if c.leavesOut() {
		return c.leftOut()
	}
	if err := c.authorizeStorage(); err != nil {
		return c.failStorage(err)
	}
	if err := c.exceeds(maxBlobBody); err != nil {
		return c.failStorage(err)
	}
	if c.req.Secondary && !c.reads() {
		return c.failStorage(apierr.New(apierr.InsufficientPermissions))
	}
	return c.overrideFields(c.blobResource())
}

// blobResource runs an operation on what the path names.
func (c *call) blobResource() *Response {
	switch c.on {
	case onNothing:
		return c.failStorage(apierr.New(apierr.InvalidURI))
	case onAccount:
		return c.blobAccount()
	}
	if err := blob.CheckName(c.thing); err != nil {
		return c.failStorage(err)
	}
	var err error
	if c.cond, err = c.conditions(); err != nil {
		return c.failStorage(err)
	}
	if c.on == onContainer {
		return c.oneContainer()
	}
	return c.oneBlob()
}

func (c *call) blobAccount() *Response {
	switch {
	case c.options.comp == "list" && c.verb == "GET":
		return c.listContainers()
	case c.options.comp == "properties" || c.options.comp == "stats" || c.options.comp == "":
		return c.account()
	}
	return c.leftOut()
}

// oneBlob runs an operation on a blob. Those that are not known are left out.
func (c *call) oneBlob() *Response {
	switch comp := c.options.comp; {
	case comp == "" && c.reads():
		return c.getBlob()
	case comp == "" && c.verb == "PUT":
		return c.putBlob()
	case comp == "" && c.verb == "DELETE":
		return c.deleteBlob()
	case comp == "metadata" && c.reads():
		return c.getBlobMetadata()
	case comp == "metadata" && c.verb == "PUT":
		return c.setBlobMetadata()
	case comp == "properties" && c.verb == "PUT":
		return c.setBlobProperties()
	case comp == "block" && c.verb == "PUT":
		return c.putBlock()
	case comp == "blocklist" && c.verb == "PUT":
		return c.putBlockList()
	case comp == "blocklist" && c.verb == "GET":
		return c.getBlockList()
	case comp == "appendblock" && c.verb == "PUT":
		return c.appendBlock()
	case comp == "":
		return c.refuseVerb()
	}
	return c.leftOut()
}

// theContainer returns the container that the path names.
func (c *call) theContainer() blob.Container { return c.api.Blob.Container(c.req.Account, c.thing) }

// theBlob returns the blob that the path names.
func (c *call) theBlob() blob.Blob { return c.theContainer().Blob(c.item) }

// conditions reads the four conditional header fields. Errors: InvalidHeaderValue.
// Source: Specifying conditional headers for Blob service operations.
func (c *call) conditions() (blob.Conditions, error) {
	cond := blob.Conditions{IfMatch: c.fields.ifMatch, IfNoneMatch: c.fields.ifNoneMatch}
	if c.grant != nil && c.grant.createOnly {
		cond.IfNoneMatch = "*"
	}
	var err error
	if cond.IfModifiedSince, err = c.readTime("If-Modified-Since"); err != nil {
		return cond, err
	}
	cond.IfUnmodifiedSince, err = c.readTime("If-Unmodified-Since")
	return cond, err
}
