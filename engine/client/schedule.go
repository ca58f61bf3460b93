package client

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/jsontext"
	"rowkey/engine/message"
	"rowkey/engine/script"
)

// job is one step that is still to be made.
type job struct {
	unit       script.Unit
	index      int      // of the loop
	items      []string // of @loop each, as JSON
	ran        *answer  // its programs have run, and what they saw last
	itemsKnown bool     // items are known
	ready      bool     // what it refers to has run
	chain      []int    // first blocks of the units that wait for this one
}

// rounds returns how often a block is repeated.
func (j *job) rounds(b *script.Block) int {
	if b.Meta.Client.Each != nil {
		return len(j.items)
	}
	return max(1, b.Meta.Loop)
}

// prepare puts what a job refers to before the job itself.
func (s *Session) prepare(j job) *Exchange {
	var before []job
	j.chain = append(j.chain[:len(j.chain):len(j.chain)], j.unit.First)
	for i := j.unit.First; i <= j.unit.Last; i++ {
		b := &s.script.Blocks[i]
		if b.Meta.Disabled || b.FirstError != nil {
			continue
		}
		for _, r := range b.Meta.Refs {
			target, known := s.script.Named(r.Name)
			if _, ran := s.state.answers[r.Name]; !known || ran && !r.Force {
				continue
			}
			u := s.script.Units[s.script.UnitOf(target)]
			if slices.Contains(j.chain, u.First) {
				return stopped(s.begin(j), problemOn(r.Line, "ref-cycle", r.Name))
			}
			before = append(before, job{unit: u, chain: j.chain})
		}
	}
	j.ready = true
	s.todo = append(append(before, j), s.todo...)
	return nil
}

// run makes the step of a job, and puts the job back if it is to be repeated.
func (s *Session) run(ctx context.Context, j job) *Exchange {
	b := &s.script.Blocks[j.unit.First]
	for i := j.unit.First; i <= j.unit.Last; i++ {
		if bad := s.script.Blocks[i].FirstError; bad != nil && !s.script.Blocks[i].Meta.Disabled {
			return stopped(s.begin(j), &Problem{
				Line: bad.Line, Message: bad.Message, Sentences: bad.Sentences, Fix: bad.Fix, Label: bad.Label,
			})
		}
	}
	if s.judging && !b.Meta.Client.Replays() {
		s.trial = trial{} // "run" and "answer" are about the run of the learner again
	}
	if c := b.Meta.Client.If; c != nil && c.Query == "item" && !b.Meta.Disabled && !b.InBatch() {
		var p *Problem
		if j, p = s.loopItems(b, j); p != nil {
			return stopped(s.begin(j), p)
		}
	}
	switch {
	case b.Meta.Disabled:
		return nil
	case b.Meta.Client.Replays():
		return s.runTrial(ctx, j)
	case j.ran == nil && !s.conditionHolds(b, j):
		return s.leaveOut(b, j)
	case j.ran == nil && len(b.Meta.Client.Programs) > 0:
		return s.beginProgram(j)
	case b.Request == nil && b.Meta.Workload != nil:
		return s.runDesign(ctx, j)
	case b.Request == nil:
		if j.ran == nil {
			s.timeline.pause(b.Meta.Sleep)
		}
		if p := s.assign(j, nil); p != nil {
			return stopped(s.begin(j), p)
		}
		return s.checkRun(j)
	}
	return s.request(ctx, b, j)
}

// request makes one round of a block with a request.
func (s *Session) request(ctx context.Context, b *script.Block, j job) *Exchange {
	j, p := s.loopItems(b, j)
	switch {
	case p != nil:
		return stopped(s.begin(j), p)
	case j.rounds(b) == 0 && !b.InBatch():
		return nil
	}
	if p := s.countRequest(b); p != nil {
		return stopped(s.begin(j), p)
	}
	if spec := loadIn(s.script, j.unit); spec != nil {
		return s.runLoad(ctx, j, spec)
	}
	if b.Batch != "" {
		x := s.runBatch(ctx, j)
		if p := s.assign(j, x); p != nil {
			stopped(x, p)
		}
		return x
	}
	x := s.runOne(ctx, j)
	if p := s.assign(j, x); p != nil {
		stopped(x, p)
	}
	return s.repeat(b, j, x)
}

