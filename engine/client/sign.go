package client

import (
	"strings"

	"rowkey/engine/rest"
)

// sign completes a request and signs it with the key of its account, if keys are known, the lane holds them, and the
// request brings no credentials of its own.
// Source: Authorize with Shared Key.
func (s *Session) sign(req *rest.Request, out *outgoing, lane string) {
	req.Header, req.Body = out.header, []byte(out.body)
	keys := s.o.Accounts[req.Account]
	if len(keys) == 0 || !holdsKey(lane) || req.Signed() && !out.signed {
		return
	}
	out.signed = true
	req.Sign(keys[0], s.o.Now(), "")
	out.header = req.Header
}

// tokenQuery returns "?" and the query string of a URL if it holds a shared access signature: a
// batch is sent with that of its first operation.
func tokenQuery(url string) string {
	_, query, _ := strings.Cut(url, "?")
	if (&rest.Request{Query: query}).Signed() {
		return "?" + query
	}
	return ""
}
