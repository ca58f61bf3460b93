package sheet

import (
	"math"
	"strings"

	"rowkey/engine/spelling"
)

// badNumber says that text is not a number.
func (r *report) badNumber(text string) { r.say(BadNumber, text, nil, Greatest) }

// number reads a number above 0, perhaps with a magnitude. It says what is wrong and returns 0 then, as the others
// below do.
func (p *parser) number(text string) float64 {
	n, ok := readQuantity(text)
	if !ok || n == 0 {
		p.badNumber(text)
		return 0
	}
	return n
}

// whole reads a whole number above 0.
func (p *parser) whole(text string) int {
	n := p.number(text)
	if n != math.Trunc(n) {
		p.badNumber(text)
		return 0
	}
	return int(n)
}

func (p *parser) share(text string) float64 {
	n, ok := readShare(text)
	if !ok || n == 0 {
		p.say(BadShare, text, nil)
		return 0
	}
	return n
}

func (p *parser) span(text string) Span {
	s, ok := readSpan(text)
	if !ok || s.N == 0 {
		p.say(BadTime, text, nil)
		return Span{}
	}
	return s
}

// rate reads a rate.
func (p *parser) rate(text string) Rate {
	r, ok := readRate(text)
	if !ok || r.N == 0 {
		p.say(BadRate, text, nil)
		return Rate{}
	}
	return r
}

// names reads "device and at" as words. If they are expected, there has to be one of what is wanted.
func (p *parser) names(words []string, expected bool, wanted string) []string {
	var list []string
	for i, w := range words {
		switch {
		case i%2 == 0:
			list = append(list, w)
		case w != "and":
			p.unknown(w, []string{"and"})
			return list
		}
	}
	if expected && len(words)%2 == 0 {
		p.say(Missing, strings.Join(words, " "), []string{wanted})
	}
	return list
}

// known reads "device and status=open" as words.
func (p *parser) known(words []string) []Known {
	var list []Known
	for _, name := range p.names(words, true, "attribute") {
		attr, value, equal := strings.Cut(name, "=")
		if equal && value == "" {
			p.say(Missing, name, []string{"value"})
		}
		list = append(list, Known{attr, value})
	}
	return list
}

// budget reads "read <= 2 x answer, roundtrips <= 1".
func (p *parser) budget(text string, counters []string) []Limit {
	var list []Limit
	for _, f := range fields(text) {
		if l, ok := readLimit(f); ok {
			list = append(list, l)
			continue
		}
		word, _, _ := strings.Cut(f, " ")
		p.say(BadLimit, f, []string{spelling.Nearest(word, counters)})
	}
	return list
}

// readLimit reads "read <= 10", "read <= 2 x answer" or "class <= rowRange".
func readLimit(text string) (Limit, bool) {
	counter, most, ok := strings.Cut(text, "<=")
	l, most := Limit{Counter: strings.TrimSpace(counter)}, strings.TrimSpace(most)
	if l.Counter == "class" {
		l.Class = most
		return l, ok && most != ""
	}
	return l, ok && l.readMost(most)
}

// readMost reads "10" or "2 x answer".
func (l *Limit) readMost(text string) bool {
	times, ofAnswer := strings.CutSuffix(text, "answer")
	if ofAnswer {
		if times, ofAnswer = strings.CutSuffix(strings.TrimSpace(times), "x"); !ofAnswer {
			return false
		}
	}
	n, ok := readQuantity(times)
	l.Most, l.OfAnswer = n, ofAnswer
	return ok
}

// unknownKind says that a sheet has no such kind.
func (r *report) unknownKind(name string, s *Sheet) {
	var names []string
	for i := range s.Kinds {
		names = append(names, s.Kinds[i].Name)
	}
	r.say(UnknownKind, "", []string{name, spelling.Nearest(name, names)})
}
