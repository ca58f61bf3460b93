package control

import (
	"context"
	"strings"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/jsontext"
	"rowkey/engine/rest"
)

// call is one control request.
type call struct {
	e     *engine.Engine
	ctx   context.Context
	path  []string // below /-/
	query map[string]string
	body  []byte

	*workbench
	*watching
}

// Handler answers the requests to a sandbox: those below /-/ itself if it was opened with Options.Control,
// all others by the sandbox.
type Handler struct {
	*engine.Engine
	workbench workbench
	watching  watching
}

// Open opens a sandbox and returns its handler. Errors: those of [engine.Open].
func Open(o engine.Options) (*Handler, error) {
	h := &Handler{}
	h.watching.follow(&o)
	e, err := engine.Open(o)
	if err != nil {
		return nil, err
	}
	h.Engine = e
	return h, nil
}

// Serve answers one request.
func (h *Handler) Serve(ctx context.Context, r *rest.Request) *rest.Response {
	if !isControl(r) || !h.Controlled() {
		return h.Engine.Serve(ctx, r)
	}
	c := &call{
		e: h.Engine, ctx: ctx, path: segments(strings.TrimPrefix(r.Path, prefix)), query: parseQuery(r.Query),
		body: r.Body, workbench: &h.workbench, watching: &h.watching,
	}
	answer, err := c.answer(r)
	if err != nil {
		f := faultOf(err)
		return answerJSON(f.status, Refusal{f})
	}
	if b, ok := answer.(Raw); ok {
		return &rest.Response{Status: 200, Header: contentType("application/octet-stream"), Body: b}
	}
	return answerJSON(200, answer)
}

func (c *call) answer(r *rest.Request) (any, error) {
	if to := find(r.Method, c.path); to != nil {
		return to.serve(c)
	}
	return nil, refuse(404, "no-control-request", r.Method, r.Path)
}

func answerJSON(status int, v any) *rest.Response {
	h := contentType("application/json")
	return &rest.Response{Status: status, Header: h, Body: jsontext.Append(nil, v)}
}

func contentType(s string) rest.Header {
	return rest.Header{{Name: "Content-Type", Value: s}, {Name: "Cache-Control", Value: "no-store"}}
}

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
