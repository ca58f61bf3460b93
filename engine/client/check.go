package client

import (
	"slices"

	"rowkey/engine/script"
)

// checker evaluates assertions and conditions.
type checker struct{ environment }

// check evaluates an assertion on an answer, which is nil for a block without a request.
func (k *checker) check(a *script.Assertion, on *answer, c scope) Check {
	result := Check{Line: a.Line, Text: a.Text, Query: a.Name(), Expected: a.Expected("")}
	if k.o.Unmetered && a.AsksMeter() {
		result.Pass, result.Skipped = true, true
		return result
	}
	want, p := k.text.expand(a.Value, c)
	if p != nil {
		result.Got, result.Sentences = p.Message, p.Sentences
		return result
	}
	result.Expected = a.Expected(want)
	got := askItem(c)
	if a.Query != "item" {
		got = k.ask(a, on)
	}
	result.Got, result.Sentences = got.got(), got.why
	result.Pass = got.holds(a.Predicate, want, a.Answer)
	return result
}

// checkAll evaluates the assertions of a block on an answer.
func (k *checker) checkAll(x *Exchange, b *script.Block, on *answer, c scope) {
	for _, a := range b.Assertions {
		x.Checks = append(x.Checks, k.check(a, on, c))
	}
}

// askItem answers what the round of a loop is about, so that @if can choose among items.
func askItem(c scope) value {
	if c.item == "" {
		return missing("no-item")
	}
	return jsonValue(c.item)
}

// ask answers the query of an assertion.
func (k *checker) ask(a *script.Assertion, on *answer) value {
	switch {
	case a.Query == "run":
		return k.askRun(a.Arg)
	case a.Answer:
		on = k.judged(a.Among)
	}
	if on == nil {
		return missing("no-answer")
	}
	return on.ask(a)
}

// learner returns the run that "run" and "answer" ask about, nil if it is this one.
func (k *checker) learner() *Session {
	if k.trial.run != nil {
		return k.trial.run
	}
	return k.o.Learner
}

func (k *checker) askRun(counter string) value {
	if of := k.learner(); of != nil {
		of.mu.Lock()
		defer of.mu.Unlock()
		return of.totals.ask(counter, of.timeline.now())
	}
	return k.totals.ask(counter, k.timeline.now())
}

// conditionHolds reports whether a job is to be done: whether the condition of its block holds, or that of any
// request of its transaction.
func (k *checker) conditionHolds(b *script.Block, j job) bool {
	if !b.InBatch() {
		return k.roundHolds(b, j)
	}
	some := false
	for i := j.unit.First; i <= j.unit.Last && !some; i++ {
		p := k.eachRound(&k.script.Blocks[i], j.unit, func(job) *Problem {
			some = true
			return nil
		})
		some = some || p != nil // the transaction says what is wrong
	}
	return some
}

// eachRound does something for each round of a request of a transaction in which its condition holds.
func (k *checker) eachRound(b *script.Block, u script.Unit, do func(round job) *Problem) *Problem {
	if !b.InBatch() {
		return nil
	}
	round, p := k.loopItems(b, job{unit: u})
	if p != nil {
		return p
	}
	for round.index = range round.rounds(b) {
		if !k.roundHolds(b, round) {
			continue
		}
		if p := do(round); p != nil {
			return p
		}
	}
	return nil
}

// roundHolds reports whether the condition of a block holds in a round of its loop.
func (k *checker) roundHolds(b *script.Block, j job) bool {
	c := b.Meta.Client.If
	if c == nil {
		return true
	}
	on := k.state.lanes.of(k.laneOf(b)).last
	if c.Name != "" {
		on = k.state.answers[c.Name]
	}
	return k.check(c.Assertion, on, k.scope(b, j)).Pass
}

// maxAnswers is how large the bodies of the answers that a check can choose among may be together, in bytes.
const maxAnswers = 8 << 20

// answers are the newest answers of a run, oldest first: as many as maxAnswers allows, and one at least.
type answers struct {
	list  []*answer
	bytes int // of their bodies
}

// add remembers an answer. If they are too large then, the oldest ones are forgotten, half of the bytes at once.
func (k *answers) add(a *answer) {
	k.list = append(k.list, a)
	if k.bytes += len(a.body); k.bytes <= maxAnswers {
		return
	}
	first := 0
	for ; k.bytes > maxAnswers/2 && first < len(k.list)-1; first++ {
		k.bytes -= len(k.list[first].body)
	}
	k.list = slices.Clone(k.list[first:])
}

// judged returns the answer of the learner that is meant.
func (k *checker) judged(among []*script.Assertion) *answer {
	of := k.learner()
	if of == nil {
		return k.chosen(&k.totals.answers, among)
	}
	of.mu.Lock()
	given := of.totals.answers
	of.mu.Unlock()
	return k.chosen(&given, among)
}

// chosen returns the last answer for which the assertions hold, else the last one, nil without any.
func (k *checker) chosen(from *answers, among []*script.Assertion) *answer {
	for _, a := range slices.Backward(from.list) {
		if k.all(among, a) {
			return a
		}
	}
	if len(from.list) == 0 {
		return nil
	}
	return from.list[len(from.list)-1]
}
