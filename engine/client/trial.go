package client

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"rowkey/engine/message"
	"rowkey/engine/script"
)

// Sandbox is where a check runs the script of a learner again. Whatever fn does there is undone: data, time and
// random numbers.
type Sandbox interface {
	// Fresh calls fn on the data that the run of the learner began with.
	// Errors: those of fn, and that this data is no longer known.
	Fresh(fn func() error) error
	// Apart calls fn on the data as it is.
	Apart(fn func() error) error
}

// maxCrashes is how many requests of a lane are tried to crash at.
const maxCrashes = 50

// restartDelays are how long others wait before they start a crashed client again: longer than a message is
// hidden by default, and longer than any sensible script hides one.
var restartDelays = [...]time.Duration{time.Minute, time.Hour}

// trial is how far a check has come that replays the script of a learner.
type trial struct {
	plan  *crashPlan // nil without a crash
	order string     // of a race, "1 1 pause 2 1", "" without one
	after string     // title of the block after which something is asked
	run   *Session   // the replay that "run" and "answer" ask about, nil for the run of the learner
}

// fill replaces {{$crash}}, {{$after}} and {{$order}} in feedback.
func (t *trial) fill(text string) string {
	text = strings.ReplaceAll(text, "{{$crash}}", t.crash())
	text = strings.ReplaceAll(text, "{{$order}}", t.order)
	return strings.ReplaceAll(text, "{{$after}}", t.after) // the last one, because a title may say anything
}

// crash says where a client crashed: "before 4", "after 4", "" if none did.
func (t *trial) crash() string {
	if t.plan == nil {
		return ""
	}
	return t.plan.String()
}

// replay is one run of a learner's script from the beginning, to see whether a block holds.
type replay struct {
	s      *Session // that judges
	job    job
	lane   string // that crashes, "" if none does
	always bool
	race   *script.Race // nil for crashes
	plan   crashPlan
	last   *Exchange // what was asked last
}

// runTrial makes the exchange of a block that has to hold in every replay: the first one that does
// not, else the last one.
func (s *Session) runTrial(ctx context.Context, j job) *Exchange {
	b := &s.script.Blocks[j.unit.First]
	s.trial = trial{}
	if !s.judging || s.o.Learner == nil || s.o.Sandbox == nil {
		return stopped(s.begin(j), problemOn(b.Meta.Client.Line, "trial-outside-check"))
	}
	r := &replay{s: s, job: j, lane: b.Meta.Client.Trial, always: b.Meta.Client.Always, race: b.Meta.Client.Race}
	err := r.all(ctx)
	x := r.last
	if err != nil && ctx.Err() == nil {
		x = stopped(s.begin(j), problemOf(b.Meta.Client.Line, message.Of(err)))
	}
	if x == nil {
		x = s.begin(j)
	}
	for i := range x.Checks {
		x.Checks[i].Text = s.trial.annotate(x.Checks[i].Text)
	}
	return x
}

// annotate adds to an assertion the moment at which it was made.
func (t *trial) annotate(text string) string {
	if t.after != "" {
		text += ", after \"" + t.after + "\""
	}
	if t.plan != nil {
		text += ", crash " + t.crash()
	}
	if t.order != "" {
		text += ", order " + t.order
	}
	return text
}

// all replays with every crash, until something does not hold.
func (r *replay) all(ctx context.Context) error {
	switch {
	case r.race != nil:
		return r.raceInEveryOrder(ctx)
	case r.lane == "":
		return r.once(ctx, crashPlan{})
	}
	n, err := r.requests(ctx)
	switch {
	case err != nil:
		return err
	case n == 0:
		r.s.trial.plan = &crashPlan{CrashPoint: script.CrashPoint{At: 1}}
		return message.New("trial-no-request", r.lane)
	case n > maxCrashes:
		return message.New("trial-too-many-requests", strconv.Itoa(n), r.lane, strconv.Itoa(maxCrashes))
	}
	for k := 1; k <= n; k++ {
		for _, after := range []bool{false, true} {
			err := r.once(ctx, crashPlan{CrashPoint: script.CrashPoint{At: k, After: after}, lane: r.lane})
			if err != nil || !r.holds() {
				return err
			}
		}
	}
	return nil
}

// requests counts what the lane sends without a crash.
func (r *replay) requests(ctx context.Context) (int, error) {
	plan := crashPlan{lane: r.lane}
	err := r.s.o.Sandbox.Fresh(func() error {
		n := r.start(nil, state{})
		n.sender.faults.plan = &plan
		for {
			if _, err := n.Next(ctx); err != nil {
				return ended(err)
			}
		}
	})
	return plan.seen, err
}

