package control

import (
	"strings"

	"rowkey/engine/client"
	"rowkey/engine/rest"
)

// prefix is where control paths begin, below the origin.
const prefix = "/-/"

// Request makes a request from the URL that a socket was given: a control path, whatever is
// before it, or an address of a service. Errors: a URL that is neither.
func Request(method, url string) (*rest.Request, error) {
	if i := strings.Index(url, prefix); i >= 0 && isOrigin(url[:i]) {
		path, query, _ := strings.Cut(url[i:], "?")
		return &rest.Request{Method: method, Path: path, Query: query}, nil
	}
	return client.Address(method, url)
}

// isOrigin reports whether s is "" or scheme and host alone.
func isOrigin(s string) bool {
	_, host, ok := strings.Cut(s, "://")
	return s == "" || ok && !strings.ContainsAny(host, "/?#")
}

// isControl reports whether a request is a control request, as only [Request] makes it, and not one to a service:
// those are for an account, and may have a table or a container with any name.
func isControl(r *rest.Request) bool {
	return r.Service == 0 && strings.HasPrefix(r.Path, prefix)
}
