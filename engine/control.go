package engine

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/jsontext"
	"rowkey/engine/rest"
	"rowkey/engine/script"
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

// routes are the control paths; "*" stands for any segment.
var routes = map[string]handler{
	"POST parse":              (*call).parse,
	"POST scripts":            (*call).start,
	"POST scripts/*/next":     (*call).next,
	"POST judge":              (*call).judge,
	"GET snapshot":            (*call).snapshot,
	"PUT snapshot":            (*call).restore,
	"POST reset":              (*call).reset,
	"GET clock":               (*call).clock,
	"POST clock":              (*call).advance,
	"PUT options":             (*call).options,
	"GET ledger":              (*call).ledger,
	"GET ledger/*/keyline":    (*call).keyline,
	"POST plan":               (*call).plan,
	"GET tables":              (*call).tables,
	"GET tables/*/partitions": (*call).partitions,
	"GET tables/*/entities":   (*call).entities,
	"GET version":             (*call).version,
}

// alone are the routes that exclude every other request.
var alone = map[string]bool{"POST judge": true, "PUT snapshot": true, "POST reset": true}

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

// Error returns the message.
func (f *Fault) Error() string { return f.Message }

func refuse(status int, format string, args ...any) *Fault {
	return &Fault{status: status, Message: fmt.Sprintf(format, args...)}
}

// control answers a request below /-/.
func (e *Engine) control(ctx context.Context, r *rest.Request, path string) *rest.Response {
	c := &call{e: e, ctx: ctx, query: parseQuery(r.Query), body: r.Body}
	name, handle := c.route(r.Method, strings.TrimPrefix(path, "/-/"))
	if handle == nil {
		return answerFault(refuse(404, "there is no control request %s %s", r.Method, path))
	}
	result, err := c.locked(alone[name], handle)
	if err != nil {
		return answerFault(err)
	}
	if b, ok := result.(raw); ok {
		return &rest.Response{Status: 200, Header: contentType("application/octet-stream"), Body: b}
	}
	return answerJSON(200, result)
}

func (c *call) route(method, path string) (string, handler) {
	for _, segment := range strings.Split(path, "/") {
		c.path = append(c.path, script.Unescape(segment))
	}
	name := method + " " + c.path[0]
	if len(c.path) == 3 {
		name += "/*/" + c.path[2]
	} else if len(c.path) != 1 {
		return "", nil
	}
	return name, routes[name]
}

// locked runs a handler while it holds the gate.
func (c *call) locked(alone bool, handle handler) (any, error) {
	if alone {
		c.e.gate.Lock()
		defer c.e.gate.Unlock()
	} else {
		c.e.gate.RLock()
		defer c.e.gate.RUnlock()
	}
	return handle(c)
}

// parseQuery reads name=value pairs as a form sends them: "+" is a blank.
func parseQuery(s string) map[string]string {
	m := map[string]string{}
	for _, pair := range strings.Split(s, "&") {
		name, value, _ := strings.Cut(strings.ReplaceAll(pair, "+", " "), "=")
		m[script.Unescape(name)] = script.Unescape(value)
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
	return answerJSON(f.status, map[string]*Fault{"error": f})
}

func answerJSON(status int, v any) *rest.Response {
	return &rest.Response{Status: status, Header: contentType("application/json"), Body: jsontext.Append(nil, v)}
}

func contentType(s string) rest.Header {
	return rest.Header{{Name: "Content-Type", Value: s}, {Name: "Cache-Control", Value: "no-store"}}
}
