package sample

import (
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/hash"
	"rowkey/engine/odata"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// triesOfEach is how often another value is drawn for each one of a list, before the list is left shorter.
const triesOfEach = 50

// list returns the values that a call has of an attribute: that of its thing, and others, as they are asked for. It is
// nil for a question without a list.
func (b *bench) list(a *ask.Answering, t *thing, asked string, seed uint64) []keys.Values {
	refs, n := a.List()
	if len(refs) == 0 || a.Source != nil {
		return nil
	}
	all := b.things[a.Kind()]
	r := hash.Sequence(seed*1000 + 11)
	seen := map[string]bool{}
	var out []keys.Values
	take := func(t *thing) {
		if id := literals(refs, t.value); !seen[id] {
			seen[id] = true
			out = append(out, t.value)
		}
	}
	take(t)
	for try := 0; len(out) < n && try < n*triesOfEach; try++ {
		take(drawnFrom(all, refs, asked, &r))
	}
	return out
}

// valuesOf returns the values of a list that entities of its source have, each once.
func valuesOf(a *ask.Answering, found []*thing) []keys.Values {
	refs, _ := a.List()
	out, seen := []keys.Values{}, map[string]bool{}
	for _, t := range found {
		values := a.Values(t.value)
		if id := literals(refs, values); !seen[id] {
			seen[id] = true
			out = append(out, values)
		}
	}
	return out
}

// source returns a call whose list is read first, by a caller that knows what an entity of the source does.
func (b *bench) source(a *ask.Answering, asked string, i int, c ask.Call) ask.Call {
	callers := b.callers(a.Source, asked)
	if len(callers) == 0 {
		return c
	}
	c.Known = over(callers[i%len(callers)], c.Known)
	matches := a.Source.Matches(c)
	c.List = valuesOf(a, slices.DeleteFunc(slices.Clone(b.things[a.Source.Kind()]),
		func(t *thing) bool { return !matches(t.value) }))
	return c
}

// drawnFrom draws a thing whose value is asked for: one of the values, each as often, or one of the things.
func drawnFrom(all []*thing, refs []sheet.Ref, asked string, r *hash.Sequence) *thing {
	if asked != sheet.Evenly {
		return all[int(r.Next()%uint64(len(all)))]
	}
	values := valuesIn(all, refs)
	return values[int(r.Next()%uint64(len(values)))]
}

// valuesIn returns one thing for each value that things have.
func valuesIn(all []*thing, refs []sheet.Ref) []*thing {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(all), func(t *thing) bool {
		id := literals(refs, t.value)
		twice := seen[id]
		seen[id] = true
		return twice
	})
}

// literals writes values.
func literals(refs []sheet.Ref, of keys.Values) string {
	var b []byte
	for _, ref := range refs {
		b = append(append(b, odata.Literal(of(ref))...), 0)
	}
	return string(b)
}

// knowing knows one value of a list, and for the rest what the caller does.
func knowing(refs []sheet.Ref, value, known keys.Values) keys.Values {
	return func(ref sheet.Ref) edm.Value {
		if slices.Contains(refs, ref) {
			return value(ref)
		}
		return known(ref)
	}
}
