package accesslog

import (
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/explain"
	"rowkey/engine/percent"
	"rowkey/engine/trail"
)

// read makes the request of an entry; ok is false for one of another service, or without an address or a time.
func (l *log) read(e *entry) (ok bool) {
	at, ok := l.minute.read(e[timeGenerated])
	if !ok || !isTable(e[serviceType]) || number(e[operationCount]) > 0 {
		return false
	}
	host, port := sender(e[callerIPAddress])
	l.record = explain.Record{Counts: explain.Counts{
		BytesIn: number(e[requestBodySize]), BytesOut: number(e[responseBodySize]), Transactions: 1, Roundtrips: 1,
	}}
	l.last = Entry{At: at, Request: trail.Request{
		Record: &l.record, Status: number(e[statusCode]), Attempts: 1,
		From: trail.Sender{Agent: e[userAgentHeader], Host: host, Port: port},
	}}
	if e[shapeDoes] != "" {
		return l.readOurs(e)
	}
	return l.readAddressed(e)
}

// readAddressed reads what a request asks for out of its address.
func (l *log) readAddressed(e *entry) (ok bool) {
	path, _, _ := strings.Cut(e[uri], "?")
	_, below, found := strings.Cut(path, "://")
	_, below, rooted := strings.Cut(below, "/")
	q := &l.last.Request
	q.URL, q.IfMatch, q.ETag = e[uri], ifMatch(e[conditionsUsed]), e[etag]
	q.Record.Op, q.Record.Table = operation(e[operationName], below)
	if q.Method = "POST"; strings.HasPrefix(q.Record.Op, "Query") || strings.HasPrefix(q.Record.Op, "Get") {
		q.Method = "GET"
	}
	if q.Record.Op == "" {
		q.Record.Code = apierr.Code(e[statusText])
	}
	return found && rooted
}

func isTable(service string) bool { return service == "" || strings.EqualFold(service, "table") }

// number reads a number that may have a point; what is none is 0.
func number(s string) (n int) {
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c) && i < mostDigits:
			n = 10*n + int(c-'0')
		case c == '.':
			return n
		default:
			return 0
		}
	}
	return n
}

// mostDigits is how many digits a number has at most: of bytes, and of a status.
const mostDigits = 18

// sender splits an address with its port.
func sender(s string) (host, port string) {
	if i := strings.LastIndexByte(s, ':'); i >= 0 && strings.Count(s, ":") == 1 {
		return s[:i], s[i+1:]
	}
	return s, ""
}

// ifMatch finds the condition among pairs such as If-Match=W/"…";If-Modified-Since=….
func ifMatch(conditions string) string {
	if conditions == "" { // most requests have none
		return ""
	}
	for pair := range strings.SplitSeq(conditions, ";") {
		if name, value, ok := strings.Cut(strings.TrimSpace(pair), "="); ok && strings.EqualFold(name, "If-Match") {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// operation returns the operation as the reference names it, and its table. A query of one row has the row's key in its
// address.
func operation(name, path string) (op, table string) {
	path = percent.DecodeTolerant(path)
	if i := strings.LastIndexByte(strings.TrimRight(cutKeys(path), "/"), '/'); i >= 0 {
		path = path[i+1:] // of a local account
	}
	table, keys, _ := strings.Cut(path, "(")
	if strings.EqualFold(table, "Tables") {
		table = strings.Trim(strings.TrimSuffix(strings.TrimPrefix(keys, "TableName="), ")"), "'")
		if strings.HasPrefix(name, "Query") {
			return "QueryTables", table
		}
	}
	switch {
	case strings.HasPrefix(name, "Query") && strings.Contains(keys, "RowKey="):
		return "GetEntity", table
	case strings.HasPrefix(name, "Query"):
		return "QueryEntities", table
	case name == "EntityGroupTransaction":
		return name, ""
	}
	return name, table
}

// cutKeys returns what of a path comes before its keys.
func cutKeys(path string) string {
	before, _, _ := strings.Cut(path, "(")
	return before
}
