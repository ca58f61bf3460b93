package costs

import (
	"strconv"
	"strings"

	"rowkey/engine/shape"
)

// bound is one number of a line.
type bound struct {
	kind Kind
	most int
	to   *int
}

// all returns the numbers of a line, in the order in which they are written; 0 is no bound.
func (b *Bounds) all() []bound {
	return []bound{
		{Read, b.Read, &b.Read}, {Operations, b.Operations, &b.Operations}, {Together, b.Together, &b.Together},
		{Calls, b.Calls, &b.Calls},
	}
}

func (b *bound) text() string {
	n := strconv.Itoa(b.most)
	switch b.kind {
	case Read:
		if b.most == 1 {
			return "read 1"
		}
		return "read <= " + n
	case Operations:
		return "<= " + n + " operations"
	case Together:
		return "<= " + n + " in a unit of work"
	}
	return "<= " + n + " calls"
}

// String writes the bounds as a line has them.
func (b *Bounds) String() string {
	var texts []string
	for _, one := range b.all() {
		if one.most > 0 {
			texts = append(texts, one.text())
		}
	}
	if b.Allowed != "" {
		texts = append(texts, "allowed: "+b.Allowed)
	}
	return strings.Join(texts, ", ")
}

// boundsOf returns the bounds that a shape gets when it is first written: a little more than was seen. How often it may
// be sent is counted by units of work if clients tell them, and in all otherwise: without that, what is one unit
// depends on how fast a machine is.
func boundsOf(s *shape.Stat) (b Bounds) {
	if s.Does == "get" || s.Does == "query" {
		b.Read = round(s.MostRead)
	}
	if s.MostOps > 0 {
		b.Operations = round(s.MostOps)
	}
	if s.Loose == 0 {
		b.Together = round(s.MostTogether)
	} else {
		b.Calls = round(s.Calls)
	}
	return b
}

// round returns the next of 1, 2, 5, 10, 20, 50 and so on: a number that people agree on, with some room above n.
func round(n int) int {
	for power := 1; ; power *= 10 {
		for _, digit := range [...]int{1, 2, 5} {
			if digit*power >= n || power > 1<<40 {
				return digit * power
			}
		}
	}
}
