package write

import (
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// find reads old entities first if the keys of a row, or a whole new row, do not follow from what the caller knows.
func (p *Planner) find(d *keys.Design, out *Cost, w *facts.Write, list []action) {
	for _, kind := range p.Facts.Family(w.Kind) {
		var wanted facts.Attrs
		for i := range list {
			if st := &d.Stores[list[i].Store]; st.Kind == kind {
				wanted = wanted.With(p.required(st, &list[i], w)...)
			}
		}
		if facts.Missing(wanted, w.Known) {
			p.readFirst(d, out, p.finding(w, kind, wanted))
		}
	}
}

// finding makes the question by which a write finds what it wants of the entities of a kind.
func (p *Planner) finding(w *facts.Write, kind int, wanted facts.Attrs) *facts.Question {
	if p.found == nil {
		return newFinding(p.Facts, w, kind, wanted)
	}
	var space [64]byte
	name := foundName(space[:0], w, kind, wanted)
	q, ok := p.found[string(name)]
	if !ok {
		q = newFinding(p.Facts, w, kind, wanted)
		q.Number = len(p.Facts.Questions) + len(p.found) + 1
		p.found[string(name)] = q
	}
	return q
}

// numbered returns the question for a list, with a number if what is asked is cached.
func (p *Planner) numbered(w *facts.Write) *facts.Question {
	if p.found == nil {
		return w.Each
	}
	name := string([]byte{byte(w.Index)})
	q, ok := p.found[name]
	if !ok {
		one := *w.Each
		q, one.Number = &one, len(p.Facts.Questions)+len(p.found)+1
		p.found[name] = q
	}
	return q
}

func newFinding(f *facts.Facts, w *facts.Write, kind int, wanted facts.Attrs) *facts.Question {
	q := f.NewQuestion(kind, w.Known.Of(f, kind), sheet.Evenly)
	q.Wants = wanted
	return &q
}

// readFirst adds a question that has to be asked before anything is written.
func (p *Planner) readFirst(d *keys.Design, out *Cost, q *facts.Question) {
	a, ok := p.Ask.Cheapest(d.View, q)
	if !ok {
		out.Possible = false
		return
	}
	out.Reads = append(out.Reads, a)
	out.Of.Join(a.Of)
}

// required returns what of an entity has to be known to write to a store: the keys of the row, and all of a row that is
// written as a whole.
func (p *Planner) required(st *keys.Store, a *action, w *facts.Write) facts.Attrs {
	if a.Verb == VerbDrop {
		return nil
	}
	keys := st.Keys
	if a.Verb != verbMove && a.Verb != verbUpsert && a.Verb != verbInsert {
		return keys
	}
	return p.requiredOf.of(st, w, p.wholeRow)
}

// wholeRow returns the keys of a row, and all of it that a write does not set.
func (p *Planner) wholeRow(st *keys.Store, w *facts.Write) facts.Attrs {
	keys, h := st.Keys, st.Holds
	for _, p := range h.Row {
		if !w.Sets.Has(p.Ref) {
			keys = keys.With(p)
		}
	}
	return keys
}

// foundName adds the name of the question by which a write finds what it wants of the entities of a kind.
func foundName(name []byte, w *facts.Write, kind int, wanted facts.Attrs) []byte {
	name = append(name, byte(w.Index), byte(kind))
	for _, a := range wanted {
		name = append(name, byte(a.Ref.Kind), byte(a.Ref.Attr))
	}
	return name
}
