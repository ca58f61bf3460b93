package server

import (
	"net/http"
	"strings"

	"rowkey/engine/control"
	"rowkey/engine/rest"
)

// controlPrefix is where the control paths begin. No account can have that name.
const controlPrefix = "/-/"

// isControl looks at the URL as it was sent: nothing is decoded, and no account is removed.
func isControl(r *http.Request) bool { return strings.HasPrefix(target(r), controlPrefix) }

// withControl answers control paths before next does, or says how to get them.
func withControl(o *options, h rest.Handler, next http.Handler) http.Handler {
	in := newIntake(o, o.maxBody)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !isControl(r):
			next.ServeHTTP(w, r)
		case !o.control:
			refuse(w, "control paths are off: start the server with -control")
		default:
			answerControl(&in, h, w, r)
		}
	})
}

// answerControl answers a control request.
func answerControl(in *intake, h rest.Handler, w http.ResponseWriter, r *http.Request) {
	held := share{of: in.memory}
	defer held.release()
	body, err := in.read(w, r, &held)
	if err != nil {
		http.Error(w, err.Error(), statusOf(err))
		return
	}
	req, err := control.Request(r.Method, target(r))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	req.Body = body
	res := h.Serve(r.Context(), req)
	spell(w.Header(), res)
	write(w, res)
}
