package accesslog

import (
	"strconv"
	"strings"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/explain"
	"rowkey/engine/percent"
	"rowkey/engine/trail"
)

// entry returns a field of an entry by its name in StorageTableLogs, in lowercase letters; "" for none.
type entry func(name string) string

// request makes the request of an entry; ok is false for one of another service, or without an address or a time.
func (e entry) request() (q trail.Request, at time.Time, ok bool) {
	at, ok = timeOf(e("timegenerated"))
	url := e("uri")
	path, _, _ := strings.Cut(url, "?")
	_, below, found := strings.Cut(path, "://")
	_, below, rooted := strings.Cut(below, "/")
	if !ok || !found || !rooted || !isTable(e("servicetype")) || number(e("operationcount")) > 0 {
		return q, at, false
	}
	host, port := sender(e("calleripaddress"))
	status := number(e("statuscode"))
	q = trail.Request{
		Record: &explain.Record{Counts: explain.Counts{
			BytesIn: number(e("requestbodysize")), BytesOut: number(e("responsebodysize")), Transactions: 1, Roundtrips: 1,
		}},
		URL: strings.Clone(url), Status: status, IfMatch: ifMatch(e("conditionsused")), ETag: strings.Clone(e("etag")),
		From: trail.Sender{Agent: strings.Clone(e("useragentheader")), Host: host, Port: port}, Attempts: 1,
	}
	q.Record.Op, q.Record.Table = operation(e("operationname"), below)
	if q.Method = "POST"; strings.HasPrefix(q.Record.Op, "Query") || strings.HasPrefix(q.Record.Op, "Get") {
		q.Method = "GET"
	}
	if q.Record.Op == "" {
		q.Record.Code = apierr.Code(strings.Clone(e("statustext")))
	}
	return q, at, true
}

func isTable(service string) bool { return service == "" || strings.EqualFold(service, "table") }

// number reads a number that may have a point; what is none is 0.
func number(s string) int {
	s, _, _ = strings.Cut(s, ".")
	n, _ := strconv.Atoi(s)
	return n
}

// layouts are how exports write a time: as JSON does, and as the portal does.
var layouts = [...]string{time.RFC3339Nano, "1/2/2006, 3:04:05.999999999 PM", "2006-01-02 15:04:05.999999999"}

func timeOf(s string) (time.Time, bool) {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// sender splits an address with its port.
func sender(s string) (host, port string) {
	if i := strings.LastIndexByte(s, ':'); i >= 0 && strings.Count(s, ":") == 1 {
		return strings.Clone(s[:i]), strings.Clone(s[i+1:])
	}
	return strings.Clone(s), ""
}

// ifMatch finds the condition among pairs such as If-Match=W/"…";If-Modified-Since=….
func ifMatch(conditions string) string {
	for pair := range strings.SplitSeq(conditions, ";") {
		if name, value, ok := strings.Cut(strings.TrimSpace(pair), "="); ok && strings.EqualFold(name, "If-Match") {
			return strings.Clone(strings.TrimSpace(value))
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
	return strings.Clone(name), table
}

// cutKeys returns what of a path comes before its keys.
func cutKeys(path string) string {
	before, _, _ := strings.Cut(path, "(")
	return before
}
