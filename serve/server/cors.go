package server

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/rest"
)

// origins are those whose pages may call the services, whatever the rules of the services.
// Source: CORS support for Azure Storage; Fetch standard, "CORS protocol".
type origins struct {
	all  bool
	list []string
}

// parseOrigins reads origins with commas between them, or "*".
func parseOrigins(s string) (origins, error) {
	o := origins{list: words(s)}
	if len(o.list) == 1 && o.list[0] == "*" {
		return origins{all: true}, nil
	}
	check := http.NewCrossOriginProtection()
	for _, origin := range o.list {
		if err := check.AddTrustedOrigin(origin); err != nil {
			return o, fmt.Errorf("-cors %q is not an origin: write scheme and host, for example http://localhost:3000", origin)
		}
	}
	return o, nil
}

// allow returns the value of Access-Control-Allow-Origin for a request, "" if its page is not listed.
func (o *origins) allow(r *http.Request) string {
	origin := r.Header.Get("Origin")
	switch {
	case origin == "":
		return ""
	case o.all:
		return "*"
	case slices.Contains(o.list, origin):
		return origin
	}
	return ""
}

// preflight answers whether a page may send a request, if it asks and is listed.
func (o *origins) preflight(w http.ResponseWriter, r *http.Request) bool {
	method := r.Header.Get("Access-Control-Request-Method")
	origin := o.allow(r)
	if r.Method != http.MethodOptions || method == "" || origin == "" {
		return false
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Allow-Methods", method)
	if names := r.Header.Get("Access-Control-Request-Headers"); names != "" {
		h.Set("Access-Control-Allow-Headers", names)
	}
	if r.Header.Get("Access-Control-Request-Private-Network") != "" {
		h.Set("Access-Control-Allow-Private-Network", "true")
	}
	h.Set("Access-Control-Max-Age", "600")
	h.Set("Vary", "Origin")
	w.WriteHeader(http.StatusOK)
	return true
}

// expose lets a listed page read an answer, unless a rule of the service has said so already.
func (o *origins) expose(h http.Header, r *http.Request, fields rest.Header) {
	origin := o.allow(r)
	if origin == "" || h["Access-Control-Allow-Origin"] != nil {
		return
	}
	names := lists.Map(fields, func(f rest.Field) string { return f.Name })
	h["Access-Control-Allow-Origin"] = []string{origin}
	h["Access-Control-Expose-Headers"] = []string{strings.Join(names, ",")}
	h["Vary"] = []string{"Origin"}
}
