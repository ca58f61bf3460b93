package sample

import (
	"maps"
	"slices"
	"strconv"

	"rowkey/engine/edm"
	"rowkey/engine/hash"
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

// writes writes each write of the sheet, a set of writes that are done as one at once. What was done is undone, so that the
// next one finds the sample as it was.
func (w *scripted) writes() {
	done := map[int]bool{}
	for i, d := range w.model.Writes() {
		set := w.set(&d)
		kind := w.model.KindOf(d.Kind)
		if set >= 0 && done[set] || len(w.things[kind]) == 0 {
			continue
		}
		done[set] = set >= 0
		t := w.things[kind][len(w.things[kind])-1-i%len(w.things[kind])]
		w.do(&d, set, t)
	}
}

// set returns the set of writes that a write belongs to, -1 for none.
func (b *bench) set(d *sheet.Do) int {
	return slices.IndexFunc(b.model.Sheet.Together, func(t sheet.Together) bool {
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
		switch of := w.related(t, w.model.KindOf(m.Kind)); m.Verb {
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
			for _, of := range w.related(t, w.model.KindOf(m.Kind))[:1] {
				undo = append(undo, w.change(of, m))
			}
		}
	}
	is := w.updated(list, t, touched)
	w.write(d.Name, "", append(append(w.changes(nil, w.stored(made)), w.changes(only(before, len(made)), nil)...), w.changes(was, is)...), false)
	back := w.changes(is, was)
	for _, f := range undo {
		f()
	}
	w.write(d.Name, "and back", append(back, w.changes(nil, w.stored(gone))...), true)
}

// members returns the writes of a set, in the order of the sheet.
func (b *bench) members(set int) []*sheet.Do {
	var list []*sheet.Do
	writes := b.model.Writes()
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
			for _, r := range b.related(t, b.model.KindOf(m.Kind))[:1] {
				of = append(of, b.family(r)...)
			}
		}
	}
	return b.stored(slices.DeleteFunc(of, func(t *thing) bool { return slices.Contains(touched, t) }))
}

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

// change changes what an update sets, and returns what changes it back.
func (b *bench) change(t *thing, d *sheet.Do) (undo func()) {
	own, parents := maps.Clone(t.own), slices.Clone(t.parents)
	for _, name := range d.Sets {
		r := hash.Sequence(uint64(len(name)))
		if above := b.model.KindOf(name); above >= 0 {
			for i, p := range t.parents {
				if p.kind == above {
					t.parents[i] = b.things[above][r.Next()%uint64(len(b.things[above]))]
				}
			}
			continue
		}
		for i := range b.model.Kinds[t.kind].Attributes {
			if b.model.Kinds[t.kind].Attributes[i].Name == name {
				t.own[i] = b.other(t, i)
			}
		}
	}
	return func() { t.own, t.parents = own, parents }
}

// other returns another value of an attribute that occurs.
func (b *bench) other(t *thing, attr int) edm.Value {
	for _, o := range b.things[t.kind] {
		if v := o.own[attr]; compareValues(v, t.own[attr]) != 0 {
			return v
		}
	}
	return t.own[attr]
}

// stored returns the rows of things in all stores, by store and thing.
func (b *bench) stored(list []*thing) map[[2]int]change {
	out := map[[2]int]change{}
	for i := range b.design.Stores {
		st := &b.design.Stores[i]
		for n, t := range list {
			if keeps(st) && st.Kind == t.kind && b.model.Takes(st, t.value) {
				name, e := b.row(st, t)
				out[[2]int{i, n}] = change{store: i, table: name, entity: e, base: st.Base}
			}
		}
	}
	return out
}

// changes returns what makes some rows of others: delete and store where the keys differ, merge where they do not.
func (b *bench) changes(before, after map[[2]int]change) []change {
	var list []change
	for _, id := range keys(before, after) {
		old, was := before[id]
		now, is := after[id]
		switch {
		case was && is && old.table == now.table && sameKeys(&old.entity, &now.entity):
			if now.entity.Properties = differing(&old.entity, &now.entity); len(now.entity.Properties) > 0 {
				now.verb = "PATCH"
				list = append(list, now)
			}
			continue
		case is && was:
			now.verb = "PUT"
			list = append(list, now)
		case is:
			now.verb = "POST"
			list = append(list, now)
		}
		if was {
			old.verb, old.older = "DELETE", is
			list = append(list, old)
		}
	}
	return list
}

