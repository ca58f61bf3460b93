package engine

import (
	"context"
	"strings"
	"unsafe"

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
		sent.From.Host, sent.From.Port = r.Remote, r.Port
		if r.Method == "GET" {
			sent.Answer = textOf(resp)
		}
	}
	e.trail.Add(sent)
	if watched {
		e.o.Watch(sent)
	}
	return resp
}

// exchanged notes what the linter may know of a request and its answer, and what the wire shows of the sender.
func exchanged(q *trail.Request, rec *explain.Record, r *rest.Request, resp *rest.Response) {
	asks := ""
	if r.Query != "" {
		asks = "?"
	}
	q.Record, q.Method, q.URL, q.Body, q.Status = rec, r.Method, r.Base+r.Path+asks+r.Query, string(r.Body), resp.Status
	q.ETag, q.Next, q.Attempts = resp.Header.Get("ETag"), rec.Next, 1
	for i := range r.Header {
		note(q, r.Header[i].Name, r.Header[i].Value)
	}
	if rec.Op == "EntityGroupTransaction" {
		q.Ops = trail.Operations(r.Body)
	}
}

// note notes a header field. It looks at the length first: most fields have another name.
func note(q *trail.Request, name, value string) {
	switch len(name) {
	case len("Accept"):
		noteIn(&q.Accept, "Accept", name, value)
	case len("If-Match"):
		noteIn(&q.IfMatch, "If-Match", name, value)
	case len("User-Agent"):
		noteIn(&q.From.Agent, "User-Agent", name, value)
	case len("traceparent"):
		if strings.EqualFold(name, "traceparent") {
			q.From.TraceID = trail.TraceID(value)
		}
	case len("x-ms-useragent"): // that of a library in a page, which cannot change the other
		if strings.EqualFold(name, "x-ms-useragent") {
			q.From.Agent = value
		}
	}
}

// noteIn keeps the first field of a name.
func noteIn(to *string, want, name, value string) {
	if *to == "" && strings.EqualFold(name, want) {
		*to = value
	}
}

// textOf returns the body of an answer, which nothing changes from now on. It is copied only if that saves memory.
func textOf(resp *rest.Response) string {
	const spare = 512 // bytes
	if b := resp.Body; resp.Parts == nil && cap(b) <= 2*len(b)+spare {
		return unsafe.String(unsafe.SliceData(b), len(b))
	}
	return resp.Text()
}
