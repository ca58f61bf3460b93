package rest

import (
	"rowkey/engine/apierr"
	"rowkey/engine/auth"
)

// checkKey checks the signature of the owner of the account.
// Errors: InvalidAuthenticationInfo, AuthenticationFailed.
// Source: Authorize with Shared Key.
func (c *call) checkKey(field string, keys []auth.Key) error {
	credential, ok := auth.ParseAuthorization(field)
	if !ok {
		return apierr.New(apierr.InvalidAuthenticationInfo)
	}
	m := c.req.message(c.query)
	if credential.Account != c.req.Account || !c.recent(m.Date()) || !credential.Verify(m, keys) {
		return apierr.New(apierr.AuthenticationFailed)
	}
	return nil
}

// Message returns the request as its signature covers it; both sides sign this. It has no options
// that cannot be decoded: the service refuses them.
func (r *Request) Message() *auth.Message {
	query, _ := readQuery(r.Query)
	return r.message(query)
}

func (r *Request) message(query []auth.Pair) *auth.Message {
	m := &auth.Message{
		Service: r.Service.signed(), Method: r.Method, Account: r.Account, Path: r.fullPath(),
		Options: query, Header: make([]auth.Pair, len(r.Header)), Size: len(r.Body),
	}
	for i, f := range r.Header {
		m.Header[i] = auth.Pair(f)
	}
	return m
}

// recent tells whether a request was signed now, as far as clocks agree.
func (c *call) recent(date string) bool {
	t, ok := parseHTTPTime(date)
	off := c.api.Clock.Now().Sub(t)
	return ok && off <= auth.MaxSkew && off >= -auth.MaxSkew
}
