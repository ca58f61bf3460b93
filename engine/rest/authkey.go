package rest

import (
	"rowkey/engine/apierr"
	"rowkey/engine/auth"
)

// checkKey checks the signature of the owner of the account.
// Errors: InvalidAuthenticationInfo, AuthenticationFailed.
// Source: Authorize with Shared Key.
func (c *call) checkKey(field string, query []auth.Pair, keys []auth.Key) error {
	credential, ok := auth.ParseAuthorization(field)
	if !ok {
		return apierr.New(apierr.InvalidAuthenticationInfo)
	}
	m := c.signedMessage(query)
	if credential.Account != c.req.Account || !c.recent(m.Date()) || !credential.Verify(m, keys) {
		return apierr.New(apierr.AuthenticationFailed)
	}
	return nil
}

// signedMessage is the request as its signature covers it.
func (c *call) signedMessage(query []auth.Pair) *auth.Message {
	m := &auth.Message{
		Service: c.service(), Method: c.req.Method, Account: c.req.Account, Path: c.req.fullPath(),
		Options: query, Header: make([]auth.Pair, len(c.req.Header)), Size: len(c.req.Body),
	}
	for i, f := range c.req.Header {
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
