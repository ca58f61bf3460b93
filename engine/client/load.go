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
func (s *Session) runLoad(ctx context.Context, j job, spec *script.LoadSpec) *Exchange {
	x := s.begin(j)
	c := s.o.Cluster()
	if c == nil {
		return stopped(x, problemOn(x.Line, "load-without-cluster"))
	}
	s.timeline.awaitFlight()
	s.timeline.depart(x, &script.Block{}) // nothing is in flight beside a load
	for i := j.unit.First; i <= j.unit.Last; i++ {
		s.timeline.sleep(x, s.script.Blocks[i].Meta.Sleep)
	}
	job, src, p := s.loadJob(j.unit, spec)
	if p != nil {
		return stopped(x, p)
	}
	now := s.o.Now
	s.o.Now = func() time.Time { return src.at }
	report, err := load.Run(ctx, c, job)
	s.o.Now = now
	if err != nil {
		return stopped(x, src.problemOf(err))
	}
	s.o.Advance(report.End)
	x.at = later(x.at, report.End)
	x.Load = report
	x.sent = &trail.Load{Rate: spec.Rate, Entities: job.Request.Entities, Partitions: src.sent}
	x.loaded = job.Request.Table
	x.answer = &answer{load: x.Load}
	s.timeline.arrive(x)
	s.finishLoad(j.unit, x)
	return x
}

// finishLoad checks the answer of a load.
func (s *Session) finishLoad(u script.Unit, x *Exchange) {
	x.answer.client.attempts = x.Load.Throttled + x.Load.Accepted
	s.finish(x)
	if !s.hidden {
		s.totals.addLoad(x.Load)
	}
	for i := u.First; i <= u.Last; i++ {
		b := &s.script.Blocks[i]
		if b.Name != "" {
			s.state.answers[b.Name] = x.answer
		}
		for _, a := range b.Assertions {
			x.Checks = append(x.Checks, s.check(a, x.answer, scope{client: x.Client}))
		}
	}
}
