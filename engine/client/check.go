package client

import "rowkey/engine/script"

// check evaluates an assertion on an answer, which is nil for a block without a request.
func (s *Session) check(a *script.Assertion, on *answer, c scope) Check {
	result := Check{Line: a.Line, Text: a.Text, Query: a.Name(), Expected: a.Expected("")}
	if s.o.Unmetered && a.AsksMeter() {
		result.Pass, result.Skipped = true, true
		return result
	}
	want, p := s.text.expand(a.Value, c)
	if p != nil {
		result.Got = p.Message
		return result
	}
	result.Expected = a.Expected(want)
	got := askItem(c)
	if a.Query != "item" {
		got = s.ask(a, on)
	}
	result.Got = got.got()
	result.Pass = got.holds(a.Predicate, want, a.Answer)
	return result
}

// askItem answers what the round of a loop is about, so that @if can choose among items.
func askItem(c scope) value {
	if c.item == "" {
		return missing("no item: only a block with `@loop each` has them")
	}
	return jsonValue(c.item)
}

// ask answers the query of an assertion.
func (s *Session) ask(a *script.Assertion, on *answer) value {
	learner := s
	if s.trial.run != nil {
		learner = s.trial.run
	} else if s.o.Learner != nil {
		learner = s.o.Learner
	}
	if learner != s {
		learner.mu.Lock()
		defer learner.mu.Unlock()
	}
	switch {
	case a.Query == "run":
		return learner.totals.ask(a.Arg, learner.timeline.now())
	case a.Answer:
		on = learner.totals.last
	}
	if on == nil {
		return missing("no answer")
	}
	return on.ask(a)
}
