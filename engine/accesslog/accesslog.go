// Package accesslog reads what Azure writes down of the requests to the tables of an account: rows of the table
// StorageTableLogs of Log Analytics, exported as CSV or JSON, and the lines that classic Storage Analytics keeps in the
// container $logs. Each request becomes one as package shape takes it; what a log does not have, such as the entities
// that were read, stays 0.
//
// Rule books: Azure Monitor, "StorageTableLogs"; Storage Analytics log format, version 1.0; Azure Monitor Logs query
// API, "Response format". Not here: the order of requests, which exports do not keep, and what is said of them.
package accesslog

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"time"

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
	"this is neither an export of StorageTableLogs (CSV or JSON) nor a log of Storage Analytics")

// maxJSON is how long an export in JSON may be, in bytes: it is read as a whole.
const maxJSON = 512 << 20

// Read visits the requests of a log. Errors: [ErrUnknown], those of the reader.
func Read(r io.Reader, visit func(at time.Time, q trail.Request)) (Summary, error) {
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
	visit func(time.Time, trail.Request)
}

// add visits the request of an entry.
func (l *log) add(e entry) {
	q, at, ok := e.request()
	if !ok {
		l.Skipped++
		return
	}
	l.Requests++
	if l.From.IsZero() || at.Before(l.From) {
		l.From = at
	}
	if at.After(l.To) {
		l.To = at
	}
	l.visit(at, q)
}

// csv reads an export with names of columns in its first line.
func (l *log) csv(r *bufio.Reader) error {
	in := csvReader{r: r}
	header, err := in.read()
	if err != nil {
		return ErrUnknown
	}
	at := map[string]int{}
	for i, name := range header {
		name, _, _ = strings.Cut(name, " [") // the portal adds the time zone
		at[strings.ToLower(strings.TrimSpace(name))] = i
	}
	if _, ok := at["operationname"]; !ok {
		return ErrUnknown
	}
	for {
		row, err := in.read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		l.add(func(name string) string {
			if i, ok := at[name]; ok && i < len(row) {
				return row[i]
			}
			return ""
		})
	}
}
