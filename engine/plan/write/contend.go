package write

import (
	"math"
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// Window is the seconds from reading an entity to writing it, in which another write makes the condition fail.
// Source: ours, modelled.
const Window = 0.02

// mostAttempts is how many attempts a write is taken to need at most: near the rate of collapse there is no end.
const mostAttempts = 100

// Contention is what writes with a condition cost that change one entity, all of them together: each attempt reads it
// and writes it if nobody else did in between.
type Contention struct {
	Store    int
	Part     float64 // of the writes that go to the entity that is written most
	Rate     float64 // writes a second to it, at peak
	Attempts float64 // that each of these needs on average
}

// Collapse is the rate at which one entity takes no more: after each write that succeeds, none can succeed that was
// read before it, so there is one in each window at most.
const Collapse = 1 / Window

// attempts returns how many attempts a write needs at a rate. Writes that succeed are a window apart, and then wait for
// the next attempt: of A attempts a second, A / (1 + A × window) succeed, so A is rate / (1 − rate × window). Clients
// of the engine need as many, within 10 %, if they read again at once, or after many windows; if they wait for a random
// time as short as one, the attempts meet each other, and they need up to a quarter more.
func attempts(rate float64) float64 {
	if busy := rate * Window; busy < 1-1.0/mostAttempts {
		return 1 / (1 - busy)
	}
	return mostAttempts
}

// contend counts the rows that are read before they are written, and the attempts that fail because another write came
// between. What the write has read already is not read again by the first attempt, nor what its caller read.
func (p *Planner) contend(d *keys.Design, out *Cost, a *action, w *facts.Write) {
	if !out.reads(a.Store) && w.Do.If != sheet.Unchanged {
		out.Lists += a.rows * a.often
	}
	p.repeat(&d.Stores[a.Store], out, a, w)
}

// repeat counts attempts: a part of the writes is about what is written most, and the rest is spread over the others.
func (p *Planner) repeat(st *keys.Store, out *Cost, a *action, w *facts.Write) {
	part, all := popular(p.Facts, st, w, p.Facts.Sets[out.Index]), out.Rate*p.Facts.Sheet.PeakFactor()/shards(st, w)
	c := Contention{Store: a.Store, Part: part, Rate: all * part}
	if a.conditional {
		c.Rate, all = meeting(p.Facts, st)
	}
	c.Attempts = attempts(c.Rate)
	rest := attempts((all - c.Rate) / math.Max(1, entities(p.Facts, st, w)-1))
	times := a.rows * a.often
	out.Busiest += times * (c.Attempts - 1)
	out.Attempts += times * (part*c.Attempts + (1-part)*rest - 1)
	if out.Of.Modelled("attempts"); c.Rate > out.Contention.Rate {
		out.Contention = c
	}
}

// AttemptsIn returns how many attempts fail of a write to a partition with a part of the writes, among them those of
// what is written most.
func (w *Cost) AttemptsIn(part float64) float64 {
	most := w.Contention.Part
	if most >= part {
		return w.Busiest
	}
	rest := (w.Attempts - most*w.Busiest) / (1 - most)
	return (most*w.Busiest + (part-most)*rest) / part
}

// meeting returns how many writes with a condition change rows of a base, a second at peak: the one that gets most, and
// all of them. A set of them changes a row once.
func meeting(f *facts.Facts, st *keys.Store) (rate, all float64) {
	for i, set := range f.Sets {
		most, total := 0.0, 0.0
		for j := range set {
			if w := &set[j]; set[0].Index == i && !w.ByAge() && conditional(st, w) {
				most, total = math.Max(most, w.Rate*busiest(f, st, w, set)), math.Max(total, w.Rate/shards(st, w))
			}
		}
		rate, all = rate+most, all+total
	}
	peak := f.Sheet.PeakFactor()
	return rate * peak, all * peak
}

// busiest returns which part of the writes goes to the row that gets most. What adds to a number takes any of the
// shards of an entity, and all else takes the first.
func busiest(f *facts.Facts, st *keys.Store, w *facts.Write, set []facts.Write) float64 {
	return popular(f, st, w, set) / shards(st, w)
}

func shards(st *keys.Store, w *facts.Write) float64 {
	if w.Do.Adds.Attr == "" {
		return 1
	}
	return float64(max(1, st.Shards))
}

// popular returns which part of the writes is about what is written most: a list that has most entities, or an entity,
// also as that to which what its set writes belongs.
func popular(f *facts.Facts, st *keys.Store, w *facts.Write, set []facts.Write) float64 {
	if w.Of != nil { // each entity that is counted changes the one that it belongs to
		return facts.Busiest(f, set, w.Of.Kind, belonging(f, w.Of.Kind, w.Kind))
	}
	most := f.Group(st.Kind, changedBy(f, st, w), sheet.TheMost).Largest
	part := math.Min(1, most/math.Max(1, f.Sheet.Population(st.Kind)))
	part = facts.Busiest(f, set, st.Kind, part)
	if st.Form == keys.Entities && w.Kind == st.Kind {
		for i := range set {
			if slices.Contains(f.Ancestors(set[i].Kind), w.Kind) {
				part = math.Max(part, belonging(f, set[i].Kind, w.Kind))
			}
		}
	}
	return part
}

// entities returns how many lists or entities there are for writes to change.
func entities(f *facts.Facts, st *keys.Store, w *facts.Write) float64 {
	by := changedBy(f, st, w)
	if w.Of != nil {
		by = f.Identity(st.Kind)
	}
	return math.Max(1, f.Sheet.Population(st.Kind)) / f.Group(st.Kind, by, sheet.Evenly).Typical
}

// changedBy returns the attributes whose values are those of all that one write changes.
func changedBy(f *facts.Facts, st *keys.Store, w *facts.Write) facts.Attrs {
	switch {
	case st.Form != keys.Entities:
		return st.Keys
	case f.Identifies(st.Kind, w.Known):
		return f.Identity(st.Kind) // what its set inserts is known as well
	}
	return w.Known
}

// belonging returns which part of the entities of a kind belong to the one above that has most.
func belonging(f *facts.Facts, kind, above int) float64 {
	return f.Group(kind, f.Identity(above), sheet.TheMost).Largest / math.Max(1, f.Sheet.Population(kind))
}

// Shards returns into how many rows an entity of a kind has to be divided so that its writes keep their budget at the
// one that is written most, or at least so that what cannot be divided is half of them.
func Shards(f *facts.Facts, kind int) int {
	st := keys.Store{Kind: kind, Base: true, Form: keys.Entities, Shards: math.MaxInt32}
	undivided, _ := meeting(f, &st)
	most := math.Max(Collapse/f.Sheet.HeadroomFactor(), 2*undivided)
	for st.Shards = 1; st.Shards < keys.MaxShards; st.Shards *= 2 {
		if rate, _ := meeting(f, &st); rate <= most {
			break
		}
	}
	return st.Shards
}

// reads reports whether a write reads a row of a store before it writes.
func (w *Cost) reads(store int) bool {
	for i := range w.Reads {
		if w.Reads[i].Store == store {
			return true
		}
	}
	return false
}
