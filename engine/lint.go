package engine

import (
	"context"

	"rowkey/engine/client"
	"rowkey/engine/cluster"
	"rowkey/engine/explain"
	"rowkey/engine/lint"
	"rowkey/engine/rest"
	"rowkey/engine/script"
	"rowkey/engine/table"
	"rowkey/engine/trail"
)

// Findings says what the requests so far could have cost less, or may lose; the proposals of the first findings are run on
// a copy, and that of the one that is open. Nothing of it leaves a trace. Errors: those of the store.
func (e *Engine) Findings(ctx context.Context, open string) (report lint.Report, err error) {
	e.gate.Lock()
	defer e.gate.Unlock()
	e.unlimited(func() {
		report, err = lint.Examine(e.bench(ctx), e.trail.Requests(), lint.Options{Open: open})
	})
	return report, err
}

// A rehearsal ends after so many steps, or so many entities read: it runs while somebody types.
const (
	maxRehearsed     = 300
	maxRehearsedRead = 50_000
)

// Rehearse runs a script on a copy, as far as that is quick, and says what its reader can know before it is sent. before is
// the run that it goes on from, nil for none. Errors: those of the store.
func (e *Engine) Rehearse(ctx context.Context, s *script.Script, before *client.Session) (report lint.Report, err error) {
	e.gate.Lock()
	defer e.gate.Unlock()
	e.unlimited(func() {
		err = e.trial(func() error {
			log, err := e.rehearsed(ctx, s, before)
			if err == nil {
				report, err = lint.Examine(e.bench(ctx), log, lint.Options{Early: true})
			}
			return err
		})
	})
	return report, err
}

// rehearsed returns what a script sends.
func (e *Engine) rehearsed(ctx context.Context, s *script.Script, before *client.Session) ([]trail.Request, error) {
	var log trail.Log
	o := e.clientOptions()
	o.Continue, o.Elapse = before, false
	o.Cluster = nil // no load runs while somebody types
	read, id := 0, 0
	o.Log = func(r trail.Request) {
		id++
		r.Run, r.Record.ID = 1, id
		read += r.Record.Read
		log.Add(r)
	}
	run := client.Start(s, service{e}, o)
	for step := 0; step < maxRehearsed && read < maxRehearsedRead; step++ {
		if _, err := run.Next(ctx); err != nil {
			return log.Requests(), ctx.Err() // the end of the script
		}
	}
	return log.Requests(), nil
}

// bench is where proposals are run. Its user holds the gate alone.
func (e *Engine) bench(ctx context.Context) *lint.Bench {
	return &lint.Bench{
		Context: ctx, Now: e.clock.Now(), Apart: e.trial,
		Table: func(name string) table.Table { return e.table(name) },
		Cluster: func() *cluster.Cluster {
			if c := e.cluster.Load(); c != nil {
				return cluster.New(e.clock, c.Options())
			}
			return nil
		},
		Ask: func(s lint.Sent) lint.Answer { return e.askCopy(ctx, s) },
	}
}

// askCopy answers a request within a trial.
func (e *Engine) askCopy(ctx context.Context, s lint.Sent) lint.Answer {
	out := lint.Answer{Record: &explain.Record{}}
	r, err := client.Address(s.Method, s.URL)
	if err != nil {
		return out // such a request was never answered
	}
	if s.Accept != "" {
		r.Header = append(r.Header, rest.Field{Name: "Accept", Value: s.Accept})
	}
	if s.IfMatch != "" {
		r.Header = append(r.Header, rest.Field{Name: "If-Match", Value: s.IfMatch})
	}
	if s.Body != "" {
		r.Header = append(r.Header, rest.Field{Name: "Content-Type", Value: "application/json"})
		r.Body = []byte(s.Body)
	}
	resp := e.answer(explain.NewContext(ctx, out.Record), r)
	out.Status, out.Body, out.ETag = resp.Status, resp.Text(), resp.Header.Get("ETag")
	return out
}

// logged returns what the linter may know of a request that no script has sent.
func logged(r *rest.Request, resp *rest.Response, rec *explain.Record) trail.Request {
	url := r.Base + r.Path
	if r.Query != "" {
		url += "?" + r.Query
	}
	return trail.Request{
		Record: rec, Method: r.Method, URL: url, Accept: r.Header.Get("Accept"), Body: string(r.Body),
		IfMatch: r.Header.Get("If-Match"), Status: resp.Status, ETag: resp.Header.Get("ETag"), Next: rec.Next, Attempts: 1,
	}
}