func keys(before, after map[[2]int]change) [][2]int {
	var list [][2]int
	for id := range before {
		list = append(list, id)
	}
	for id := range after {
		if _, ok := before[id]; !ok {
			list = append(list, id)
		}
	}
	slices.SortFunc(list, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return list
}

func sameKeys(a, b *edm.Entity) bool { return a.PartitionKey == b.PartitionKey && a.RowKey == b.RowKey }

// differing returns the properties that have another value.
func differing(a, b *edm.Entity) []edm.Property {
	return slices.DeleteFunc(slices.Clone(b.Properties), func(p edm.Property) bool {
		return slices.ContainsFunc(a.Properties, func(q edm.Property) bool { return p.Name == q.Name && p.Value == q.Value })
	})
}

// write writes changes as transactions. If one is not enough, the first one is followed by a worker that takes a message
// from a queue and does the others, which it can repeat. quick leaves the queue out.
func (w *scripted) write(name, why string, list []change, quick bool) {
	groups := grouped(list)
	title := name
	if why != "" {
		title += ", " + why
	}
	for i := range list {
		w.create(list[i].table)
	}
	work, message := len(groups) > 1 && !quick, ""
	if work {
		w.works++
		message = "work" + strconv.Itoa(w.works)
		w.block(title+": a queue for the rest", nil, "PUT {{queue}}/work", "")
		w.checks("status <= 204")
		w.block(title+": say what has to be done", nil, "POST {{queue}}/work/messages", "<QueueMessage><MessageText>"+name+"</MessageText></QueueMessage>")
	}
	for i, g := range groups {
		if work && i == 1 {
			w.block(title+": a worker takes the message", []string{"@client worker", "@name " + message}, "GET {{queue}}/work/messages?visibilitytimeout=30", "")
		}
		w.transaction(title, i, g, work && i > 0)
	}
	if work {
		w.block(title+": the work is done", []string{"@client worker"},
			"DELETE {{queue}}/work/messages/{{"+message+".response.body.//MessageId}}?popreceipt={{%"+message+".response.body.//PopReceipt}}", "")
	}
}

// grouped puts changes of one partition together, those of bases in front and rows that have moved behind.
func grouped(list []change) [][]change {
	var out [][]change
	slices.SortStableFunc(list, func(a, b change) int { return rank(&b) - rank(&a) })
	for _, c := range list {
		i := slices.IndexFunc(out, func(g []change) bool {
			return g[0].table == c.table && g[0].entity.PartitionKey == c.entity.PartitionKey && len(g) < 100
		})
		if i < 0 {
			out = append(out, nil)
			i = len(out) - 1
		}
		out[i] = append(out[i], c)
	}
	return out
}

func rank(c *change) int {
	switch {
	case c.older:
		return 0
	case c.base:
		return 2
	}
	return 1
}

// transactions are numbered, so that none has the name of another.
func (w *scripted) transaction(title string, i int, list []change, worker bool) {
	w.batches++
	for _, c := range list {
		var comments []string
		if worker {
			comments = append(comments, "@client worker")
		}
		if len(list) > 1 {
			comments = append(comments, "@batch write-"+strconv.Itoa(w.batches))
		}
		if c.verb == "POST" && worker {
			c.verb = "PUT" // can be repeated
		}
		w.block(title, comments, line(&c), body(&c))
	}
}

func line(c *change) string {
	if c.verb == "POST" {
		return "POST {{table}}/" + c.table + "\nPrefer: return-no-content"
	}
	text := c.verb + " {{table}}/" + c.table + "(PartitionKey=" + quote(c.entity.PartitionKey) + ",RowKey=" + quote(c.entity.RowKey) + ")"
	if c.verb == "PATCH" || c.verb == "DELETE" {
		text += "\nIf-Match: *"
	}
	return text
}

func body(c *change) string {
	if c.verb == "DELETE" {
		return ""
	}
	return entity(&c.entity)
}
