package fault

import (
	"context"
	"slices"

	"rowkey/engine/lab"
)

// plan is what goes wrong in a run.
type plan struct {
	step   int // of the run without a fault, from 1; 0 for none
	kind   lab.Fault
	second int // the step that a second crash comes after, 0 for none
}

// faults returns how many there are.
func (p *plan) faults() int {
	n := 0
	if p.step > 0 {
		n++
	}
	if p.second > 0 {
		n++
	}
	return n
}

// run is one run with its faults.
type run struct {
	w      *lab.World
	p      plan
	second *Row // that the second crash comes after, nil for none
	sent   int  // requests before clients begin again
	hit    bool // the first fault has happened
	again  bool // the second one has happened

	end      *lab.State
	events   []*lab.Event
	verdicts []lab.Verdict
	bounded  bool
}

// drive makes a run. Errors: those of the store.
func (r *run) drive(ctx context.Context) error {
	s := r.w.Begin(ctx)
	for {
		lane := next(s)
		if lane < 0 {
			break
		}
		r.sent++
		to, err := r.step(ctx, s, lane)
		if err != nil {
			return err
		}
		s = to
	}
	end, bounded, err := r.w.Settle(ctx, s, r.restarted, r.note)
	if err != nil {
		return err
	}
	r.end, r.bounded = end, bounded
	return r.judge(ctx)
}

// next returns the client whose request comes first in the script, -1 if all have ended.
func next(s *lab.State) int {
	lane := -1
	for i, p := range s.Points {
		if !p.Done() && p.Depth < lab.MostSent && (lane < 0 || p.Block() < s.Points[lane].Block()) {
			lane = i
		}
	}
	return lane
}

// step sends the next request of a client, with the fault that the plan has for it.
func (r *run) step(ctx context.Context, s *lab.State, lane int) (*lab.State, error) {
	if r.sent != r.p.step || r.hit {
		return r.send(ctx, s, lane, r.secondAt(s, lane))
	}
	r.hit = true
	switch r.p.kind {
	case lab.CrashBefore:
		to, event := r.w.Crash(s, lane)
		return to, r.note(to, event)
	case lab.Slow:
		s, err := r.other(ctx, s, lane)
		if err != nil {
			return nil, err
		}
		return r.sendAs(ctx, s, lane, "", lab.Slow)
	case lab.Twice:
		if s.Points[lane].Takes() {
			to, err := r.sendAs(ctx, s, lane, "", lab.Twice)
			if err != nil {
				return nil, err
			}
			return r.other(ctx, to, lane)
		}
	}
	return r.send(ctx, s, lane, r.p.kind)
}

// sendAs sends a request and says that a fault has to do with it.
func (r *run) sendAs(ctx context.Context, s *lab.State, lane int, f, said lab.Fault) (*lab.State, error) {
	to, event, err := r.w.Send(ctx, s, lane, f)
	if err != nil {
		return nil, err
	}
	event.Fault = said
	return to, r.note(to, event)
}

func (r *run) send(ctx context.Context, s *lab.State, lane int, f lab.Fault) (*lab.State, error) {
	return r.sendAs(ctx, s, lane, f, f)
}

// other lets another client of the same kind do the message that a client has taken, once it is visible again; then
// the client goes on with what it knows.
func (r *run) other(ctx context.Context, s *lab.State, lane int) (*lab.State, error) {
	was := s.Points[lane]
	s, event := r.w.Wait(s)
	if err := r.note(s, event); err != nil {
		return nil, err
	}
	s, event = r.w.Restart(ctx, s, lane)
	if err := r.note(s, event); err != nil {
		return nil, err
	}
	s, err := r.w.Run(ctx, s, lane, r.note)
	if err != nil {
		return nil, err
	}
	return s.Resume(lane, was), nil
}

// secondAt returns the second crash if it comes after the next request of a client.
func (r *run) secondAt(s *lab.State, lane int) lab.Fault {
	if r.second == nil || !r.hit || r.again {
		return ""
	}
	p := s.Points[lane]
	if r.w.Lanes[lane].Name != r.second.Lane || p.Block() != r.second.Block || p.Next() != r.second.Line {
		return ""
	}
	r.again = true
	return lab.CrashAfter
}

// restarted lets a client that has begun again go on until it has ended.
func (r *run) restarted(ctx context.Context, s *lab.State, lane int, _ lab.Note) (*lab.State, error) {
	for p := s.Points[lane]; !p.Done() && p.Depth < lab.MostSent; p = s.Points[lane] {
		to, err := r.send(ctx, s, lane, r.secondAt(s, lane))
		if err != nil {
			return nil, err
		}
		s = to
	}
	return s, nil
}

func (r *run) note(_ *lab.State, e *lab.Event) error {
	r.events = append(r.events, e)
	return nil
}

// judge finds out which invariants hold at the end, and which have broken on the way.
func (r *run) judge(ctx context.Context) error {
	end, err := r.w.Judge(ctx, r.end, true)
	if err == nil {
		r.verdicts, err = r.w.JudgeWay(ctx, end, r.events)
	}
	return err
}

// broken reports whether an invariant does not hold.
func (r *run) broken() bool {
	return slices.ContainsFunc(r.verdicts, func(v lab.Verdict) bool { return !v.Holds })
}

// describe returns a run in all its steps; clean is the end of the run without a fault.
func (r *run) describe(ctx context.Context, clean *lab.State) (*Run, error) {
	facts, err := r.w.Differences(ctx, []*lab.State{clean, r.end})
	if err != nil {
		return nil, err
	}
	short, repeats := lab.Shorten(r.events)
	return &Run{
		Step: r.p.step, Kind: r.p.kind, Second: r.p.second, Broken: r.broken(), Bounded: r.bounded, Verdicts: r.verdicts,
		Ends: r.w.Ends(r.end), Facts: facts[1], Steps: r.w.Describe(short), Repeats: repeats,
	}, nil
}
