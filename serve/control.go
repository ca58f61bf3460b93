package main

import (
	"net/http"
	"strings"

	"rowkey/engine"
	"rowkey/engine/rest"
)

// controlPrefix is where the control paths begin. No account can have that name.
const controlPrefix = "/-/"

// isControl looks at the bytes that came in: nothing is decoded, and no account is cut off.
func isControl(r *http.Request) bool { return strings.HasPrefix(target(r), controlPrefix) }

// withControl answers control paths before next does, or says how to get them.
func withControl(o *options, h rest.Handler, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !isControl(r):
			next.ServeHTTP(w, r)
		case !o.control:
			refuse(w, "control paths are closed: -control opens them")
		default:
			control(o, h, w, r)
		}
	})
}

func control(o *options, h rest.Handler, w http.ResponseWriter, r *http.Request) {
	body, err := readBody(r, o.maxBody)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	req, err := engine.Request(r.Method, target(r))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	req.Body = body
	res := h.Serve(r.Context(), req)
	spell(w.Header(), res)
	send(w, res)
}
