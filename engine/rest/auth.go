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
	query, ok := c.pairs()
	if !ok {
		return c.failGate(apierr.New(apierr.InvalidURI))
	}
	keys := g.Accounts[c.req.Account]
	field, signed := c.req.Header.Lookup("Authorization")
	if signed && !hasPrefixFold(field, "Bearer ") {
		return c.failGate(c.checkKey(field, query, keys))
	}
	if token, given, ok := auth.ParseToken(query); given && !signed {
		return c.failGate(c.checkToken(token, ok, keys))
	}
	switch {
	case !signed && g.Trusting:
		return nil
	case !signed && c.isPublic():
		return nil
	}
	return c.challenge()
}

// pairs returns the options of the query string, decoded; false if they cannot be.
func (c *call) pairs() ([]auth.Pair, bool) {
	var all []auth.Pair
	err := eachOption(c.req.Query, func(name, value string) error {
		all = append(all, auth.Pair{Name: name, Value: value})
		return nil
	})
	return all, err == nil
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

// service returns the service that a request is addressed to, as tokens name it.
func (c *call) service() auth.Service {
	switch c.req.Service {
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
