package engine

import (
	"context"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/rest"
	"rowkey/engine/trail"
)

// serveMeasured answers a request and keeps what it did. Its time passes on the clock of a cluster.
func (e *Engine) serveMeasured(ctx context.Context, r *rest.Request) *rest.Response {
	rec, sent := &explain.Record{}, &trail.Request{} // apart: the ledger keeps records longer than bodies are kept
	watched := e.o.Watch != nil && r.Service == rest.TableService
	if watched {
		sent.Start = e.sinceOpened()
	}
	resp := e.answer(explain.NewContext(ctx, rec), r)
	if e.cluster.Load() != nil {
		e.clock.Advance(rec.Latency)
	}
	e.ledger.Add(rec)
	exchanged(sent, rec, r, resp)
	if watched {
		sent.End = e.sinceOpened()
		sent.From = senderOf(r)
		if r.Method == "GET" {
			sent.Answer = resp.Text()
		}
	}
	e.trail.Add(sent)
	if watched {
		e.o.Watch(sent)
	}
	return resp
}

// exchanged notes what the linter may know of a request and its answer.
func exchanged(q *trail.Request, rec *explain.Record, r *rest.Request, resp *rest.Response) {
	url := r.Base + r.Path
	if r.Query != "" {
		url += "?" + r.Query
	}
	q.Record, q.Method, q.URL, q.Body, q.Status = rec, r.Method, url, string(r.Body), resp.Status
	q.Accept, q.IfMatch, q.ETag = r.Header.Get("Accept"), r.Header.Get("If-Match"), resp.Header.Get("ETag")
	q.Next, q.Attempts = rec.Next, 1
	if rec.Op == "EntityGroupTransaction" {
		q.Ops = trail.Operations(r.Body, rec.Changes)
	}
}

// senderOf returns what the wire shows of the sender.
func senderOf(r *rest.Request) trail.Sender {
	from := trail.Sender{Host: r.Remote, Port: r.Port}
	for _, f := range r.Header {
		switch {
		case len(f.Name) == len("User-Agent") && strings.EqualFold(f.Name, "User-Agent") && from.Agent == "",
			strings.EqualFold(f.Name, "x-ms-useragent"): // that of a library in a page, which cannot change the other
			from.Agent = f.Value
		case len(f.Name) == len("traceparent") && strings.EqualFold(f.Name, "traceparent"):
			from.TraceID = trail.TraceID(f.Value)
		}
	}
	return from
}
