package sample

import (
	"context"
	"slices"
	"strconv"

	"rowkey/engine/edm"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// change is what a write does to one row.
type change struct {
	store       int
	verb        string // POST, PATCH, PUT or DELETE
	table       string
	entity      edm.Entity
	base, older bool

	refused     bool    // it is, if a value is taken or no more may be made: it comes before everything else
	conditional bool    // it is done only if nobody else has changed the row since it was read
	read        string  // the answer that has the row as it was read
	room        string  // what has to be true of that
	adds        float64 // to the first property; 0 if that is set
}

// writes writes each write of the sheet, a set of writes that are done as one at once. What was done is undone, so that
// the next one finds the sample as it was.
func (w *scripted) writes(ctx context.Context) error {
	done := map[int]bool{}
	for i, d := range w.model.Facts.Does {
		if set := w.set(&d); set < 0 || !done[set] {
			done[set] = set >= 0
			w.missed(d.Name, w.model.BudgetOfWrite(w.design, i))
			if err := w.one(ctx, i, &d, set); err != nil {
				return err
			}
		}
	}
	return nil
}

// one writes one write, by its position, about one of the last things of its kind.
func (w *scripted) one(ctx context.Context, i int, d *sheet.Do, set int) error {
	all := w.things[w.model.Facts.Sheet.KindOf(d.Kind)]
	if len(all) == 0 {
		w.missing(d.Name, "it has no "+d.Kind)
		return nil
	}
	t := w.about(all, i, w.members(d, set))
	if d.Each.Kind != "" {
		return w.deliver(ctx, i, d, t)
	}
	w.do(d, set, t)
	return nil
}

// about returns the thing that a write, by its position, is about: one that has what the write needs, if there is one.
func (w *scripted) about(all []*thing, i int, list []*sheet.Do) *thing {
	last := len(all) - 1 - i%len(all)
	for n := range all {
		t := all[(last+len(all)-n)%len(all)]
		if !slices.ContainsFunc(list, func(d *sheet.Do) bool { return w.lacks(t, d) }) {
			return t
		}
	}
	return all[last]
}

// lacks reports whether a thing, or what it belongs to, has less than a write takes, or no list that it reads.
func (w *scripted) lacks(t *thing, d *sheet.Do) bool {
	kind := w.model.Facts.Sheet.KindOf(d.Kind)
	if !w.takes(kind, d.Adds) {
		return d.Each.Kind != "" && w.entry(d, t) == nil
	}
	ref, _ := w.model.Facts.ResolveOne(kind, d.Adds.Attr)
	return slices.ContainsFunc(firstOf(w.related(t, kind)), func(of *thing) bool {
		return keys.Number(of.value(ref)) < -d.Adds.N
	})
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
	list := w.members(d, set)
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
	var counts, uncounts []change // what counts things, as they come and go
	for _, m := range list {
		more, less := w.counted(m, w.related(t, w.model.Facts.Sheet.KindOf(m.Kind)))
		counts, uncounts = append(counts, more...), append(uncounts, less...)
	}
	if len(made) > 0 {
		w.write(d.Name, "first made possible", append(w.changes(w.stored(made), nil), atOnce(uncounts)...), true)
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
	updated := w.changes(was, is)
	if len(made) == 0 {
		counts, uncounts = uncounts, counts
	}
	for _, m := range list {
		w.guarded(m, inserted)
		w.guarded(m, updated)
		w.conditioned(m, deleted)
		w.conditioned(m, updated)
	}
	done := slices.Concat(counts, inserted, deleted, updated)
	w.write(d.Name, "", done, false)
	kept := func(st keys.Store) bool { return st.Kind == t.kind && keeps(&st) }
	if len(done) == 0 && slices.ContainsFunc(w.design.Stores, kept) {
		w.missing(d.Name, "no row of the design changes")
	} else if len(done) == 0 {
		w.missing(d.Name, "it does not hold the form of "+d.Kind+" in the design")
	}
	back := w.changes(is, was)
	for _, f := range undo {
		f()
	}
	back = append(back, w.changes(nil, w.stored(gone))...)
	if len(made) == 0 {
		back = append(back, atOnce(uncounts)...)
	}
	w.write(d.Name, "and back", back, true)
}

// members returns the writes of a set, in the order of the sheet; without a set, a write alone.
func (b *bench) members(d *sheet.Do, set int) (list []*sheet.Do) {
	if set < 0 {
		return append(list, d)
	}
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

// message writes that a workflow is to be done, and returns its name.
func (w *scripted) message(title string) string {
	w.works++
	w.block(title+": a queue for the rest", nil, "PUT {{queue}}/work", "")
	w.checks("status <= 204")
	w.block(title+": say what has to be done", nil, "POST {{queue}}/work/messages",
		"<QueueMessage><MessageText>"+title+"</MessageText></QueueMessage>")
	return "work" + strconv.Itoa(w.works)
}

func (w *scripted) take(title, message string) {
	w.block(title+": a worker takes the message", []string{"@client worker", "@name " + message},
		"GET {{queue}}/work/messages?visibilitytimeout=30", "")
}

func (w *scripted) forget(title, message string) {
	answer := message + ".response.body."
	w.block(title+": the work is done", []string{"@client worker"},
		"DELETE {{queue}}/work/messages/{{"+answer+"//MessageId}}?popreceipt={{%"+answer+"//PopReceipt}}", "")
}
