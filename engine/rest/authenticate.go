package rest

import (
	"strings"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
)

// Guard says whose requests are answered. The zero Guard answers all.
type Guard struct {
	Accounts auth.Accounts // nil checks nothing; an account that is not among them has no key
	Bearer   bool          // tokens of a directory are taken, unsigned ones too
	Trusting bool          // a request without credentials is one of the owner of the account
}

// SetGuard changes the guard for the requests that follow.
func (a *API) SetGuard(g Guard) { a.guard.Store(&g) }

// Guard returns the guard in force.
func (a *API) Guard() Guard { return *a.guard.Load() }

// authenticate finds out whose request it is: that of the owner of the account, signed with its key, or that of a
// client with a shared access signature. A preflight has no credentials.
// Source: Authorize requests to Azure Storage.
func authenticate(next step) step {
	return func(x Exchange) *Response {
		c := x.Core()
		guard := c.api.guard.Load()
		if guard.Accounts == nil || c.Request.Method == "OPTIONS" {
			return next(x)
		}
		if r := admit(x, guard); r != nil {
			return r
		}
		return next(x)
	}
}

// admit returns nil for a request that may go on, with the token of the call set unless it is the owner's,
// else the refusal.
func admit(x Exchange, g *Guard) *Response {
	c := x.Core()
	if !c.Legible {
		return x.Fail(AtFront, apierr.New(apierr.InvalidURI))
	}
	if !signed(c.Request.Header, c.Query) {
		if g.Trusting || x.Public() {
			return nil
		}
		return challenge(x)
	}
	field, ok := c.Request.Header.Lookup("Authorization")
	if ok && HasPrefixFold(field, "Bearer ") {
		return admitBearer(x, g, field)
	}
	if err := check(x, field, ok, g.Accounts[c.Request.Account]); err != nil {
		return x.Fail(AtFront, err)
	}
	return nil
}

// check checks the credentials of a request: its Authorization field, or its token without one.
func check(x Exchange, field string, ok bool, keys []auth.Key) error {
	if ok {
		return x.Core().checkKey(field, keys)
	}
	token, _, complete := auth.ParseToken(x.Core().Query)
	return checkToken(x, token, complete, keys)
}

// Signed reports whether a request brings credentials, good ones or not: an Authorization field, or a
// shared access signature. An API with a guard verifies those of every request that does, and answers
// no other unless Guard.Trusting or the container says so.
func (r *Request) Signed() bool {
	query, _ := readParams(r.Query)
	return signed(r.Header, query)
}

func signed(h Header, query Params) bool {
	_, ok := h.Lookup("Authorization")
	return ok || auth.HasToken(query)
}

// Versions before this one do not let an anonymous client know what exists.
const challengeSince = "2019-12-12"

// challengeValue names no tenant: there is no directory here.
const challengeValue = "Bearer authorization_uri=https://login.microsoftonline.com/" +
	"00000000-0000-0000-0000-000000000000/oauth2/authorize resource_id=https://storage.azure.com"

// challenge answers a request without usable credentials.
// Source: Authorize with Microsoft Entra ID, "Bearer challenge"; recorded traffic for the fields.
func challenge(x Exchange) *Response {
	if x.Core().Version < challengeSince {
		return x.Fail(AtFront, apierr.New(apierr.ResourceNotFound))
	}
	return x.Fail(AtCredential, apierr.New(apierr.NoAuthentication),
		Field{Name: "WWW-Authenticate", Value: challengeValue})
}

// admitBearer returns nil for a request with a token that is taken. Access policies are never changed with one.
// Source: Authorize with Microsoft Entra ID; recorded traffic for access policies.
func admitBearer(x Exchange, g *Guard, field string) *Response {
	c := x.Core()
	if !g.Bearer || c.Query.Get("comp") == "acl" {
		return refuseBearer(x)
	}
	err := apierr.New(apierr.AuthenticationFailed)
	_, known := g.Accounts[c.Request.Account]
	_, token, _ := strings.Cut(field, " ")
	if !known || !c.Request.secure() || auth.CheckBearer(token, c.Request.Account, c.wall()) != nil {
		return x.Fail(AtFront, err)
	}
	return nil
}

// refuseBearer answers a token of a directory where none is accepted; old versions know of none.
// Source: recorded traffic.
func refuseBearer(x Exchange) *Response {
	if x.Core().Version < challengeSince {
		return x.Fail(AtFront, apierr.New(apierr.InvalidAuthenticationInfo))
	}
	return challenge(x)
}

// secure reports whether the request came over https.
func (r *Request) secure() bool { return strings.HasPrefix(r.Base, "https://") }

// fullPath is the path of the URL as it was sent: in path style it begins with the account.
func (r *Request) fullPath() string {
	_, host, _ := strings.Cut(r.Base, "://")
	if slash := strings.IndexByte(host, '/'); slash >= 0 {
		return host[slash:] + r.Path
	}
	return r.Path
}

// checkKey checks the signature of the owner of the account.
// Errors: InvalidAuthenticationInfo, AuthenticationFailed.
// Source: Authorize with Shared Key.
func (c *Call) checkKey(field string, keys []auth.Key) error {
	credential, ok := auth.ParseAuthorization(field)
	if !ok {
		return apierr.New(apierr.InvalidAuthenticationInfo)
	}
	m := c.Request.message(c.Query)
	if credential.Account != c.Request.Account || !c.recent(m.Date()) || !credential.Verify(m, keys) {
		return apierr.New(apierr.AuthenticationFailed)
	}
	return nil
}

// Message returns the request as its signature covers it; both sides sign this. It has no options
// that cannot be decoded: the service refuses them.
func (r *Request) Message() *auth.Message {
	query, _ := readParams(r.Query)
	return r.message(query)
}

func (r *Request) message(query Params) *auth.Message {
	return &auth.Message{
		Service: r.Service, Method: r.Method, Account: r.Account, Path: r.fullPath(),
		Options: query, Header: r.Header, Size: len(r.Body),
	}
}

// Sign dates a request and signs it with a key of its account. path is what is sent, where a library has
// escaped more than the request; "" is the path of the request.
// Source: Authorize with Shared Key.
func (r *Request) Sign(key auth.Key, now time.Time, path string) {
	r.Header.Set("x-ms-date", now.UTC().Format(TimeFormat))
	m := r.Message()
	if path != "" {
		m.Path = path
	}
	r.Header.Set("Authorization", key.Authorize(m, auth.SharedKey))
}

// recent reports whether a request was signed recently enough.
func (c *Call) recent(date string) bool {
	t, ok := ParseHTTPTime(date)
	off := c.wall().Sub(t)
	return ok && off <= auth.MaxSkew && off >= -auth.MaxSkew
}
