package engine

import (
	"context"

	"rowkey/engine/advise"
	"rowkey/engine/client"
	"rowkey/engine/cluster"
	"rowkey/engine/explain"
	"rowkey/engine/lint"
	"rowkey/engine/odata"
	"rowkey/engine/rest"
	"rowkey/engine/script"
	"rowkey/engine/table"
	"rowkey/engine/trail"
)

// Advisor says what requests could cost less, or may lose.
type Advisor struct{ e *Engine }

// Advisor returns what gives advice on the requests to the sandbox and on the data as they are.
func (e *Engine) Advisor() Advisor { return Advisor{e} }

// Findings says which of the requests so far could have cost less, or may lose data. The proposals of the first
// findings are run on a copy, and so is that of the finding with the id open. It leaves no trace. Errors: those of
// the store.
func (a Advisor) Findings(ctx context.Context, open string) (report lint.Report, err error) {
	defer a.e.gate.seize()()
	a.e.unlimited(func() {
		report, err = lint.Examine(a.bench(ctx), a.e.trail.Requests(), lint.Options{Open: open})
	})
	return report, err
}

// Forget forgets the requests so far. The data stays.
func (a Advisor) Forget() {
	defer a.e.gate.seize()()
	a.e.ledger.Reset()
	a.e.trail.Reset()
}

// A rehearsal ends after so many steps, or so many entities read, because it runs while its author types.
const (
	maxRehearsed     = 300
	maxRehearsedRead = 50_000
)

// Rehearse runs a script on a copy, as far as that is quick, and returns the findings that its author can have before
// it is sent. before is the run that it goes on from, nil for none. Errors: those of the store.
func (a Advisor) Rehearse(
	ctx context.Context, s *script.Script, before *client.Session,
) (report lint.Report, err error) {
	defer a.e.gate.seize()()
	a.e.unlimited(func() {
		err = a.e.trial(func() error {
			log, err := a.rehearsed(ctx, s, before)
			if err == nil {
				report, err = lint.Examine(a.bench(ctx), log, lint.Options{Early: true})
			}
			return err
		})
	})
	return report, err
}

// rehearsed returns what a script sends.
func (a Advisor) rehearsed(ctx context.Context, s *script.Script, before *client.Session) ([]*trail.Request, error) {
	var log trail.Log
	o := a.e.clientOptions()
	o.Continue, o.Elapse = before, false
	o.Cluster = nil // no load runs while the author types
	read, id := 0, 0
	o.Log = func(r *trail.Request) {
		id++
		r.Run, r.Record.ID = 1, id
		read += r.Record.Read
		log.Add(r)
	}
	run := client.Start(s, service{a.e}, o)
	for step := 0; step < maxRehearsed && read < maxRehearsedRead; step++ {
		if _, err := run.Next(ctx); err != nil {
			return log.Requests(), ctx.Err() // the end of the script
		}
	}
	return log.Requests(), nil
}

// bench is where proposals are run. Its user holds the gate alone.
func (a Advisor) bench(ctx context.Context) *lint.Bench {
	return &lint.Bench{
		Context: ctx, Now: a.e.clock.Now(), Apart: a.e.trial,
		Table: func(name string) table.Table { return a.e.table(name) },
		Cluster: func() *cluster.Cluster {
			if c := a.e.cluster.Load(); c != nil {
				return cluster.New(a.e.clock, c.Options())
			}
			return nil
		},
		Ask: func(s lint.Sent) lint.Answer { return a.askCopy(ctx, s) },
	}
}

// askCopy answers a request within a trial.
func (a Advisor) askCopy(ctx context.Context, s lint.Sent) lint.Answer {
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
	resp := a.e.answer(explain.NewContext(ctx, out.Record), r)
	out.Status, out.Body, out.ETag = resp.Status, resp.Text(), resp.Header.Get("ETag")
	return out
}

// Cheaper finds what would read less than the query of a request of the ledger, which wants at most limit entities, all
// of them if limit is 0; ok is false for a request that is not kept or is not a query. The cluster is not asked:
// nothing is sent. Errors: those of [advise.For].
func (a Advisor) Cheaper(ctx context.Context, id, limit int) (report advise.Report, ok bool, err error) {
	defer a.e.gate.seize()()
	rec := a.e.ledger.Get(id)
	if rec == nil || rec.Plan == nil || rec.Code != "" || rec.Op != "QueryEntities" {
		return report, false, nil
	}
	filter, err := filterOf(rec.Plan)
	if err != nil {
		return report, false, err
	}
	a.e.unlimited(func() { report, err = advise.For(ctx, a.e.table(rec.Table), filter, limit) })
	return report, true, err
}

// Narrower measures what a query would send without its heaviest properties, by sending both; nil if there is nothing
// to say: see [advise.Narrow]. It leaves no trace.
func (a Advisor) Narrower(ctx context.Context, r *rest.Request) (narrow *advise.Narrower, err error) {
	defer a.e.gate.seize()()
	err = a.e.trial(func() error {
		narrow = advise.Narrow(r.Query, func(query string) (body []byte, ok bool) {
			asked := *r
			asked.Query = query
			answer := a.e.answer(explain.NewContext(ctx, &explain.Record{}), &asked)
			return answer.Body, answer.Status == 200
		})
		return nil
	})
	return narrow, err
}

// filterOf reads the filter of a plan: what bounds its interval, and what is checked on each entity.
func filterOf(p *explain.Plan) (odata.Expr, error) {
	var all odata.Expr
	whole := p.Whole()
	for _, text := range [...]string{whole.Used, whole.Rest} {
		if text == "" {
			continue
		}
		x, err := odata.Parse(text)
		if err != nil {
			return nil, err
		}
		if all != nil {
			x = &odata.And{X: all, Y: x}
		}
		all = x
	}
	return all, nil
}
