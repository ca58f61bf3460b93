package plan

import (
	"math"
	"slices"

	"rowkey/engine/sheet"
)

// question is a question of a sheet with its names resolved.
type question struct {
	*sheet.Ask
	index  int // in the sheet; -1 for one that is asked on the way
	kind   int
	asked  string
	known  atoms
	span   span
	by     sheet.Ref // that the answer is sorted by
	order  bool      // it has to be sorted
	top    float64   // entities wanted, +Inf for all
	wants  atoms
	with   []int
	all    size          // entities that match, of which top are wanted
	limits []sheet.Limit // its budget
	short  bool          // it is asked in order to walk over its answer, and walks over nothing itself
	number int           // by which its answers are remembered, 0 for none
}

// span is the range of a question.
type span struct {
	sheet.Range
	given   bool
	ref     sheet.Ref
	time    bool
	seconds float64 // of a time: how wide it is
	cover   float64 // of a time: from the oldest to the newest entity
}

// question resolves the names of a question.
func (m *Model) question(a *sheet.Ask) question {
	q := question{Ask: a, index: m.place(a), kind: m.KindOf(a.Kind), asked: a.Asked, top: math.Inf(1)}
	if q.asked == "" {
		q.asked = sheet.Popular
	}
	for _, k := range a.Known {
		for _, at := range m.named(q.kind, k.Attr) {
			q.known = q.known.and(atom{at.ref, k.Value})
		}
	}
	q.span = m.span(q.kind, a.Range)
	if a.Order.Attr != "" {
		q.by, q.order = m.one(q.kind, a.Order.Attr)
	}
	if a.Top > 0 {
		q.top = float64(a.Top)
	}
	for _, name := range a.With {
		q.with = append(q.with, m.KindOf(name))
	}
	q.wants = m.wanted(&q)
	q.all, q.limits = m.matching(&q), m.Limits(a)
	return q
}

func (m *Model) place(a *sheet.Ask) int {
	for i := range m.Asks {
		if &m.Asks[i] == a {
			return i
		}
	}
	return -1
}

// one resolves a name that means one attribute.
func (m *Model) one(kind int, name string) (sheet.Ref, bool) {
	if l := m.named(kind, name); len(l) == 1 {
		return l[0].ref, true
	}
	return sheet.Ref{}, false
}

func (m *Model) span(kind int, r sheet.Range) span {
	s := span{Range: r}
	if s.ref, s.given = m.one(kind, r.Attr); !s.given || r.Attr == "" {
		return span{}
	}
	t, _ := m.typed(s.ref)
	if s.time = t.Name == sheet.Time; s.time {
		s.cover = m.Cover(s.ref.Kind)
		s.seconds = math.Min(s.cover, sheet.Span(r.Width).Seconds())
		if s.seconds == 0 { // a part of all that is kept, or everything before a value
			s.seconds = m.Part(kind, r) * s.cover
		}
	}
	return s
}

// wanted returns the attributes of the answer.
func (m *Model) wanted(q *question) atoms {
	if q.Wants == nil {
		return m.whole(q.kind)
	}
	var out atoms
	for _, name := range q.Wants {
		out = out.and(m.named(q.kind, name)...)
	}
	if q.order {
		out = out.and(atom{ref: q.by})
	}
	return out
}

// matching returns how many entities there are for an answer.
func (m *Model) matching(q *question) size {
	f := m.figures(q.kind, q.known, q.asked)
	if q.span.given && !m.tellApart(q.kind, q.known) {
		f = m.Within(q.kind, q.Range, f)
	}
	return size{f.Typical, f.Most, f.Largest}
}

// answer returns how many entities of its kind the question wants.
func (q *question) answer() size { return q.all.atMost(q.top) }

// extent returns how many entities an answer has with those of other kinds: each different parent, and all children.
func (m *Model) extent(q *question) size {
	n := q.answer()
	for _, kind := range q.with {
		if !slices.Contains(m.Ancestors(q.kind), kind) {
			n = n.plus(q.answer().times(m.group(kind, m.identity(q.kind), sheet.Evenly)))
		} else if m.follows(m.identity(kind)[0].ref, q.known) {
			n = n.plus(always(1))
		} else {
			n = n.plus(q.answer().atMost(m.Population(kind)))
		}
	}
	return n
}
