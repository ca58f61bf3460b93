package rest

import (
	"rowkey/engine/apierr"
	"rowkey/engine/blob"
)

// authorizeStorage is authorize for the queue and blob services. Errors also:
// UnauthorizedBlobOverwrite for a token that may create a blob and not change one.
func (c *call) authorizeStorage() error {
	if c.grant == nil {
		return nil
	}
	if c.on == onNothing {
		return apierr.New(apierr.InvalidURI)
	}
	n := c.needOf(c.on)
	if c.grant.public != "" {
		return c.publicPermits(&n)
	}
	if err := c.permits(&n); err != nil || c.on != onBlob {
		return err
	}
	return c.mayOverwrite(&n)
}

// mayOverwrite tells whether a write finds nothing that its token may not change. A token that may
// only create also puts its condition on the write itself: two may write at once.
func (c *call) mayOverwrite(n *need) error {
	if n.op != opPutBlob && n.op != opPutList && n.op != opPutBlock || c.grant.token.Allows("w") {
		return nil
	}
	c.grant.createOnly = n.op != opPutBlock
	if _, err := c.theBlob().Properties(c.ctx, blob.Conditions{}); err == nil {
		return apierr.New(apierr.UnauthorizedBlobOverwrite)
	}
	return nil
}

// isPublic tells whether an anonymous request is a read of a container that is open to everybody,
// and notes how far.
// Source: Overview: Remediating anonymous read access for blob data.
func (c *call) isPublic() bool {
	if c.req.Service != BlobService || !c.reads() || c.on != onContainer && c.on != onBlob {
		return false
	}
	it, err := c.theContainer().Info(c.ctx)
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
