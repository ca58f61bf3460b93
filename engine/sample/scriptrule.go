package sample

import (
	"context"
	"slices"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// guarded marks the rows whose insert is refused if a value is taken: a new one is never an upsert.
func (w *scripted) guarded(d *sheet.Do, list []change) {
	i := slices.IndexFunc(w.model.Facts.Writes, func(o facts.Write) bool { return o.Do.Name == d.Name })
	for _, rule := range facts.RulesOf(w.model.Facts, &w.model.Facts.Writes[max(i, 0)]) {
		guard := w.design.View.GuardOf(rule)
		for j := range list {
			if c := &list[j]; c.store == guard && (c.verb == "POST" || c.verb == "PUT") {
				c.verb, c.refused = "POST", true
			}
		}
	}
}

// conditioned marks the rows that a write changes only if nobody else did since they were read, and if a number that it
// takes from is not below zero after that.
func (w *scripted) conditioned(d *sheet.Do, list []change) {
	for i := range list {
		c := &list[i]
		if c.conditional = d.Conditional() && c.base && !c.older && (c.verb == "PATCH" || c.verb == "DELETE"); c.conditional {
			kind := w.model.Facts.Sheet.KindOf(d.Kind)
			if w.summed(c, kind, d.Adds); w.takes(kind, d.Adds) {
				ref, _ := w.model.Facts.ResolveOne(kind, d.Adds.Attr)
				c.refused, c.room = true, enough(w.model.Facts.Property(kind, ref), d.Adds.N)
			}
		}
	}
}

// takes reports whether a write takes from a number that may not be below zero.
func (b *bench) takes(kind int, adds sheet.Adds) bool {
	ref, ok := b.model.Facts.ResolveOne(kind, adds.Attr)
	return ok && adds.N < 0 && ref.Kind == kind && !b.model.Facts.Sheet.Kinds[ref.Kind].Attributes[ref.Attr].Signed
}

// enough is what has to be true of an answer so that something can be taken from a property.
func enough(property string, adds float64) string {
	return " body " + property + " >= " + decimal(-adds)
}

// summed notes that something is added to a number, which becomes the first property of a change.
func (w *scripted) summed(c *change, kind int, adds sheet.Adds) {
	ref, ok := w.model.Facts.ResolveOne(kind, adds.Attr)
	p := c.entity.Properties
	i := slices.IndexFunc(p, func(p edm.Property) bool { return ok && p.Name == w.model.Facts.Property(kind, ref) })
	if i >= 0 {
		p[0], p[i] = p[i], p[0]
		c.adds = adds.N
	}
}

// counted returns what inserts and deletes change where their entities are counted: as some things come, and as they
// go.
func (w *scripted) counted(d *sheet.Do, of []*thing) (come, leave []change) {
	i := slices.IndexFunc(w.model.Facts.Does, func(o sheet.Do) bool { return o.Most.Of != "" && o.Kind == d.Kind })
	if i < 0 || d.Verb == sheet.Update || len(of) == 0 {
		return nil, nil
	}
	most, n := w.model.Facts.Does[i].Most, float64(len(of))
	above := of[0].above(w.model.Facts.Sheet.KindOf(most.Of))
	ref, _ := w.model.Facts.ResolveOne(above.kind, most.Count(d.Kind))
	family := slices.DeleteFunc(w.family(above), func(t *thing) bool { return slices.Contains(of, t) })
	with, own := w.stored(family), above.own
	above.own = slices.Clone(own)
	above.own[ref.Attr] = plus(own[ref.Attr], -n)
	without := w.stored(family)
	above.own = own
	come, leave = w.changes(without, with), w.changes(with, without)
	w.counts(come, above.kind, sheet.Adds{Attr: most.Count(d.Kind), N: n})
	w.counts(leave, above.kind, sheet.Adds{Attr: most.Count(d.Kind), N: -n})
	for i := range come {
		if c := &come[i]; c.conditional && keys.Number(own[ref.Attr]) <= most.N {
			c.refused, c.room = true, " body "+c.entity.Properties[0].Name+" < "+decimal(most.N+1-n)
		}
	}
	return come, leave
}

// counts marks the row that counts, which is changed only if nobody else did since it was read.
func (w *scripted) counts(list []change, kind int, adds sheet.Adds) {
	for i := range list {
		c := &list[i]
		c.conditional = c.base && c.verb == "PATCH"
		w.summed(c, kind, adds)
	}
}

// atOnce leaves the conditions out, in what a script undoes.
func atOnce(list []change) []change {
	list = slices.Clone(list)
	for i := range list {
		list[i].conditional = false
	}
	return list
}

// plus returns a number and another one.
func plus(v edm.Value, n float64) edm.Value {
	switch v.Type() {
	case edm.TypeInt32:
		return edm.Int32(int32(v.Int()) + int32(n))
	case edm.TypeInt64:
		return edm.Int64(v.Int() + int64(n))
	case edm.TypeDouble:
		return edm.Double(v.Float() + n)
	}
	return v
}

// added is the body of a merge that adds to the first property, and sets the others.
func added(c *change) string {
	first := sum(c.entity.Properties[0], c.read, c.adds)
	if len(c.entity.Properties) == 1 {
		return first
	}
	others := c.entity
	others.Properties = others.Properties[1:]
	return strings.TrimSuffix(entity(&others), "}") + "," + strings.TrimPrefix(first, "{")
}

// sum is the body of a merge that adds to a property of an answer, with the type that JSON does not tell.
func sum(p edm.Property, read string, n float64) string {
	name := string(edm.AppendString(nil, p.Name))
	text := "{{$add " + read + ".response.body." + p.Name + " " + decimal(n) + "}}"
	if p.Value.Type() == edm.TypeInt32 {
		return "{ " + name + ": " + text + " }"
	}
	if p.Value.Type() == edm.TypeInt64 {
		text = `"` + text + `"`
	}
	return `{ "` + p.Name + `@odata.type": "` + p.Value.Type().String() + `", ` + name + ": " + text + " }"
}

// deliver writes an insert for each row of a list. The caller leaves a message; a worker reads the list, and writes a
// row for each entry that has none.
func (w *scripted) deliver(ctx context.Context, i int, d *sheet.Do, t *thing) error {
	from, cost := w.entry(d, t), w.model.Write.Cost(w.design, i)
	if from == nil || len(cost.Reads) == 0 {
		w.missing(d.Name, "no "+d.Each.Kind+" names what a "+d.Kind+" belongs to")
		return nil
	}
	a, ok := w.model.Ask.Found(w.design, &cost.Reads[0])
	if !ok {
		w.missing(d.Name, "it does not hold the list")
		return nil
	}
	var list []asked
	note := func(r *ask.Request, table string, o *outcome) { list = append(list, asked{*r, table, *o}) }
	bill, err := (&asker{w.bench, w.count, ctx, note}).ask(a, w.call(a, from))
	if err != nil {
		return err
	}
	made := w.delivered(d, t, bill.found[:min(len(bill.found), written)])
	rows := w.changes(nil, w.stored(made))
	for _, c := range rows {
		w.create(c.table)
	}
	message := w.message(d.Name)
	w.take(d.Name, message)
	for n := range list[:min(len(list), written)] {
		w.request(d.Name+": the list", &list[n], n, len(list), -1)
	}
	for _, g := range grouped(rows) {
		w.transaction(d.Name, g, true, "")
	}
	w.forget(d.Name, message)
	w.write(d.Name, "and back", w.changes(w.stored(made), nil), true)
	return nil
}

// entry returns an entry of the list that is read for a thing, nil if the sample has none.
func (w *scripted) entry(d *sheet.Do, t *thing) *thing {
	from, to, ok := owner(w.model.Facts.Sheet, d)
	for _, e := range w.things[w.model.Facts.Sheet.KindOf(d.Each.Kind)] {
		if !slices.ContainsFunc(d.Each.Known, func(k sheet.Known) bool {
			if ref, _ := w.model.Facts.ResolveOne(e.kind, k.Attr); k.Value != "" {
				return e.value(ref) != parse(w.model.Facts.TypeOf(ref).Name, k.Value)
			}
			return !ok || e.value(from) != t.value(to)
		}) {
			return e
		}
	}
	return nil
}

// delivered returns things like one, for each entry of a list that has none. Its identity is what names the entry,
// apart from what all entries share.
func (w *scripted) delivered(d *sheet.Do, t *thing, entries []*thing) (list []*thing) {
	identity := func(a sheet.Attribute) bool { return a.Identity }
	at := slices.IndexFunc(w.model.Facts.Sheet.Kinds[t.kind].Attributes, identity)
	from, _, _ := owner(w.model.Facts.Sheet, d)
	for _, e := range entries {
		c := *t
		c.own = slices.Clone(t.own)
		for _, ref := range w.model.Facts.IdentityOf(e.kind) {
			if v := e.value(ref); at >= 0 && ref != from && v.Type() == t.own[at].Type() {
				c.own[at] = v
			}
		}
		if !slices.ContainsFunc(slices.Concat(w.things[t.kind], list), func(o *thing) bool {
			return slices.Equal(o.parents, t.parents) && (at < 0 || o.own[at] == c.own[at])
		}) {
			list = append(list, &c)
		}
	}
	return list
}
