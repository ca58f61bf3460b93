package rest

import (
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
)

// authorizeStorage is authorize for the queue and blob services. Errors also:
// UnauthorizedBlobOverwrite for a token that may create a blob and not change one.
func (c *call) authorizeStorage() error {
	if c.grant == nil {
		return nil
	}
	path, ok := c.decodedPath()
	if !ok {
		return apierr.New(apierr.InvalidURI)
	}
	name, rest, more := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if c.req.Service == QueueService {
		n := c.needOf(c.queueOn(name, rest))
		return c.permits(&n)
	}
	if name != "" && !more && c.options.restype != "container" {
		name, rest = blob.Root, name
	}
	n := c.needOf(blobOn(name, rest))
	if c.grant.public != "" {
		return c.publicPermits(&n)
	}
	if err := c.permits(&n); err != nil {
		return err
	}
	return c.mayOverwrite(&n, c.api.Blob.Container(c.req.Account, name).Blob(rest))
}

// queueOn names what a request to the queue service is on.
func (c *call) queueOn(name, rest string) string {
	switch {
	case name == "":
		return onAccount
	case rest == "":
		return onQueue
	case strings.Contains(rest, "/"):
		return onMessage
	case c.params.get("peekonly") == "true":
		return onPeek
	}
	return onMessages
}

// blobOn names what a request to the blob service is on.
func blobOn(container, name string) string {
	switch {
	case container == "":
		return onAccount
	case name == "":
		return onContainer
	}
	return onBlob
}

// mayOverwrite tells whether a write finds nothing that its token may not change. A token that may
// only create also puts its condition on the write itself: two may write at once.
func (c *call) mayOverwrite(n *need, b blob.Blob) error {
	if n.op != opPutBlob && n.op != opPutList && n.op != opPutBlock || c.grant.token.Allows("w") {
		return nil
	}
	c.grant.createOnly = n.op != opPutBlock
	if _, err := b.Properties(c.ctx, blob.Conditions{}); err == nil {
		return apierr.New(apierr.UnauthorizedBlobOverwrite)
	}
	return nil
}

// isPublic tells whether an anonymous request is a read of a container that is open to everybody,
// and notes how far.
// Source: Overview: Remediating anonymous read access for blob data.
func (c *call) isPublic() bool {
	path, ok := c.decodedPath()
	if !ok || c.req.Service != BlobService || c.req.Method != "GET" && c.req.Method != "HEAD" {
		return false
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	it, err := c.api.Blob.Container(c.req.Account, name).Info(c.ctx)
	if err != nil || it.Public == "" {
		return false
	}
	c.grant = &grant{public: it.Public}
	return true
}

// publicPermits lets everybody read blobs, and in a container that is open as a whole also lists.
// Errors: ResourceNotFound.
func (c *call) publicPermits(n *need) error {
	if n.resource == 'o' && n.all == "r" || n.resource == 'c' && c.grant.public == "container" {
		return nil
	}
	return apierr.New(apierr.ResourceNotFound)
}

// overrideFields sets the fields of the answer that a token for a blob asks for.
// Source: Create a service SAS, "Specifying query parameters to override response headers".
func (c *call) overrideFields(r *Response) *Response {
	if c.grant == nil || r.Status >= 300 || !c.reads() {
		return r
	}
	for _, f := range c.grant.token.Answer() {
		if f.Value != "" {
			r.Header.Set(f.Name, f.Value)
		}
	}
	return r
}
