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
		result.Got, result.Sentences = p.Message, p.Sentences
		return result
	}
	result.Expected = a.Expected(want)
	got := askItem(c)
	if a.Query != "item" {
		got = s.ask(a, on)
	}
	result.Got, result.Sentences = got.got(), got.why
	result.Pass = got.holds(a.Predicate, want, a.Answer)
	return result
}

// askItem answers what the round of a loop is about, so that @if can choose among items.
func askItem(c scope) value {
	if c.item == "" {
		return missing("no-item")
	}
	return jsonValue(c.item)
}

// ask answers the query of an assertion.
func (s *Session) ask(a *script.Assertion, on *answer) value {
	switch {
	case a.Query == "run":
		return s.askRun(a.Arg)
	case a.Answer:
		on = s.judged(a.Among)
	}
	if on == nil {
		return missing("no-answer")
	}
	return on.ask(a)
}

// learner returns the run that "run" and "answer" ask about, and locks it if it is not s.
func (s *Session) learner() (of *Session, unlock func()) {
	of = s
	if s.trial.run != nil {
		of = s.trial.run
	} else if s.o.Learner != nil {
		of = s.o.Learner
	}
	if of == s {
		return of, func() {}
	}
	of.mu.Lock()
	return of, of.mu.Unlock
}

func (s *Session) askRun(counter string) value {
	learner, unlock := s.learner()
	defer unlock()
	return learner.totals.ask(counter, learner.timeline.now())
}
