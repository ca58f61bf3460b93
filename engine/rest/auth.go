package rest

import (
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
)

// Guard says whose requests are answered. The zero Guard answers everybody's.
type Guard struct {
	Accounts auth.Accounts // nil checks nothing; an account that is not among them has no key
	Trusting bool          // a request without credentials is one of the owner of the account
}

// SetGuard changes the guard for the requests that follow.
func (a *API) SetGuard(g Guard) { a.guard.Store(&g) }

// Guard returns the guard in force.
func (a *API) Guard() Guard { return *a.guard.Load() }

// authenticate finds out who asks: the owner of the account, who signs with its key, or somebody
// who holds a shared access signature. A preflight has no credentials.
// Source: Authorize requests to Azure Storage.
func authenticate(next step) step {
	return func(c *call) *Response {
		guard := c.api.guard.Load()
		if guard.Accounts == nil || c.req.Method == "OPTIONS" {
			return next(c)
		}
		if r := c.admit(guard); r != nil {
			return r
		}
		return next(c)
	}
}

// admit returns nil for a request that may go on, with c.grant set unless it is the owner's, else
// the refusal.
func (c *call) admit(g *Guard) *Response {
	if !c.legible {
		return c.failGate(apierr.New(apierr.InvalidURI))
	}
	if !signed(c.req.Header, c.query) {
		if g.Trusting || c.isPublic() {
			return nil
		}
		return c.challenge()
	}
	keys := g.Accounts[c.req.Account]
	switch field, ok := c.req.Header.Lookup("Authorization"); {
	case ok && hasPrefixFold(field, "Bearer "):
		return c.challenge()
	case ok:
		return c.failGate(c.checkKey(field, keys))
	}
	token, _, complete := auth.ParseToken(c.query)
	return c.failGate(c.checkToken(token, complete, keys))
}

// Signed tells whether a request brings credentials, good ones or not: an Authorization field, or a
// shared access signature. An API with a guard verifies those of every request that does, and answers
// no other unless Guard.Trusting or the container says so.
func (r *Request) Signed() bool {
	query, _ := readQuery(r.Query)
	return signed(r.Header, query)
}

func signed(h Header, query []auth.Pair) bool {
	_, ok := h.Lookup("Authorization")
	return ok || auth.HasToken(query)
}

// failGate answers a request that is refused before its operation is known: an error of the front
// end. nil is no refusal.
func (c *call) failGate(err error) *Response {
	switch {
	case err == nil:
		return nil
	case c.req.Service == TableService:
		return c.failFront(err)
	}
	return c.failStorageFront(err)
}

// Versions before this one do not tell an anonymous client that there is anything.
const challengeSince = "2019-12-12"

// challengeValue names no tenant: tokens of a directory are not accepted here.
const challengeValue = "Bearer authorization_uri=https://login.microsoftonline.com/" +
	"00000000-0000-0000-0000-000000000000/oauth2/authorize resource_id=https://storage.azure.com"

// challenge answers a request without credentials that are of use.
// Source: Authorize with Microsoft Entra ID, "Bearer challenge"; recorded traffic for the fields.
func (c *call) challenge() *Response {
	if c.version < challengeSince {
		return c.failGate(apierr.New(apierr.ResourceNotFound))
	}
	err := apierr.New(apierr.NoAuthentication)
	field := Field{"WWW-Authenticate", challengeValue}
	if c.req.Service != TableService {
		return c.failStorageWith(err, 0, field)
	}
	r := c.frontReply(err)
	r.layer, r.challenge = layerAdmin, challengeValue
	return c.send(r)
}

// signed is the service as signatures name it.
func (s Service) signed() auth.Service {
	switch s {
	case QueueService:
		return auth.Queue
	case BlobService:
		return auth.Blob
	}
	return auth.Table
}

// secure tells whether the request came over https.
func (r *Request) secure() bool { return strings.HasPrefix(r.Base, "https://") }

// fullPath is the path of the URL as it was sent: in path style it begins with the account.
func (r *Request) fullPath() string {
	_, host, _ := strings.Cut(r.Base, "://")
	if slash := strings.IndexByte(host, '/'); slash >= 0 {
		return host[slash:] + r.Path
	}
	return r.Path
}
