package rest

import (
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
)

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
