package rest

import (
	"context"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
	"rowkey/engine/table"
)

// grant is what somebody other than the owner of the account may do.
type grant struct {
	token      auth.Token
	public     string // without a token: how far a container is open, "blob" or "container"
	createOnly bool   // nothing may be overwritten
}

// within returns the keys that the token is for.
func (g *grant) within() table.Range {
	if g == nil {
		return table.Range{}
	}
	t := &g.token
	return table.Range{
		StartPartition: t.StartPartition, StartRow: t.StartRow,
		EndPartition: t.EndPartition, EndRow: t.EndRow,
	}
}

func (g *grant) contains(pk, rk string) bool {
	r := g.within()
	return r.Contains(pk, rk)
}

// checkToken checks a shared access signature, apart from what it permits. ok says that it is
// complete. Errors: AuthenticationFailed and those of [auth.Token.Admit].
// Source: Delegate access with a shared access signature.
func (c *call) checkToken(t auth.Token, ok bool, keys []auth.Key) error {
	resource := c.signedResource(&t)
	if !ok || resource == "" || !t.Verify(c.req.Service.signed(), c.req.Account, resource, keys) {
		return apierr.New(apierr.AuthenticationFailed)
	}
	if err := c.adopt(&t, resource); err != nil {
		return err
	}
	if err := t.Admit(c.api.Clock.Now(), c.req.Remote, c.req.secure()); err != nil {
		return err
	}
	c.grant = &grant{token: t}
	return nil
}

// signedResource names what a token has to be signed for: a table as the token says, anything else as
// the request is routed. It is "" if there is nothing, and a word without meaning for an account SAS.
func (c *call) signedResource(t *auth.Token) string {
	switch {
	case t.ForAccount():
		return "account"
	case c.req.Service == TableService:
		return t.Table
	case c.req.Service == QueueService || t.Resource == "c":
		return c.thing
	case t.Resource == "b" && c.on == onBlob:
		return c.thing + "/" + c.item
	}
	return ""
}

// adopt adds what the stored access policy says that the token names.
func (c *call) adopt(t *auth.Token, resource string) error {
	if t.Policy == "" {
		return nil
	}
	document, err := c.storedPolicies(resource)
	if apierr.Of(err) == apierr.InternalError {
		return err
	}
	list, _ := readPolicies(document)
	for _, p := range list {
		if p.id == t.Policy && t.Adopt(p.start, p.expiry, p.permission) {
			return nil
		}
	}
	return apierr.New(apierr.AuthenticationFailed)
}

// storedPolicies returns the document of the table, the queue or the container of a token.
func (c *call) storedPolicies(resource string) (string, error) {
	var of interface {
		Policies(context.Context) (string, error)
	}
	switch c.req.Service {
	case QueueService:
		of = c.api.Queue.Queue(c.req.Account, resource)
	case BlobService:
		container, _, _ := strings.Cut(resource, "/")
		it, err := c.api.Blob.Container(c.req.Account, container).Info(c.ctx)
		return it.Policies, err
	default:
		of = c.api.Table.Table(c.req.Account, resource)
	}
	return of.Policies(c.ctx)
}
