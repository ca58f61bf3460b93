package script

import (
	"strings"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/rest"
)

// sign signs a request with the key of its account, if keys are known, the lane holds them, and the
// request brings no credentials of its own.
// Source: Authorize with Shared Key.
func (s *Session) sign(req *rest.Request, out *outgoing, lane string) {
	keys := s.o.Accounts[req.Account]
	_, own := out.header.Lookup("Authorization")
	if len(keys) == 0 || !holdsKey(lane) || own && !out.signed || tokenOption(req.Query) {
		return
	}
	out.signed = true
	out.header.Set("x-ms-date", strings.Replace(s.o.Now().UTC().Format(time.RFC1123), "UTC", "GMT", 1))
	m := auth.Message{
		Service: auth.Service(services[req.Service]), Method: req.Method, Account: req.Account, Size: len(out.body),
		Path: pathOf(req.Base) + req.Path,
	}
	for _, f := range out.header {
		m.Header = append(m.Header, auth.Pair(f))
	}
	for _, o := range splitQuery(req.Query) {
		value := Unescape(strings.ReplaceAll(o.value, "+", " "))
		m.Options = append(m.Options, auth.Pair{Name: Unescape(o.name), Value: value})
	}
	out.header.Set("Authorization", keys[0].Authorize(&m, auth.SharedKey))
}

// services are the names that signatures have for the services.
const services = " tqb"

// pathOf returns the path of a base: in path style that is the account.
func pathOf(base string) string {
	_, base, _ = strings.Cut(base, "://")
	if i := strings.IndexByte(base, '/'); i >= 0 {
		return base[i:]
	}
	return ""
}

// tokenOption says that a query string holds a shared access signature.
func tokenOption(query string) bool {
	return strings.HasPrefix(query, "sig=") || strings.Contains(query, "&sig=")
}

// tokenQuery returns "?" and the query string of a URL if it holds a shared access signature: a
// batch is sent with that of its first operation.
func tokenQuery(url string) string {
	if _, query, _ := strings.Cut(url, "?"); tokenOption(query) {
		return "?" + query
	}
	return ""
}
