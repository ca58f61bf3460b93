package rest

import (
	"strings"

	"rowkey/engine/auth"
	"rowkey/engine/percent"
)

// Params are the decoded options of a query string, in their order.
type Params []auth.Pair

// maxParams is how many options a query string may have: many times as many as mean something. An option takes
// many times as much memory as it has bytes in a query string.
const maxParams = 256

// readParams decodes a query string. The result is false, and has the options before it, if an option
// cannot be decoded, or there are too many.
func readParams(query string) (all Params, ok bool) {
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(pair, "=")
		name, nameOK := percent.DecodeQuery(name)
		value, valueOK := percent.DecodeQuery(value)
		if !nameOK || !valueOK || len(all) == maxParams {
			return all, false
		}
		all = append(all, auth.Pair{Name: name, Value: value})
	}
	return all, true
}

// Get returns the value of an option, "" if it is absent. Of an option that is given twice the first value
// counts.
func (p Params) Get(name string) string {
	value, _ := p.Lookup(name)
	return value
}

// Lookup returns the value of an option as Get does, and whether it is there.
func (p Params) Lookup(name string) (string, bool) { return auth.Lookup(p, name) }
