package ask

import (
	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// Kind returns the kind that is asked for.
func (a *Answering) Kind() int { return a.q.Kind }

// Top returns how many entities are wanted, 0 for all.
func (a *Answering) Top() int { return a.q.Ask.Top }

// InTurn reports whether periods are asked one after the other until there is enough.
func (a *Answering) InTurn() bool { return a.w.InTurn }

// Known returns the attributes whose values a call knows.
func (a *Answering) Known() []sheet.Ref {
	var list []sheet.Ref
	for _, k := range a.q.Known {
		list = append(list, k.Ref)
	}
	return list
}

// Class returns the worst query class of what is asked first, without what is read because of it.
func (a *Answering) Class() explain.Class { return a.w.class }

// Matches returns a function that reports whether an entity belongs to the answer of a call: it has the values that the
// caller knows, and is in the range.
func (a *Answering) Matches(c Call) func(of keys.Values) bool {
	known := make([]edm.Value, len(a.q.Known))
	for i, k := range a.q.Known {
		known[i] = c.Known(k.Ref)
	}
	return func(of keys.Values) bool {
		for i, k := range a.q.Known {
			if !equal(of(k.Ref), known[i]) {
				return false
			}
		}
		s := &a.q.Span
		if !s.Given {
			return true
		}
		at := clock.Ticks(of(s.Ref).Time())
		return c.From <= at && at < c.To
	}
}

// equal reports whether two values are the same, or of two types with the same text.
func equal(v, w edm.Value) bool {
	if v.Type() == w.Type() {
		return v == w
	}
	return keys.TextOf(v, "tick") == keys.TextOf(w, "tick")
}

// Order returns the attribute that the answer is sorted by. ok is false for any order.
func (a *Answering) Order() (by sheet.Ref, descending, ok bool) {
	return a.q.By, a.q.Ask.Order.Descending(), a.q.Ordered
}

// Span returns the time that a question ranges over. ok is false without a range; time is false for one of other
// values, which cannot be asked.
func (a *Answering) Span() (ref sheet.Ref, how string, width sheet.Width, time, ok bool) {
	s := &a.q.Span
	return s.Ref, s.Range.How, s.Range.Width, s.Time, s.Given
}

// Fixed returns the values that all calls of a question ask for.
func (a *Answering) Fixed() map[sheet.Ref]string {
	out := map[sheet.Ref]string{}
	for _, k := range a.q.Known {
		if k.Value != "" {
			out[k.Ref] = k.Value
		}
	}
	return out
}
