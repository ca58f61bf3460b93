package client

import (
	"slices"

	"rowkey/engine/script"
)

// keptAnswers is how large the bodies of the answers may be together that a check can choose among, in bytes.
const keptAnswers = 8 << 20

// answers are the newest answers of a run, oldest first: as many as keptAnswers allows, and one at least.
type answers struct {
	list  []*answer
	bytes int // of their bodies
}

// add remembers an answer. If they are too large then, the oldest ones are forgotten, half of the bytes at once.
func (k *answers) add(a *answer) {
	k.list = append(k.list, a)
	if k.bytes += len(a.body); k.bytes <= keptAnswers {
		return
	}
	first := 0
	for ; k.bytes > keptAnswers/2 && first < len(k.list)-1; first++ {
		k.bytes -= len(k.list[first].body)
	}
	k.list = slices.Clone(k.list[first:])
}

// judged returns the answer of the learner that is meant.
func (s *Session) judged(among []*script.Assertion) *answer {
	learner, unlock := s.learner()
	kept := learner.totals.answers
	unlock()
	return s.chosen(&kept, among)
}

// chosen returns the last answer for which the assertions hold, else the last one, nil without any.
func (s *Session) chosen(k *answers, among []*script.Assertion) *answer {
	for _, a := range slices.Backward(k.list) {
		if s.all(among, a) {
			return a
		}
	}
	if len(k.list) == 0 {
		return nil
	}
	return k.list[len(k.list)-1]
}
