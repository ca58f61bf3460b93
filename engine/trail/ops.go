package trail

import (
	"strings"

	"rowkey/engine/multipart"
)

// Op is one operation of a transaction.
type Op struct {
	Method  string
	IfMatch string // "" for none
}

// mostOps is how many operations a transaction may have; what a request has above that is not read.
// Source: Performing entity group transactions, "Requirements".
const mostOps = 100

// Operations reads the operations of a transaction as a client has sent it.
func Operations(body []byte) []Op {
	var ops []Op
	line, _ := multipart.FirstLine(body)
	outer, ok := strings.CutPrefix(line, "--")
	if !ok {
		return nil
	}
	for section := range multipart.Sections(body, strings.TrimRight(outer, " \t")) {
		inner := ""
		content := multipart.Head(section, func(name, value string) {
			if strings.EqualFold(name, "Content-Type") {
				inner, _ = multipart.Boundary(value)
			}
		})
		if inner != "" {
			ops = changeset(content, inner)
			break
		}
	}
	return ops
}

// changeset reads the operations of a change set.
func changeset(content []byte, boundary string) (ops []Op) {
	for part := range multipart.Sections(content, boundary) {
		var o Op
		method, _, rest := multipart.RequestLine(multipart.Head(part, nil))
		multipart.Head(rest, func(name, value string) {
			if strings.EqualFold(name, "If-Match") {
				o.IfMatch = strings.Clone(value)
			}
		})
		o.Method = strings.Clone(method)
		if ops = append(ops, o); len(ops) == mostOps {
			break
		}
	}
	return ops
}
