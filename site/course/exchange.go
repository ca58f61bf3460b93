package course

import (
	"bytes"
	"encoding/json"
	"fmt"

	"rowkey/engine/client"
	"rowkey/engine/script"
)

// The answers of the engine's control paths, as far as Go reads them; site/app draws the whole of them.

// Exchange is one step of a script and its answer. As JSON it is what the engine said.
type Exchange struct {
	Block   int      `json:"block"`
	Hidden  bool     `json:"hidden"`
	Line    int      `json:"line"`
	Title   string   `json:"title"`
	Status  int      `json:"status"`
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Body    string   `json:"body"`
	Record  Record   `json:"record"` // zero if nothing was sent
	Checks  []Check  `json:"checks"`
	Problem *Problem `json:"problem"`
	Stopped bool     `json:"stopped"`

	raw json.RawMessage
}

// UnmarshalJSON reads an answer and keeps it.
func (x *Exchange) UnmarshalJSON(data []byte) error {
	type plain Exchange
	x.raw = bytes.Clone(data)
	return json.Unmarshal(data, (*plain)(x))
}

// MarshalJSON returns what was read.
func (x *Exchange) MarshalJSON() ([]byte, error) { return x.raw, nil }

// trouble returns the first thing that did not go as the script says.
func (x *Exchange) trouble() (line int, msg string) {
	if x.Problem != nil {
		return x.Problem.Line, x.Problem.Message
	}
	for _, c := range x.Checks {
		if !c.Pass {
			return c.Line, fmt.Sprintf("?? %s: expected %s, got %s", c.Text, c.Expected, c.Got)
		}
	}
	if x.Stopped {
		return x.Line, fmt.Sprintf("%d %s %s: expect it with ?? status == %d, or correct the request",
			x.Status, x.Code, firstLine(x.Message), x.Status)
	}
	return 0, ""
}

// Record is what one request cost.
type Record struct {
	ID       int   `json:"id"`
	Read     int   `json:"read"`
	Returned int   `json:"returned"`
	Plan     *Plan `json:"plan"` // of a query
}

// Plan is how a query was answered.
type Plan struct {
	Class string `json:"class"`
}

// Counters are sums over requests by the names that lessons use: "read", "transactions".
type Counters map[string]int

// counters are the names of all that there are.
var counters = []string{"requests", "transactions", "roundtrips", "read", "returned", "partitions", "pages", "bytes",
	"elapsed", "throttled", "hits", "attempts"}

// What the engine says of a script: an assertion and how it came out, an error, a problem with its place in the text.
type (
	Check      = client.Check
	Problem    = client.Problem
	Diagnostic = script.Diagnostic
)

// Verdict is the outcome of a check script.
type Verdict client.Verdict
