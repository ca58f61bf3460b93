package client

import (
	"rowkey/engine/explain"
	"rowkey/engine/script"
)

// check evaluates an assertion on an answer, which is nil for a block without a request.
func (s *Session) check(a *script.Assertion, on *answer, c scope) Check {
	result := Check{Line: a.Line, Text: a.Text, Query: a.Name(), Expected: a.Expected("")}
	if s.o.Unmetered && a.AsksMeter() {
		result.Pass, result.Skipped = true, true
		return result
	}
	want, p := s.expand(a.Value, c)
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
		return learner.askRun(a.Arg)
	case a.Answer:
		on = learner.last
	}
	if on == nil {
		return missing("no answer")
	}
	return on.ask(a)
}

// askRun answers about the visible exchanges of a run.
func (s *Session) askRun(counter string) value {
	if v, ok := s.askLoad(counter); ok {
		return v
	}
	switch counter {
	case "plan":
		if s.worst == explain.None {
			return textValue("none")
		}
		return textValue(s.worst.String())
	case "status":
		return listValue(s.statuses)
	case "methods":
		return listValue(s.methods)
	case "conditions":
		return listValue(s.conditions)
	case "keys":
		return listValue(s.keys)
	}
	if counter == "tokens" {
		return numberValue(s.tokens)
	}
	if counter == "skipped" {
		return numberValue(s.side.skipped)
	}
	sum := s.counters()
	return numberValue(counterOf(&sum, counter))
}

func counterOf(c *explain.Counters, name string) int {
	switch name {
	case "requests":
		return c.Requests
	case "transactions":
		return c.Transactions
	case "roundtrips":
		return c.Roundtrips
	case "read", "scanned":
		return c.Read
	case "returned":
		return c.Returned
	case "partitions":
		return c.Partitions
	case "pages":
		return c.Pages
	case "elapsed":
		return c.Elapsed
	case "attempts":
		return c.Attempts
	case "throttled":
		return c.Throttled
	case "hits":
		return c.Hits
	}
	return c.Bytes
}
