package engine

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/jsontext"
	"rowkey/engine/percent"
	"rowkey/engine/rest"
)

// call is one control request.
type call struct {
	e     *Engine
	ctx   context.Context
	path  []string // below /-/
	query map[string]string
	body  []byte
}

// handler answers a control request with what is to be written as JSON, or with an error.
type handler func(c *call) (any, error)

// route is a control path; "*" stands for any segment.
type route struct {
	name   string
	handle handler
	alone  bool // excludes every other request
}

var routes = [...]route{
	{"POST parse", (*call).parse, false},
	{"GET words", (*call).words, false},
	{"POST scripts", (*call).start, false},
	{"POST scripts/*/next", (*call).next, false},
	{"POST judge", (*call).judge, true},
	{"GET snapshot", (*call).snapshot, false},
	{"PUT snapshot", (*call).restore, true},
	{"POST reset", (*call).reset, true},
	{"GET clock", (*call).clock, false},
	{"POST clock", (*call).advance, false},
	{"PUT options", (*call).options, true},
	{"GET ledger", (*call).ledger, false},
	{"GET ledger/*/keyline", (*call).keyline, false},
	{"POST plan", (*call).plan, false},
	{"POST size", (*call).size, false},
	{"GET tables", (*call).tables, false},
	{"GET tables/*/partitions", (*call).partitions, false},
	{"GET tables/*/entities", (*call).entities, false},
	{"GET containers", (*call).containers, false},
	{"GET nodes", (*call).nodes, false},
	{"GET version", (*call).version, false},
}

// raw is an answer that is not JSON.
type raw []byte

// Fault is why a control request is refused.
type Fault struct {
	status   int
	Line     int    `json:"line"` // of a script, from 1; 0 if none
	Message  string `json:"message"`
	Fix      string `json:"fix"`
	Position *int   `json:"position"` // UTF-16 offset in a filter, null if none
}

// Refusal is the answer to a control request that is refused.
type Refusal struct {
	Error *Fault `json:"error"`
}

// Error returns the message.
func (f *Fault) Error() string { return f.Message }

func refuse(status int, format string, args ...any) *Fault {
	return &Fault{status: status, Message: fmt.Sprintf(format, args...)}
}

// control answers a request below /-/.
func (e *Engine) control(ctx context.Context, r *rest.Request) *rest.Response {
	c := &call{e: e, ctx: ctx, query: parseQuery(r.Query), body: r.Body}
	to := c.route(r.Method, strings.TrimPrefix(r.Path, controlPrefix))
	if to == nil {
		return answerFault(refuse(404, "there is no control request %s %s", r.Method, r.Path))
	}
	result, err := c.locked(to)
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
	for i := range routes {
		if routes[i].name == name {
			return &routes[i]
		}
	}
	return nil
}

// locked runs a handler while it holds the gate.
func (c *call) locked(r *route) (any, error) {
	if r.alone {
		c.e.gate.Lock()
		defer c.e.gate.Unlock()
	} else {
		c.e.gate.RLock()
		defer c.e.gate.RUnlock()
	}
	return r.handle(c)
}

// parseQuery reads name=value pairs as a form sends them: "+" is a blank.
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

func unreadable(err error) *Fault { return refuse(400, "the body cannot be read: %v", err) }

// number reads an option of the query string that has to be at least 1.
func (c *call) number(name string, otherwise int) (int, error) {
	text := c.query[name]
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, refuse(400, "%s has to be a number from 1 on, not %q", name, text)
	}
	return n, nil
}

// answerFault writes an error. What no client caused is 500 and is shown as it is: page and engine
// are one program.
func answerFault(err error) *rest.Response {
	var f *Fault
	var refusal *apierr.Error
	switch {
	case errors.As(err, &f):
	case errors.As(err, &refusal):
		f = refuse(refusal.Code.Status(), "%s", refusal.Message)
	default:
		f = refuse(500, "%v", err)
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
