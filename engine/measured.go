package engine

import (
	"context"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/rest"
	"rowkey/engine/trail"
)

// measured is what is known of a request that no script sent.
type measured struct {
	rec  explain.Record
	sent trail.Request
}

// serveMeasured answers a request and keeps what it did. Its time passes on the clock of a cluster.
func (e *Engine) serveMeasured(ctx context.Context, r *rest.Request) *rest.Response {
	m := &measured{}
	watched := e.o.Watch != nil && r.Service == rest.TableService
	if watched {
		m.sent.Start = e.sinceOpened()
	}
	resp := e.answer(explain.NewContext(ctx, &m.rec), r)
	if e.cluster.Load() != nil {
		e.clock.Advance(m.rec.Latency)
	}
	e.ledger.Add(&m.rec)
	m.exchanged(r, resp)
	if watched {
		m.sent.End = e.sinceOpened()
		m.from(r)
		if r.Method == "GET" {
			m.sent.Answer = resp.Text()
		}
	}
	e.trail.Add(&m.sent)
	if watched {
		e.o.Watch(&m.sent)
	}
	return resp
}

// exchanged notes what the linter may know of a request and its answer.
func (m *measured) exchanged(r *rest.Request, resp *rest.Response) {
	url := r.Base + r.Path
	if r.Query != "" {
		url += "?" + r.Query
	}
	q := &m.sent
	q.Record, q.Method, q.URL, q.Body, q.Status = &m.rec, r.Method, url, string(r.Body), resp.Status
	q.Accept, q.IfMatch, q.ETag = r.Header.Get("Accept"), r.Header.Get("If-Match"), resp.Header.Get("ETag")
	q.Next, q.Attempts = m.rec.Next, 1
	if m.rec.Op == "EntityGroupTransaction" {
		q.Ops = trail.Operations(r.Body, m.rec.Changes)
	}
}

// from notes what the wire shows of the sender.
func (m *measured) from(r *rest.Request) {
	from := &m.sent.From
	from.Host, from.Port = r.Remote, r.Port
	for _, f := range r.Header {
		switch {
		case len(f.Name) == len("User-Agent") && strings.EqualFold(f.Name, "User-Agent") && from.Agent == "",
			strings.EqualFold(f.Name, "x-ms-useragent"): // that of a library in a page, which cannot change the other
			from.Agent = f.Value
		case len(f.Name) == len("traceparent") && strings.EqualFold(f.Name, "traceparent"):
			from.TraceID = trail.TraceID(f.Value)
		}
	}
}