// once replays with one crash.
func (r *replay) once(ctx context.Context, plan crashPlan) error {
	r.plan = plan
	s := r.s
	s.trial = trial{}
	if plan.At > 0 {
		s.trial.plan = &r.plan
	}
	return s.o.Sandbox.Fresh(func() error {
		n := r.start(nil, state{})
		if plan.At > 0 {
			n.sender.faults.plan = &r.plan
		}
		if err := r.drive(ctx, n, toTheEnd); err != nil || !r.holds() {
			return err
		}
		if r.lane != "" {
			return r.recover(ctx, n)
		}
		return nil
	})
}

// recover lets time pass and runs the blocks of the lane again, then asks how it ended.
func (r *replay) recover(ctx context.Context, n *Session) error {
	blocks := r.blocks(true)
	for _, d := range restartDelays {
		r.s.o.Advance(d)
		n = r.start(blocks, n.state)
		n.beginAgain(r.lane)
		n.sender.faults.filter = dropFaults
		if err := r.drive(ctx, n, toTheEnd); err != nil || !r.holds() {
			return err
		}
	}
	r.s.trial.after = ""
	return r.ask(ctx, n)
}

// start begins a run of the learner's script, or of some of its blocks in the state of another run.
func (r *replay) start(blocks []int, from state) *Session {
	learner := r.s.o.Learner
	n := Start(learner.script, r.s.sender.handler, r.options(blocks))
	if r.lane != "" {
		n.sender.faults.filter = dropCrashes
	}
	if from.answers != nil {
		n.state = from
		return n
	}
	n.state.setups = learner.handOn().setups
	for _, su := range learner.script.Setups { // their data is there from the beginning
		n.state.setups[su.Name] = true
	}
	return n
}

// blocks returns those of the learner's script that are in the lane, or those that are not.
func (r *replay) blocks(in bool) []int {
	list := []int{}
	learner := r.s.o.Learner
	for i := range learner.script.Blocks {
		if learner.inLane(&learner.script.Blocks[i], r.lane) == in {
			list = append(list, i)
		}
	}
	return list
}

// options returns those of a replay of some blocks, nil for all.
func (r *replay) options(blocks []int) Options {
	o := r.s.o
	o.Learner, o.Sandbox, o.Continue, o.Setups, o.Began = nil, nil, nil, nil, nil
	o.Blocks = blocks
	return o
}

// How far a replay is driven.
type distance bool

const (
	toTheEnd   distance = false
	oneRequest distance = true // until it has sent one request more
)

// drive runs a replay to its end or a step on, and asks after every step if it is to.
func (r *replay) drive(ctx context.Context, n *Session, far distance) error {
	for {
		x, err := n.Next(ctx)
		if err != nil {
			return ended(err)
		}
		if err := r.askAfter(ctx, n, x); err != nil || !r.holds() {
			return err
		}
		if far == oneRequest && x.State == Sent && !x.Hidden {
			return nil
		}
	}
}

// askAfter asks after a step of a replay, if the block has to hold after every one.
func (r *replay) askAfter(ctx context.Context, n *Session, x *Exchange) error {
	if x.Hidden || !r.always {
		return nil
	}
	if r.s.trial.after = x.Title; x.Title == "" {
		r.s.trial.after = "line " + strconv.Itoa(x.Line)
	}
	return r.ask(ctx, n)
}

// ask makes the request and the assertions of the block.
func (r *replay) ask(ctx context.Context, n *Session) error {
	s := r.s
	s.trial.run = n
	err := s.o.Sandbox.Apart(func() error {
		r.last = r.asked(ctx)
		return nil
	})
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// asked makes the exchange of the block, after what it refers to.
func (r *replay) asked(ctx context.Context) *Exchange {
	s, b := r.s, &r.s.script.Blocks[r.job.unit.First]
	s.text.resolved = 0
	for _, ref := range b.Meta.Refs {
		target, known := s.script.Named(ref.Name)
		if !known || s.script.Blocks[target].Request == nil {
			continue
		}
		if x := s.runOne(ctx, job{unit: script.Unit{First: target, Last: target}}); x.Problem != nil {
			return x
		}
	}
	switch {
	case !s.conditionHolds(b, r.job):
		return r.passed(b)
	case b.Request == nil:
		return s.checkRun(r.job)
	}
	return s.runOne(ctx, r.job)
}

// passed makes an exchange whose assertions hold because there was no reason to make them.
func (r *replay) passed(b *script.Block) *Exchange {
	x := r.s.begin(r.job)
	x.State = Skipped
	for _, a := range b.Assertions {
		x.Checks = append(x.Checks, Check{Line: a.Line, Text: a.Text, Pass: true, Query: a.Name()})
	}
	return x
}

// holds reports whether nothing has failed so far.
func (r *replay) holds() bool {
	return r.last == nil || r.last.Problem == nil &&
		!slices.ContainsFunc(r.last.Checks, func(c Check) bool { return !c.Pass })
}

// ended is nil at the end of a run.
func ended(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}
