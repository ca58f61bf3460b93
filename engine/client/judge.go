package client

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rowkey/engine/message"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// Verdict is the outcome of a check script.
type Verdict struct {
	Pass   bool          `json:"pass"`
	Checks []BlockResult `json:"checks"`
}

// BlockResult is the outcome of one block, which is one check. Feedback is "" if it passes.
type BlockResult struct {
	Title    string  `json:"title"`
	Pass     bool    `json:"pass"`
	Feedback string  `json:"feedback"`
	Details  []Check `json:"details"`
}

// Judge runs a check script to its end. Each block with assertions is one check; the assertions with "answer" and
// "run" ask about o.Learner. No answer stops it: a check that cannot be evaluated fails. Errors: that of ctx.
func Judge(ctx context.Context, s *script.Script, h rest.Handler, o Options) (Verdict, error) {
	n := Start(s, h, o)
	n.judging = true
	v := Verdict{Pass: true, Checks: []BlockResult{}}
	at := -1
	for !n.Done() {
		x, err := n.Next(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return v, ctx.Err()
			}
			break
		}
		r, listed := n.judge(x)
		if listed && x.Block == at && x.Index > 0 { // a loop is one check
			v.Checks[len(v.Checks)-1].join(r)
		} else if listed {
			v.Checks = append(v.Checks, r)
			at = x.Block
		}
		v.Pass = v.Pass && (r.Pass || !listed)
	}
	return v, nil
}

// judge makes the result of one step; it is not listed if the block checks nothing.
func (s *Session) judge(x *Exchange) (r BlockResult, listed bool) {
	if (x.Hidden || x.inner) && x.Problem == nil {
		return r, false
	}
	idle := s.limitsOfNothing(x.Checks)
	r = BlockResult{Title: x.Title, Pass: x.Problem == nil, Details: x.Checks}
	for _, c := range x.Checks {
		r.Pass = r.Pass && c.Pass
	}
	if x.Problem != nil {
		why := Check{Line: x.Problem.Line, Text: x.Problem.Message, Sentences: message.New("not-checked")}
		why.Got = why.Sentences.String()
		r.Details = append(r.Details, why)
	}
	if x.Problem != nil && !x.Hidden {
		s.resume()
	}
	if !r.Pass && !x.Hidden && !idle {
		r.Feedback = s.feedback(x)
	}
	return r, len(r.Details) > 0
}

// limitsOfNothing fails upper limits of a run that has sent nothing, which every script without requests keeps to. It
// reports whether nothing else has failed: then what the check says about exceeding the limit would be false.
func (s *Session) limitsOfNothing(checks []Check) (only bool) {
	learner := s.o.Learner
	if learner == nil {
		return false
	}
	if c := learner.Counters(); c.Requests > 0 || c.Attempts > 0 || c.Hits > 0 {
		return false
	}
	others := false
	for i := range checks {
		c := &checks[i]
		switch {
		case !c.Pass:
			others = true
		case strings.HasPrefix(c.Query, "run ") && strings.HasPrefix(c.Expected, "<") && !c.Skipped:
			only = true
			c.Pass, c.Sentences = false, message.New("nothing-sent")
			c.Got = c.Sentences.String()
		}
	}
	return only && !others
}

// feedback returns the text of the first condition that holds, else the unconditional one.
func (s *Session) feedback(x *Exchange) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	otherwise := ""
	for _, i := range x.Blocks {
		b := &s.script.Blocks[i]
		on := x.answer
		if a := x.answers[i]; a != nil {
			on = a
		}
		for _, f := range b.Meta.Feedback {
			switch {
			case len(f.When) > 0 && s.all(f.When, on):
				return s.trial.fill(f.Text)
			case len(f.When) == 0 && otherwise == "":
				otherwise = f.Text
			}
		}
	}
	return s.trial.fill(otherwise)
}

func (k *checker) all(conditions []*script.Assertion, on *answer) bool {
	return !slices.ContainsFunc(conditions, func(a *script.Assertion) bool { return !k.check(a, on, scope{}).Pass })
}

// resume lets a check script continue after a problem: the next block is another check.
func (s *Session) resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = false
}

func (r *BlockResult) join(next BlockResult) {
	r.Pass = r.Pass && next.Pass
	r.Details = append(r.Details, next.Details...)
	r.Feedback = cmp.Or(r.Feedback, next.Feedback)
}
