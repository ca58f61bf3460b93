package ask

import (
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/plan/facts"
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
func (a *Answering) Known() []sheet.Ref { return a.knows.Refs() }

// List returns the attributes of which a call has several values, and how many.
func (a *Answering) List() (list []sheet.Ref, n int) { return a.q.In.Refs(), int(a.q.Values.Typical) }

// Values returns what a caller that has read an entity of the source knows of a list: one of its values.
func (a *Answering) Values(of keys.Values) keys.Values {
	return func(ref sheet.Ref) edm.Value {
		for i, k := range a.q.In {
			if k.Ref == ref {
				return of(a.q.From[i].Ref)
			}
		}
		return edm.Value{}
	}
}

// Class returns the worst query class of what is asked first, without what is read because of it.
func (a *Answering) Class() explain.Class { return a.w.class }

// Matches returns a function that reports whether an entity belongs to the answer of a call: it has the values that the
// caller knows, and is in the range.
func (a *Answering) Matches(c Call) func(of keys.Values) bool { return a.having(a.knows, c) }

// Keeps is Matches for a call that knows a parent, if parents are read first: the entity belongs to it as well.
func (a *Answering) Keeps(c Call) func(of keys.Values) bool { return a.having(a.q.Known, c) }

func (a *Answering) having(known facts.Attrs, c Call) func(of keys.Values) bool {
	listed := a.q.In
	if c.List == nil {
		listed = nil
	}
	one := known.Without(listed)
	return func(of keys.Values) bool {
		if !agree(one, of, c.Known) || listed != nil && !slices.ContainsFunc(c.List, func(values keys.Values) bool {
			return agree(listed, of, values)
		}) {
			return false
		}
		return has(&a.q.Span, Ends{c.From, c.To}, of) && has(&a.q.Across, c.Across, of)
	}
}

// has reports whether a range has an entity; none has all of them.
func has(s *facts.Span, ends Ends, of keys.Values) bool {
	if !s.Given {
		return true
	}
	at := Place(of(s.Ref))
	return ends.From <= at && (ends.To == 0 || at < ends.To)
}

// agree reports whether attributes have the same values.
func agree(list facts.Attrs, a, b keys.Values) bool {
	return !slices.ContainsFunc(list, func(k facts.Attr) bool { return !equal(a(k.Ref), b(k.Ref)) })
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

// Spans returns the ranges of a question.
func (a *Answering) Spans() (list []*facts.Span) {
	for _, s := range []*facts.Span{&a.q.Span, &a.q.Across} {
		if s.Given {
			list = append(list, s)
		}
	}
	return list
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
