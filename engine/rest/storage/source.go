package storage

import "rowkey/engine/blob"

const fieldSource = "x-ms-copy-source"

// source is the blob that a request names by a URL, and what has been read of it.
type source struct {
	blob.Blob
	url   string
	cond  blob.Conditions
	p     blob.Properties
	bytes string
}

func (c *blobCall) hasSource() bool {
	_, ok := c.Request.Header.Lookup(fieldSource)
	return ok
}

// payload is what the request brings: its body, or what its source holds.
func (c *blobCall) payload() string {
	if c.source != nil {
		return c.source.bytes
	}
	return c.Body()
}
