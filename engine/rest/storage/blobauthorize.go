package storage

import (
	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/rest"
)

// authorize checks whether the caller may run the operation that the request names. Errors: those of
// [rest.Call.Permits], InvalidUri for a path that names nothing, ResourceNotFound for an anonymous client,
// UnauthorizedBlobOverwrite for a token that may create a blob and not change one.
func (c *blobCall) authorize() error {
	if c.Token == nil && c.public == "" {
		return nil
	}
	if c.on == rest.OnNothing {
		return apierr.New(apierr.InvalidURI)
	}
	n := rest.NeedOf(c.on, c.Request.Method, c.comp)
	if c.public != "" {
		return c.publicPermits(&n)
	}
	if c.comp == "lease" && c.Request.Header.Get(fieldAction) == "break" {
		n.All, n.Any = "", "wd"
	}
	covered := n.Resource == 'o'
	if n.On == rest.OnContainer {
		covered = n.Comp == "list" && c.Token.Resource == "c"
	}
	if err := c.Permits(&n, covered); err != nil || c.on != rest.OnBlob {
		return err
	}
	return c.mayOverwrite(&n)
}

// mayOverwrite checks whether a write finds nothing that its token may not change. A token that may
// only create also puts its condition on the write itself: two clients may write at once.
func (c *blobCall) mayOverwrite(n *rest.Need) error {
	if n.Op != rest.OpPutBlob && n.Op != rest.OpPutBlockList && n.Op != rest.OpPutBlock || c.Token.Allows("w") {
		return nil
	}
	c.createOnly = n.Op != rest.OpPutBlock
	if _, err := c.theBlob().Properties(c.Context, blob.Conditions{}); err == nil {
		return apierr.New(apierr.UnauthorizedBlobOverwrite)
	}
	return nil
}

// Public implements [rest.Exchange]: an anonymous request may be a read of a public container.
// Source: Overview: Remediating anonymous read access for blob data.
func (c *blobCall) Public() bool {
	if !c.Reads() || c.on != rest.OnContainer && c.on != rest.OnBlob {
		return false
	}
	it, err := c.theContainer().Info(c.Context)
	if err != nil || it.Public == "" {
		return false
	}
	c.public = it.Public
	return true
}

// publicPermits lets anonymous clients read blobs and, in a container that is open as a whole, lists.
// Errors: ResourceNotFound.
func (c *blobCall) publicPermits(n *rest.Need) error {
	if n.Resource == 'o' && n.All == "r" || n.Resource == 'c' && c.public == "container" {
		return nil
	}
	return apierr.New(apierr.ResourceNotFound)
}

// overrideFields sets the fields of the answer that a token for a blob asks for.
// Source: Create a service SAS, "Specifying query parameters to override response headers".
func (c *blobCall) overrideFields(r *rest.Response) *rest.Response {
	if c.Token == nil || r.Status >= 300 || !c.Reads() {
		return r
	}
	for _, f := range c.Token.Answer() {
		if f.Value != "" {
			r.Header.Set(f.Name, f.Value)
		}
	}
	return r
}
