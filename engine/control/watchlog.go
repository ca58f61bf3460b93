//go:build !js || watch

package control

import (
	"io"
	"time"

	"rowkey/engine/accesslog"
	"rowkey/engine/edm"
	"rowkey/engine/shape"
	"rowkey/engine/watch"
)

// LogProgress is the answer to /-/watchlog: how far a log has been read, and at its end what is in it.
type LogProgress struct {
	Requests int      `json:"requests"` // to tables
	Skipped  int      `json:"skipped"`  // lines that are of another service, or cannot be read
	From     string   `json:"from"`     // ISO 8601, UTC
	To       string   `json:"to"`
	Busiest  int      `json:"busiest"` // requests in one hour
	Watched  *Watched `json:"watched"` // null before the end
}

// logReader reads a log that comes in slices.
type logReader struct {
	in   *io.PipeWriter // nil before the first slice
	done chan error     // how the reading ended

	all   shape.Collector
	sum   accesslog.Summary
	first time.Time
	hours map[int64]int
}

// beginLog forgets the log before.
func beginLog(c *call, _ *None) (*None, error) {
	return using(&c.log, func(l **logReader) (*None, error) {
		if *l != nil {
			(*l).in.CloseWithError(io.ErrUnexpectedEOF)
		}
		*l = newLogReader(c.query["counted"] == "true")
		return nil, nil
	})
}

func newLogReader(counted bool) *logReader {
	out, in := io.Pipe()
	l := &logReader{in: in, done: make(chan error, 1), hours: map[int64]int{}}
	l.all.Options = shape.Options{Counted: counted}
	go func() {
		sum, err := accesslog.Read(out, l.add)
		l.sum = sum
		out.CloseWithError(err) // what comes after a mistake is not taken
		l.done <- err
	}()
	return l
}

func (l *logReader) add(e *accesslog.Entry) {
	if l.first.IsZero() {
		l.first = e.At
	}
	e.Start = int(e.At.Sub(l.first) / time.Millisecond)
	e.CountIn(&l.all)
	l.hours[e.At.Unix()/3600]++
}

// addToLog reads a slice; last=true ends the log.
func addToLog(c *call, in Raw) (*LogProgress, error) {
	return using(&c.log, func(l **logReader) (*LogProgress, error) {
		if *l == nil {
			return nil, refuse(400, "no-profile")
		}
		if _, err := (*l).in.Write(in); err != nil {
			return nil, refuse(400, "verbatim", err.Error())
		}
		if c.query["last"] != "true" {
			return &LogProgress{}, nil
		}
		(*l).in.Close()
		err := <-(*l).done
		out := (*l).answer()
		*l = nil
		if err != nil {
			return nil, refuse(400, "verbatim", err.Error())
		}
		return out, nil
	})
}

// answer says what is in the log. It has ended.
func (l *logReader) answer() *LogProgress {
	sums := l.all.Sums()
	out := &LogProgress{Requests: l.sum.Requests, Skipped: l.sum.Skipped, From: string(edm.AppendTime(nil, l.sum.From)),
		To: string(edm.AppendTime(nil, l.sum.To)), Watched: watchedOf(sums, watch.FromLog(&sums))}
	out.Watched.Elapsed = int(l.sum.To.Sub(l.sum.From) / time.Millisecond)
	for _, n := range l.hours {
		out.Busiest = max(out.Busiest, n)
	}
	return out
}
