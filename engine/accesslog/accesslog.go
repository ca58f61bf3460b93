// Package accesslog reads what Azure writes down of the requests to the tables of an account: rows of the table
// StorageTableLogs of Log Analytics, exported as CSV or JSON, and the lines that classic Storage Analytics keeps in the
// container $logs. Each request becomes one as package shape takes it; what a log does not have, such as the entities
// that were read, stays 0. It also writes and reads a log of ours ([Append]), which has shapes in place of values.
//
// Rule books: Azure Monitor, "StorageTableLogs"; Storage Analytics log format, version 1.0; Azure Monitor Logs query
// API, "Response format". Not here: the order of requests, which exports do not keep, and what is said of them.
package accesslog

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"time"

	"rowkey/engine/explain"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
)

// Summary says what was in a log.
type Summary struct {
	Requests int // to tables
	Skipped  int // lines that are of another service, or cannot be read
	From, To time.Time
}

// ErrUnknown is the error of a text that is none of the logs.
var ErrUnknown = errors.New(
	"this is neither an export of StorageTableLogs (CSV or JSON) nor a log of Storage Analytics or of serve -log")

// Entry is a request of a log.
type Entry struct {
	trail.Request
	At    time.Time
	Shape *shape.Shape // but for its table; nil unless the log has it in place of an address
}

// CountIn counts the request among others.
func (e *Entry) CountIn(c *shape.Collector) {
	if e.Shape != nil {
		c.Count(&e.Request, *e.Shape)
		return
	}
	c.Add(&e.Request)
}

// Read visits the requests of a log. The entry, its record and its texts are the next one's after a visit, so what is
// kept has to be copied. Errors: [ErrUnknown], those of the reader.
func Read(r io.Reader, visit func(*Entry)) (Summary, error) {
	in := &log{visit: visit}
	b := bufio.NewReaderSize(r, 64<<10)
	head, err := b.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return in.Summary, err
	}
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
		b.Discard(3)
		head, _ = b.Peek(4)
	}
	switch {
	case bytes.HasPrefix(head, []byte("1.0;")):
		err = in.classic(b)
	case len(head) > 0 && (head[0] == '[' || head[0] == '{'):
		err = in.json(b)
	default:
		err = in.csv(b)
	}
	if err == nil && in.Requests == 0 && in.Skipped == 0 {
		err = ErrUnknown
	}
	return in.Summary, err
}

// log is a log that is being read.
type log struct {
	Summary
	visit  func(*Entry)
	minute minute
	names  columns // of entries in JSON
	last   Entry
	record explain.Record // of the last entry
	shape  shape.Shape    // of the last entry, in a log of ours
}

// add visits the request of an entry.
func (l *log) add(e *entry) {
	if !l.read(e) {
		l.Skipped++
		return
	}
	l.Requests++
	if at := l.last.At; l.From.IsZero() || at.Before(l.From) {
		l.From = at
	}
	if at := l.last.At; at.After(l.To) {
		l.To = at
	}
	l.visit(&l.last)
}
