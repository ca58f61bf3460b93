package accesslog

import (
	"time"

	"rowkey/engine/jsontext"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
)

// line is what [Append] writes of a request: columns of StorageTableLogs as far as they have no values of rows, then
// what only an engine knows.
type line struct {
	TimeGenerated    string `json:"TimeGenerated"`
	CallerIPAddress  string `json:"CallerIpAddress"`
	UserAgentHeader  string `json:"UserAgentHeader"`
	Method           string `json:"Method"`
	StatusCode       int    `json:"StatusCode"`
	DurationMs       int    `json:"DurationMs"`
	RequestBodySize  int    `json:"RequestBodySize"`
	ResponseBodySize int    `json:"ResponseBodySize"`
	Table            string `json:"Table"`
	Does             string `json:"Does"`
	Shape            string `json:"Shape"`
	Class            string `json:"Class"`
	Read             int    `json:"Read"`
	Returned         int    `json:"Returned"`
}

// lineTime has the milliseconds always, so that lines are as long as each other.
const lineTime = "2006-01-02T15:04:05.000Z"

// Append writes a line of a log of ours: a JSON object with the shape of a request, and none of its values.
func Append(b []byte, at time.Time, q *trail.Request) []byte {
	s := shape.Of(q, shape.Options{})
	b = jsontext.Append(b, line{
		TimeGenerated: at.UTC().Format(lineTime), CallerIPAddress: q.From.Host + ":" + q.From.Port,
		UserAgentHeader: q.From.Agent, Method: q.Method, StatusCode: shape.StatusOf(q), DurationMs: q.End - q.Start,
		RequestBodySize: q.Record.BytesIn, ResponseBodySize: q.Record.BytesOut,
		Table: q.Record.Table, Does: s.Does, Shape: s.Text, Class: s.ClassText(), Read: q.Record.Read,
		Returned: q.Record.Returned,
	})
	return append(b, '\n')
}

// readOurs reads what [Append] has written; ok is false for a class that is none.
func (l *log) readOurs(e *entry) (ok bool) {
	class, ok := shape.ClassNamed(e[shapeClass])
	l.shape = shape.Shape{Does: e[shapeDoes], Text: e[shapeText], Class: class}
	l.last.Shape = &l.shape
	q := &l.last.Request
	q.Method = e[method]
	q.Record.Table, q.Record.Read, q.Record.Returned = e[tableName], number(e[read]), number(e[returned])
	return ok
}
