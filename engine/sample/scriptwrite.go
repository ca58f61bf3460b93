package sample

import (
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/sheet"
)

// change is what a write does to one row.
type change struct {
	store       int
	verb        string // POST, PATCH, PUT or DELETE
	table       string
	entity      edm.Entity
	base, older bool
}

// writes writes each write of the sheet, a set of writes that are done as one at once. What was done is undone, so that
// the next one finds the sample as it was.
func (w *scripted) writes() {
	done := map[int]bool{}
	for i, d := range w.model.Facts.Does {
		if set := w.set(&d); set < 0 || !done[set] {
			done[set] = set >= 0
			w.missed(d.Name, w.model.BudgetOfWrite(w.design, i))
			w.one(i, &d, set)
		}
	}
}

// one writes one write, by its position, about one of the last things of its kind.
func (w *scripted) one(i int, d *sheet.Do, set int) {
	all := w.things[w.model.Facts.Sheet.KindOf(d.Kind)]
	if len(all) == 0 {
		w.missing(d.Name, "it has no "+d.Kind)
		return
	}
	w.do(d, set, all[len(all)-1-i%len(all)])
}

// missing writes why a write is not in a script.
func (w *scripted) missing(name, why string) {
	w.WriteString("\n# " + name + ": not in this sample because " + why + ".\n")
}

// set returns the set of writes that a write belongs to, -1 for none.
func (b *bench) set(d *sheet.Do) int {
	return slices.IndexFunc(b.model.Facts.Sheet.Together, func(t sheet.Together) bool {
		return slices.Contains(t.Actions, sheet.Action{Verb: d.Verb, Kind: d.Kind})
	})
}

// do writes one write, or set of writes, about a thing.
func (w *scripted) do(d *sheet.Do, set int, t *thing) {
	list := []*sheet.Do{d}
	if set >= 0 {
		list = w.members(set)
	}
	var made, gone []*thing // by inserts and deletes
	var undo []func()
	for _, m := range list {
		switch of := w.related(t, w.model.Facts.Sheet.KindOf(m.Kind)); m.Verb {
		case sheet.Insert:
			made = append(made, of...)
		case sheet.Delete:
			gone = append(gone, of...)
		}
	}
	if len(made) > 0 {
		w.write(d.Name, "first made possible", w.changes(w.stored(made), nil), true)
	}
	touched := append(slices.Clone(made), gone...)
	before := w.stored(touched)
	was := w.updated(list, t, touched)
	for _, m := range list {
		if m.Verb == sheet.Update {
			for _, of := range firstOf(w.related(t, w.model.Facts.Sheet.KindOf(m.Kind))) {
				undo = append(undo, w.change(of, m))
			}
		}
	}
	is := w.updated(list, t, touched)
	inserted, deleted := w.changes(nil, w.stored(made)), w.changes(only(before, len(made)), nil)
	done := slices.Concat(inserted, deleted, w.changes(was, is))
	if w.write(d.Name, "", done, false); len(done) == 0 {
		w.missing(d.Name, "no row of the design changes")
	}
	back := w.changes(is, was)
	for _, f := range undo {
		f()
	}
	w.write(d.Name, "and back", append(back, w.changes(nil, w.stored(gone))...), true)
}

// members returns the writes of a set, in the order of the sheet.
func (b *bench) members(set int) []*sheet.Do {
	var list []*sheet.Do
	writes := b.model.Facts.Does
	for i := range writes {
		if b.set(&writes[i]) == set {
			list = append(list, &writes[i])
		}
	}
	return list
}

// only leaves the rows of things from a position on.
func only(rows map[[2]int]change, from int) map[[2]int]change {
	out := map[[2]int]change{}
	for id, c := range rows {
		if id[1] >= from {
			out[id] = c
		}
	}
	return out
}

// related returns the things of a kind that a thing is, belongs to, or has.
func (b *bench) related(t *thing, kind int) []*thing {
	if up := t.above(kind); up != nil {
		return []*thing{up}
	}
	return slices.DeleteFunc(b.family(t), func(c *thing) bool { return c.kind != kind })
}

// updated returns the rows of what updates change, and of all that belongs to it, without things that come or go.
func (b *bench) updated(list []*sheet.Do, t *thing, touched []*thing) map[[2]int]change {
	var of []*thing
	for _, m := range list {
		if m.Verb == sheet.Update {
			for _, r := range firstOf(b.related(t, b.model.Facts.Sheet.KindOf(m.Kind))) {
				of = append(of, b.family(r)...)
			}
		}
	}
	return b.stored(slices.DeleteFunc(of, func(t *thing) bool { return slices.Contains(touched, t) }))
}

// firstOf returns the first thing of a list, none of an empty one.
func firstOf(list []*thing) []*thing { return list[:min(1, len(list))] }

// family returns a thing, and all that belong to it.
func (b *bench) family(t *thing) []*thing {
	list := []*thing{t}
	for i := 0; i < len(list); i++ {
		for _, of := range b.things {
			for _, child := range of {
				if slices.Contains(child.parents, list[i]) {
					list = append(list, child)
				}
			}
		}
	}
	return list
}
