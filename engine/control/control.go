package control

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"rowkey/engine"
	"rowkey/engine/apierr"
	"rowkey/engine/jsontext"
	"rowkey/engine/message"
	"rowkey/engine/percent"
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
}

// handler answers a control request with what is to be written as JSON, or with an error.
type handler func(c *call) (any, error)

// route is a control path; "*" is any segment.
type route struct {
	name   string
	handle handler
}

var routes = []route{
	{"POST parse", (*call).parse},
	{"POST format", (*call).format},
	{"POST peek", (*call).peek},
	{"GET words", (*call).words},
	{"POST scripts", (*call).start},
	{"POST scripts/*/next", (*call).next},
	{"POST judge", (*call).judge},
	{"GET snapshot", (*call).snapshot},
	{"PUT snapshot", (*call).restore},
	{"POST reset", (*call).reset},
	{"GET clock", (*call).clock},
	{"POST clock", (*call).advance},
	{"PUT options", (*call).options},
	{"GET ledger", (*call).ledger},
	{"GET ledger/*/keyline", (*call).keyline},
	{"POST plan", (*call).plan},
	{"POST cheaper", (*call).cheaper},
	{"POST generate", (*call).generate},
	{"POST fill", (*call).fill},
	{"POST narrower", (*call).narrower},
	{"POST findings", (*call).findings},
	{"POST rehearse", (*call).rehearse},
	{"POST size", (*call).size},
	{"GET tables", (*call).tables},
	{"GET extremes", (*call).extremes},
	{"GET tables/*/partitions", (*call).partitions},
	{"GET tables/*/entities", (*call).entities},
	{"GET tables/*/history", (*call).versions},
	{"GET history", (*call).history},
	{"POST history", (*call).remember},
	{"GET containers", (*call).containers},
	{"GET nodes", (*call).nodes},
	{"GET version", (*call).version},
}

// raw is an answer that is not JSON.
type raw []byte

// Fault is why a control request is refused.
type Fault struct {
	status    int
	Line      int          `json:"line"` // of a script, from 1; 0 if none
	Message   string       `json:"message"`
	Sentences message.Text `json:"sentences"` // of the message
	Fix       string       `json:"fix"`
	Label     message.Text `json:"label"`    // the fix by its codes
	Position  *int         `json:"position"` // UTF-16 offset in a filter, null if none
}

// Refusal is the answer to a control request that is refused.
type Refusal struct {
	Error *Fault `json:"error"`
}

// Error returns the message.
func (f *Fault) Error() string { return f.Message }

func refuse(status int, code message.Code, params ...string) *Fault {
	return refusal(status, message.New(code, params...))
}

func refusal(status int, text message.Text) *Fault {
	return &Fault{status: status, Message: text.String(), Sentences: text}
}

// Handler answers the requests to a sandbox: those below /-/ itself if it was opened with Options.Control,
// all others by the sandbox.
type Handler struct {
	*engine.Engine
	workbench workbench
}

// Open opens a sandbox and returns its handler. Errors: those of [engine.Open].
func Open(o engine.Options) (*Handler, error) {
	e, err := engine.Open(o)
	if err != nil {
		return nil, err
	}
	return &Handler{Engine: e}, nil
}

// Serve answers one request.
func (h *Handler) Serve(ctx context.Context, r *rest.Request) *rest.Response {
	if !isControl(r) || !h.Controlled() {
		return h.Engine.Serve(ctx, r)
	}
	c := &call{e: h.Engine, ctx: ctx, query: parseQuery(r.Query), body: r.Body, workbench: &h.workbench}
	to := c.route(r.Method, strings.TrimPrefix(r.Path, prefix))
	if to == nil {
		return answerFault(refuse(404, "no-control-request", r.Method, r.Path))
	}
	result, err := to.handle(c)
	if err != nil {
		return answerFault(err)
	}
	if b, ok := result.(raw); ok {
		return &rest.Response{Status: 200, Header: contentType("application/octet-stream"), Body: b}
	}
	return answerJSON(200, result)
}

// route finds the route of a path, nil if there is none.
func (c *call) route(method, path string) *route {
	for _, segment := range strings.Split(path, "/") {
		c.path = append(c.path, percent.DecodeTolerant(segment))
	}
	name := method + " " + c.path[0]
	if len(c.path) == 3 {
		name += "/*/" + c.path[2]
	} else if len(c.path) != 1 {
		return nil
	}
	for _, list := range [...][]route{routes, workbenchRoutes} {
		for i := range list {
			if list[i].name == name {
				return &list[i]
			}
		}
	}
	return nil
}

// parseQuery reads name=value pairs as a form sends them: "+" is a space.
func parseQuery(s string) map[string]string {
	m := map[string]string{}
	for _, pair := range strings.Split(s, "&") {
		name, value, _ := strings.Cut(strings.ReplaceAll(pair, "+", " "), "=")
		m[percent.DecodeTolerant(name)] = percent.DecodeTolerant(value)
	}
	return m
}

// object reads the body of a request; an empty one is an object without members.
func (c *call) object() (*jsontext.Object, error) {
	o, err := jsontext.ReadObject(string(c.body))
	if err != nil {
		return nil, unreadable(err)
	}
	return o, nil
}

func unreadable(err error) *Fault { return refuse(400, "control-body", err.Error()) }

// number reads an option of the query string that has to be at least 1.
func (c *call) number(name string, otherwise int) (int, error) {
	text := c.query[name]
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, refuse(400, "control-number", name, strconv.Quote(text))
	}
	return n, nil
}

// count reads an option of the query string that is a place, from 0 on; 0 is the default.
func (c *call) count(name string) (int, error) {
	if c.query[name] == "0" {
		return 0, nil
	}
	return c.number(name, 0)
}

// answerFault writes an error. What no client caused is 500 and is shown as it is: page and engine
// are one program.
func answerFault(err error) *rest.Response {
	var f *Fault
	var input engine.InputError
	var said *apierr.Error
	switch {
	case errors.As(err, &f):
	case errors.As(err, &input):
		f = refusal(400, message.Text(input))
	case errors.As(err, &said):
		f = refuse(said.Code.Status(), "verbatim", said.Message)
	default:
		f = refusal(500, message.Of(err))
	}
	return answerJSON(f.status, Refusal{f})
}

func answerJSON(status int, v any) *rest.Response {
	h := contentType("application/json")
	return &rest.Response{Status: status, Header: h, Body: jsontext.Append(nil, v)}
}

func contentType(s string) rest.Header {
	return rest.Header{{Name: "Content-Type", Value: s}, {Name: "Cache-Control", Value: "no-store"}}
}
