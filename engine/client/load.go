package client

import (
	"context"
	"time"

	"rowkey/engine/load"
	"rowkey/engine/script"
	"rowkey/engine/trail"
)

// loadIn returns what @load asks of a unit, nil if it asks nothing.
func loadIn(s *script.Script, u script.Unit) *script.LoadSpec {
	for i := u.First; i <= u.Last; i++ {
		if b := &s.Blocks[i]; b.Request != nil && !b.Meta.Disabled && b.Meta.Load != nil {
			return b.Meta.Load
		}
	}
	return nil
}

// runLoad sends the requests of a block, or the transactions of a batch, to the cluster. They pass
// in virtual time; nothing is stored, billed, or answered one by one.
func (e *executor) runLoad(ctx context.Context, j job, spec *script.LoadSpec) *Exchange {
	x := e.begin(j)
	c := e.o.Cluster()
	if c == nil {
		return stopped(x, problemOn(x.Line, "load-without-cluster"))
	}
	e.timeline.awaitFlight()
	e.timeline.depart(x, &script.Block{}) // nothing is in flight beside a load
	for i := j.unit.First; i <= j.unit.Last; i++ {
		e.timeline.sleep(x, e.script.Blocks[i].Meta.Sleep)
	}
	job, src, p := e.loadJob(j.unit, spec)
	if p != nil {
		return stopped(x, p)
	}
	now := e.o.Now
	e.o.Now = func() time.Time { return src.at }
	report, err := load.Run(ctx, c, job)
	e.o.Now = now
	if err != nil {
		return stopped(x, src.problemOf(err))
	}
	e.o.Advance(report.End)
	x.at = later(x.at, report.End)
	x.Load = report
	x.sent = &trail.Load{Rate: spec.Rate, Entities: job.Request.Entities, Partitions: src.sent}
	x.loaded = job.Request.Table
	x.answer = &answer{load: x.Load}
	e.timeline.arrive(x)
	e.finishLoad(j.unit, x)
	return x
}

// finishLoad checks the answer of a load.
func (e *executor) finishLoad(u script.Unit, x *Exchange) {
	x.answer.client.attempts = x.Load.Throttled + x.Load.Accepted
	e.finish(x)
	if !e.hidden {
		e.totals.addLoad(x.Load)
	}
	for i := u.First; i <= u.Last; i++ {
		b := &e.script.Blocks[i]
		if b.Name != "" {
			e.state.answers[b.Name] = x.answer
		}
		e.checkAll(x, b, x.answer, scope{client: x.Client})
	}
}

// askReport answers a query about a load; ok is false for what only a single request can tell.
func askReport(l *load.Report, query string) (v value, ok bool) {
	switch query {
	case "throttled":
		return textValue(l.ThrottledPercent()), true
	case "hottest":
		return textValue(string(l.Hottest)), true
	}
	n, ok := map[string]int{
		"count": l.Entities, "failed": l.Failed, "p50": l.P50, "p95": l.P95, "p99": l.P99, "rate": l.Served,
		"nodes": l.NodeCount, "partitions": l.PartitionCount,
	}[query]
	return numberValue(n), ok
}

// askLoad answers a query about a block with @load, which has no answer of its own.
func (a *answer) askLoad(query string) value {
	if v, ok := askReport(a.load, query); ok {
		return v
	}
	if v, ok := a.client.ask(query); ok {
		return v
	}
	return missing("load-has-no", query)
}
