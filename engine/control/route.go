package control

import (
	"reflect"
	"slices"
	"strings"

	"rowkey/engine/jsontext"
	"rowkey/engine/lists"
	"rowkey/engine/percent"
)

// routes are the requests that each engine answers.
var routes = []route{
	on("POST parse", parse),
	on("POST format", format),
	on("POST peek", peek),
	on("GET words", words),
	on("POST scripts", start),
	on("POST scripts/*/next", next),
	on("POST judge", judge),
	on("GET snapshot", snapshot),
	on("PUT snapshot", restore),
	on("POST reset", reset),
	on("GET clock", now),
	on("POST clock", advance),
	on("PUT options", configure),
	on("GET ledger", ledger),
	on("GET ledger/*/keyline", keyLine),
	on("POST plan", explainFilter),
	on("POST cheaper", cheaper),
	on("POST generate", generate),
	on("POST fill", fill),
	on("POST narrower", narrower),
	on("POST findings", findings),
	on("POST rehearse", rehearse),
	on("POST size", size),
	on("GET tables", tables),
	on("GET extremes", extremes),
	on("GET tables/*/partitions", partitions),
	on("GET tables/*/entities", entities),
	on("GET tables/*/history", versions),
	on("GET history", history),
	on("POST history", goTo),
	on("GET containers", containers),
	on("GET nodes", nodes),
	on("GET version", version),
}

// route is a control request: what answers it with what is to be written as JSON, or with an error.
type route struct {
	name            string // method and path; "*" is any segment
	request, answer any    // zero values of their types
	serve           func(c *call) (any, error)
}

// None is a request whose body is not read, or an answer that says nothing.
type None struct{}

// Raw is a body that is not the JSON of a struct.
type Raw []byte

// on makes a route of a function. Its types say what is read from the body and what is answered: pointers to structs,
// Raw, or lists. (With structs themselves, Go would compile it again for each of them.)
func on[Request, Answer any](name string, f func(c *call, in Request) (Answer, error)) route {
	var request Request
	var answer Answer
	return route{name, request, answer, func(c *call) (any, error) {
		in, err := c.read(request)
		if err != nil {
			return nil, err
		}
		return f(c, in.(Request))
	}}
}

// read reads the body as a request of the same type as the zero value that it gets.
func (c *call) read(zero any) (any, error) {
	switch zero.(type) {
	case *None:
		return zero, nil
	case Raw:
		return Raw(c.body), nil
	}
	in := reflect.New(reflect.TypeOf(zero).Elem()).Interface()
	if err := jsontext.Read(string(c.body), in); err != nil {
		return nil, unreadable(err)
	}
	return in, nil
}

func unreadable(err error) *Fault { return refuse(400, "control-body", err.Error()) }

// pointer returns a value that a sandbox answers as an answer.
func pointer[T any](v T, err error) (*T, error) { return &v, err }

// Call is a control request with the types that it declares.
type Call struct {
	Name            string
	Request, Answer reflect.Type
}

// Calls returns all control requests.
func Calls() []Call {
	return lists.Map(slices.Concat(routes, workbenchRoutes, watchRoutes), func(r route) Call {
		return Call{r.name, reflect.TypeOf(r.request), reflect.TypeOf(r.answer)}
	})
}

// segments returns the parts of a path.
func segments(path string) []string {
	return lists.Map(strings.Split(path, "/"), percent.DecodeTolerant)
}

// find returns the route of a path, nil if there is none.
func find(method string, path []string) *route {
	name := method + " " + path[0]
	if len(path) == 3 {
		name += "/*/" + path[2]
	} else if len(path) != 1 {
		return nil
	}
	for _, list := range [...][]route{routes, workbenchRoutes, watchRoutes} {
		for i := range list {
			if list[i].name == name {
				return &list[i]
			}
		}
	}
	return nil
}
