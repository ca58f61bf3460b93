package client

import (
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/lists"
	"rowkey/engine/load"
	"rowkey/engine/message"
	"rowkey/engine/rest"
	"rowkey/engine/script"
	"rowkey/engine/verdict"
)

// answer is what assertions and references ask about: a response, or one operation's part of it.
type answer struct {
	status     int
	header     rest.Header
	body       string
	code       string // of an error, "" for success
	message    string
	pages      int
	rec        *explain.Record
	design     *verdict.Report
	load       *load.Report // of a block with @load, which has no answer of its own
	typed      []Typed
	sent       string      // the body of the request, with what is encrypted
	key        explain.Key // in its address
	client     clientSide
	rolledBack bool // an operation of a failed transaction that is not the failing one
}

// newAnswer reads the error, if the body has one.
func newAnswer(r *rest.Response) answer {
	a := answer{status: r.Status, header: r.Header, body: r.Text(), pages: 1}
	switch {
	case a.status >= 400:
		a.code, a.message = ErrorOf(a.body)
	case a.status == 0:
		a.code, a.message = NoAnswer, message.New(NoAnswer).String()
	}
	return a
}

// ErrorOf returns code and message of an error body, JSON or XML.
func ErrorOf(body string) (code, message string) {
	if !strings.HasPrefix(body, "{") {
		return xmlError(body)
	}
	for _, root := range [...]string{"odata.error", "error"} {
		if text, ok := jsontext.Member(body, root); ok {
			m, _ := jsontext.Member(text, "message")
			if strings.HasPrefix(m, "{") {
				m, _ = jsontext.Member(m, "value")
			}
			return jsontext.MemberText(text, "code"), jsontext.Text(m)
		}
	}
	return "", ""
}

// xmlError reads the three spellings that the services use.
func xmlError(body string) (code, message string) {
	if c, ok := element(body, "Code"); ok {
		m, _ := element(body, "Message")
		return c, m
	}
	prefix := ""
	c, ok := element(body, "code")
	if !ok {
		prefix = "m:"
		c, _ = element(body, "m:code")
	}
	_, m, _ := strings.Cut(body, "<"+prefix+"message")
	m, _, _ = strings.Cut(m, "</"+prefix+"message>")
	_, m, _ = strings.Cut(m, ">")
	return c, xmlText(m)
}

func (a *answer) headerValue(name string) value {
	if v, ok := a.header.Lookup(name); ok {
		return textValue(v)
	}
	return missing("no-header")
}

func (a *answer) elementValue(name string) value {
	if text, ok := element(a.body, name); ok {
		return textValue(text)
	}
	return missing("no-element")
}

func (a *answer) pathValue(path []script.Step) value {
	if text, ok := script.Lookup(a.body, path); ok {
		return jsonValue(text)
	}
	return missing("no-property")
}

// ask answers a query.
func (a *answer) ask(q *script.Assertion) value {
	if a.load != nil {
		return a.askLoad(q.Query)
	}
	switch q.Query {
	case "status":
		if a.rolledBack {
			return missing("rolled-back")
		}
		return numberValue(a.status)
	case "header":
		return a.headerValue(q.Arg)
	case "body":
		return a.askBody(q)
	case "error":
		return textValue(a.code)
	case "count":
		return numberValue(countEntities(a.body))
	case "pages":
		return numberValue(a.pages)
	case "type":
		return a.askType(q)
	case "size":
		return a.askSize()
	case "design":
		return a.askDesign(q.Arg)
	case "rolledBack":
		return boolValue(a.rolledBack)
	}
	if v, ok := a.client.ask(q.Query); ok {
		return v
	}
	if a.rec == nil {
		return missing("not-measured")
	}
	return a.askRecord(q.Query)
}

func (a *answer) askBody(q *script.Assertion) value {
	switch {
	case q.Arg == "":
		return value{text: a.body, json: jsonOnly(a.body), found: true}
	case strings.HasPrefix(q.Arg, "//"):
		return a.elementValue(q.Arg[2:])
	}
	v := a.pathValue(q.Path)
	if q.Inner != nil {
		v = lookInside(q.Inner, v)
	}
	return v
}

// jsonOnly returns an object or array, "" for any other text.
func jsonOnly(s string) string {
	if strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[") {
		return s
	}
	return ""
}

func (a *answer) askRecord(query string) value {
	r := a.rec
	switch query {
	case "plan":
		return textValue(planName(r))
	case "keys":
		return listValue(keyTexts(r.Keys))
	case "throttled", "failed", "p50", "p95", "p99", "rate", "hottest":
		return missing("only-load", query)
	}
	n, ok := map[string]int{
		"scanned": r.Read, "read": r.Read, "returned": r.Returned, "partitions": r.Partitions,
		"transactions": r.Transactions, "roundtrips": r.Roundtrips, "nodes": len(r.Nodes),
	}[query]
	if !ok {
		n = r.BytesIn + r.BytesOut
	}
	return numberValue(n)
}

func planName(r *explain.Record) string {
	if r.Plan == nil {
		return "none"
	}
	return r.Plan.Class.String()
}

// keyTexts writes keys as checks compare them: "partition/row".
func keyTexts(keys []explain.Key) []string {
	return lists.Map(keys, func(k explain.Key) string { return k.Partition + "/" + k.Row })
}
