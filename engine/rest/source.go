package rest

import (
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
)

// Within returns the call that reads a URL from a header field of this call. ok is false unless the URL is of the same
// service and account, at the same address: the engine reaches nothing else.
func (c *Call) Within(url string) (source Call, ok bool) {
	r, err := Locate(c.Request.Service, "GET", url)
	if err != nil || r.Account != c.Request.Account || !strings.EqualFold(r.Base, c.Request.Base) {
		return Call{}, false
	}
	r.Remote = c.Request.Remote
	source = c.Part(r)
	source.Token = nil
	return source, true
}

// Signed reports whether the URL of the call brings an access signature.
func (c *Call) Signed() bool { return auth.HasToken(c.Query) }

// Opens checks whether a client that has only the URL of a request, and no key, may send it, and sets the token that is
// in the URL. Errors: those of access signatures, ResourceNotFound or NoAuthenticationInformation for a URL that opens
// nothing.
func (c *Call) Opens(x Exchange) error {
	guard := c.api.guard.Load()
	switch source := x.Core(); {
	case guard.Accounts == nil:
		return nil
	case source.Signed():
		return check(x, "", false, guard.Accounts[source.Request.Account])
	case guard.Trusting, x.Public():
		return nil
	case c.Version < challengeSince:
		return apierr.New(apierr.ResourceNotFound)
	}
	return apierr.New(apierr.NoAuthentication)
}