// countRequest returns a problem when a run has become too long.
func (s *Session) countRequest(b *script.Block) *Problem {
	limit := script.MaxRequests
	if s.hidden {
		limit = script.MaxFixture
	}
	if s.requests++; s.requests > limit {
		return problemOn(b.Line, "too-many-requests", strconv.Itoa(limit))
	}
	return nil
}

// repeat puts a job back while its loop goes on.
func (s *Session) repeat(b *script.Block, j job, x *Exchange) *Exchange {
	again := j.index+1 < j.rounds(b) && !x.crashed
	if w := b.Meta.While; w != nil && !x.Stopped && !x.crashed {
		again = s.check(w, x.answer, s.scope(b, j)).Pass
		if again && j.index+1 == script.MaxWhile {
			return stopped(x, problemOn(b.Meta.LoopLine, "too-many-repeats", strconv.Itoa(script.MaxWhile), w.Text))
		}
	}
	if again {
		j.index++
		s.todo = append([]job{j}, s.todo...)
	}
	return x
}

// leaveOut skips a block whose condition does not hold, or one round of its loop.
func (s *Session) leaveOut(b *script.Block, j job) *Exchange {
	if j.index+1 < j.rounds(b) && !b.InBatch() {
		j.index++
		s.todo = append([]job{j}, s.todo...)
	}
	if b.Meta.Loop > 0 || b.Meta.Client.Each != nil {
		return nil
	}
	x := s.skip(j)
	x.Sentences = message.New("condition-fails", strings.TrimSpace(b.Meta.Client.If.Name+" "+b.Meta.Client.If.Text))
	x.Fault = x.Sentences.String()
	return x
}

// checkRun evaluates the assertions of a block without a request. It returns nil if there are none.
func (s *Session) checkRun(j job) *Exchange {
	b := &s.script.Blocks[j.unit.First]
	if len(b.Assertions) == 0 {
		return nil
	}
	s.timeline.awaitFlight()
	x := s.begin(j)
	x.Start = milliseconds(s.timeline.at)
	x.End = x.Start
	s.checkAll(x, b, j.ran, s.scope(b, j))
	return x
}

// loopItems works out the items of a job before its first round.
func (k *checker) loopItems(b *script.Block, j job) (job, *Problem) {
	e := b.Meta.Client.Each
	if e == nil || j.itemsKnown {
		return j, nil
	}
	var p *Problem
	j.items, p = k.items(e, k.scope(b, j), b.Meta.LoopLine)
	j.itemsKnown = true
	return j, p
}

// items expands the list of a @loop each and cuts it: a JSON array into its elements, any other
// text at the separator. Elements are JSON texts, pieces are JSON strings. What an earlier answer
// does not have is an empty list: a client that got nothing has nothing to do.
func (k *checker) items(e *script.EachLoop, c scope, line int) ([]string, *Problem) {
	text, p := k.text.expand(e.Text, c)
	switch {
	case p != nil && p.missing:
		return nil, nil
	case p != nil:
		return nil, p
	}
	text = strings.TrimSpace(text)
	if e.Separator != "" {
		return pieces(text, e.Separator), nil
	}
	if !strings.HasPrefix(text, "[") || jsontext.Error(text) >= 0 {
		return nil, problemOn(line, "loop-each-no-array")
	}
	var list []string
	jsontext.Each(text, 0, func(_ string, from, to int) bool {
		list = append(list, text[from:to])
		return true
	})
	return list, nil
}

// pieces cuts a text. It drops spaces around a piece, and empty pieces.
func pieces(text, sep string) []string {
	var list []string
	for _, s := range strings.Split(text, sep) {
		if s = strings.TrimSpace(s); s != "" {
			list = append(list, string(jsontext.AppendString(nil, s)))
		}
	}
	return list
}
