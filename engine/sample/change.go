package sample

import (
	"slices"
	"strconv"

	"rowkey/engine/edm"
	"rowkey/engine/hash"
	"rowkey/engine/order"
	"rowkey/engine/sheet"
)

// change changes what an update sets, and returns what changes it back.
func (b *bench) change(t *thing, d *sheet.Do) (undo func()) {
	own, parents := slices.Clone(t.own), slices.Clone(t.parents)
	for _, name := range d.Sets {
		r := hash.Sequence(uint64(len(name)))
		if above := b.model.Facts.Sheet.KindOf(name); above >= 0 {
			for i, p := range t.parents {
				if p.kind == above {
					t.parents[i] = another(b.things[above], p, r.Next())
				}
			}
			continue
		}
		for i := range b.model.Facts.Sheet.Kinds[t.kind].Attributes {
			if b.model.Facts.Sheet.Kinds[t.kind].Attributes[i].Name == name {
				t.own[i] = b.other(t, i)
			}
		}
	}
	for i, a := range b.model.Facts.Sheet.Kinds[t.kind].Attributes {
		if a.Name == d.Adds.Attr {
			t.own[i] = plus(t.own[i], d.Adds.N)
		}
	}
	return func() { t.own, t.parents = own, parents }
}

// another returns one of some things by a number, another than a thing if there is one.
func another(list []*thing, than *thing, n uint64) *thing {
	i := n % uint64(len(list))
	if list[i] == than {
		i = (i + 1) % uint64(len(list))
	}
	return list[i]
}

// other returns another value of an attribute: one that occurs, or one that could if all are alike. A text that is
// unique becomes one that nobody has.
func (b *bench) other(t *thing, attr int) edm.Value {
	s := b.model.Facts.Sheet
	if v := t.own[attr]; v.Type() == edm.TypeString && sheet.IsRule(s, t.kind, &s.Kinds[t.kind].Attributes[attr]) {
		return edm.String(v.Text() + "x")
	}
	for _, o := range b.things[t.kind] {
		if v := o.own[attr]; v != t.own[attr] {
			return v
		}
	}
	for _, v := range b.possible(sheet.Ref{Kind: t.kind, Attr: attr}) {
		if v != t.own[attr] {
			return v
		}
	}
	return t.own[attr]
}

// possible returns values that an attribute can have: those that the sheet lists, or the first two.
func (b *bench) possible(ref sheet.Ref) (list []edm.Value) {
	a := &b.model.Facts.Sheet.Kinds[ref.Kind].Attributes[ref.Attr]
	for _, w := range a.Skew.Weights {
		list = append(list, parse(a.Type.Name, w.Value))
	}
	n := b.model.Facts.Sheet.Distinct(ref)
	if len(list) > 0 || a.Type.Name == sheet.Time || a.Type.Name == sheet.GUID || n < 2 {
		return list
	}
	k := maker{Sheet: b.model.Facts.Sheet}
	return []edm.Value{k.numbered(a, 0, n), k.numbered(a, 1, n)}
}

// stored returns the rows of things in all stores, by store and thing.
func (b *bench) stored(list []*thing) map[[2]int]change {
	out := map[[2]int]change{}
	for i := range b.design.Stores {
		st := &b.design.Stores[i]
		for n, t := range list {
			if keeps(st) && st.Kind == t.kind && st.Takes(b.model.Facts, t.value) {
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
	for _, id := range idsOf(before, after) {
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

func idsOf(before, after map[[2]int]change) [][2]int {
	var list [][2]int
	for id := range before {
		list = append(list, id)
	}
	for id := range after {
		if _, ok := before[id]; !ok {
			list = append(list, id)
		}
	}
	order.By(list, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return list
}

func sameKeys(a, b *edm.Entity) bool { return a.PartitionKey == b.PartitionKey && a.RowKey == b.RowKey }

// differing returns the properties that have another value.
func differing(a, b *edm.Entity) []edm.Property {
	return slices.DeleteFunc(slices.Clone(b.Properties), func(p edm.Property) bool {
		return slices.ContainsFunc(a.Properties, func(q edm.Property) bool { return p.Name == q.Name && p.Value == q.Value })
	})
}

// write writes changes as transactions. If more are needed than a caller waits for, a worker takes a message from a
// queue and does the others, which it can repeat. quick leaves the queue out.
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
		message = w.message(title)
	}
	front, only := ahead(groups), ""
	for i, g := range groups {
		only = w.transaction(title, g, work && i >= front, only)
		if work && i == front-1 {
			w.take(title, message)
		}
	}
	if work {
		w.forget(title, message)
	}
}

// ahead returns how many transactions the caller waits for: those that may be refused, and then that of a base.
func ahead(groups [][]change) (n int) {
	refused := func(c change) bool { return c.refused }
	for n < len(groups) && slices.ContainsFunc(groups[n], refused) {
		n++
	}
	if n < len(groups) && groups[n][0].base {
		n++
	}
	return max(1, n)
}

// grouped puts changes of one partition together, those of bases in front and rows that have moved behind.
func grouped(list []change) [][]change {
	var out [][]change
	order.By(list, func(a, b change) int { return rank(&b) - rank(&a) })
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
	case c.refused:
		return 3
	case c.older:
		return 0
	case c.base:
		return 2
	}
	return 1
}

// transaction writes changes of one partition, and before it the reads that they need, all of it only if something is
// true. It returns what has to be true of what comes after it. Transactions are numbered, so that none has the name of
// another.
func (w *scripted) transaction(title string, list []change, worker bool, only string) string {
	var shared []string
	if worker {
		shared = append(shared, "@client worker")
	}
	only = w.readFirst(title, list, shared, only)
	w.batches++
	if len(list) > 1 {
		shared = append(shared, "@batch write-"+strconv.Itoa(w.batches))
	}
	for _, c := range list {
		if c.verb == "POST" && worker {
			c.verb = "PUT" // can be repeated
		}
		w.block(title, onlyIf(only, shared), line(&c), body(&c))
	}
	return only
}

// readFirst writes the reads of rows that are changed on a condition, each only if something is true, and returns what
// has to be true after them.
func (w *scripted) readFirst(title string, list []change, comments []string, only string) string {
	for i := range list {
		if c := &list[i]; c.conditional {
			w.reads++
			c.read = "read" + strconv.Itoa(w.reads)
			named := append(onlyIf(only, comments), "@name "+c.read)
			w.block(title+": read the row first", named, "GET "+keyed(c), "")
			if c.room != "" {
				only = c.read + c.room
			}
		}
	}
	return only
}

// onlyIf adds to comments what has to be true, if there is something.
func onlyIf(only string, comments []string) []string {
	if only == "" {
		return slices.Clip(comments)
	}
	return append(slices.Clip(comments), "@if "+only)
}

func line(c *change) string {
	if c.verb == "POST" {
		return post(c.table)
	}
	text := c.verb + " " + keyed(c)
	switch {
	case c.read != "":
		text += "\nIf-Match: {{" + c.read + ".response.headers.ETag}}"
	case c.verb == "PATCH" || c.verb == "DELETE":
		text += "\nIf-Match: *"
	}
	return text
}

// keyed is the address of a row.
func keyed(c *change) string {
	return "{{table}}/" + c.table + "(PartitionKey=" + quote(c.entity.PartitionKey) + ",RowKey=" +
		quote(c.entity.RowKey) + ")"
}

func body(c *change) string {
	switch {
	case c.verb == "DELETE":
		return ""
	case c.read != "" && c.adds != 0:
		return added(c)
	}
	return entity(&c.entity)
}
