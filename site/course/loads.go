package course

import (
	"encoding/json"
	"fmt"
	"strings"

	"rowkey/engine/datacentre"
	"rowkey/engine/jsontext"
)

// RunLoad runs a load on the model of a data centre, and returns its report with at most so many rows and columns of
// the map. The load is what a page has: {"parts": …} and, if it needs them, {"parameters": …}, {"seconds": …}. Its
// mistakes are errors.
func RunLoad(load map[string]any, rows, columns int) (json.RawMessage, error) {
	request := map[string]any{"rows": rows, "columns": columns}
	of := map[string]any{}
	for name, value := range load {
		if name == "parameters" {
			request[name] = value
		} else {
			of[name] = value
		}
	}
	request["load"] = of
	text, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	q, messages := datacentre.Read(string(text))
	if len(messages) == 0 {
		messages = datacentre.Check(&q.Parameters, &q.Load)
	}
	for _, m := range messages {
		return nil, fmt.Errorf("%s: %s %s %v: correct the load", m.Path, m.Code, strings.Join(m.Names, " "), m.Numbers)
	}
	s := datacentre.New(q.Parameters, q.Load, q.Options)
	for !s.Step(datacentre.Slice).Done {
	}
	return jsontext.Append(nil, s.Report()), nil
}
