package sample

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/odata"
	"rowkey/engine/order"
	"rowkey/engine/plan"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// clients are those that do one write at once.
var clients = [2]string{"Ann", "Ben"}

// Race writes the test of what a write, by its position, must not break: two clients do it at once, with the same value
// of an attribute that is unique, or add to the same entity. The script is "" for a write without a rule. Errors: what
// the service says about a row.
func Race(ctx context.Context, s *sheet.Sheet, design *sheet.Design, do, most int, seed uint64) (Behind, error) {
	d := keys.Parse(plan.NewModel(s).Facts, design)
	less, reduced := reduce(s, d, most)
	b, err := openReduced(ctx, s, less, reduced, d, seed, &Report{})
	if err != nil {
		return Behind{}, err
	}
	r := racer{scripted{bench: b}, &b.model.Facts.Writes[do]}
	r.race()
	return Behind{Script: strings.TrimLeft(r.String(), "\n")}, nil
}

// racer writes a race.
type racer struct {
	scripted
	write *facts.Write
}

func (r *racer) race() {
	things := r.things[r.write.Kind]
	other := func(st keys.Store) bool { return st.Kind == r.write.Kind && !keeps(&st) }
	if len(things) < 2 || slices.ContainsFunc(r.design.Stores, other) {
		return
	}
	ref, adds := r.model.Facts.ResolveOne(r.write.Kind, r.write.Do.Adds.Attr)
	rules := facts.RulesOf(r.model.Facts, r.write)
	switch {
	case r.write.Do.Most.Of != "":
		if of := r.siblings(things); of[1] != nil {
			r.reserving(of)
		}
	case adds && r.write.Do.Adds.Attr != "":
		r.counting(things[0], ref)
	case len(rules) > 0 && rules[0].Of().Kind == r.write.Kind && rules[0].Of().Attr != sheet.Whole:
		if other := r.rival(things, rules[0]); other != nil {
			r.claiming([2]*thing{things[0], other}, rules[0])
		}
	}
}

// rival returns another thing that may not have the same value as the first one, nil if there is none.
func (r *racer) rival(things []*thing, rule *facts.Rule) *thing {
	for _, t := range things[1:] {
		if !slices.ContainsFunc(rule.By[:len(rule.By)-1], func(a facts.Attr) bool {
			return t.value(a.Ref) != things[0].value(a.Ref)
		}) {
			return t
		}
	}
	return nil
}

// siblings returns two things that belong to the same one of the kind whose entities are limited, nil for the second
// one if there are none.
func (r *racer) siblings(things []*thing) (of [2]*thing) {
	above := r.model.Facts.Sheet.KindOf(r.write.Do.Most.Of)
	for _, t := range things {
		i := slices.IndexFunc(things, func(o *thing) bool { return o != t && o.above(above) == t.above(above) })
		if i >= 0 {
			return [2]*thing{t, things[i]}
		}
	}
	return of
}

// reserving writes two clients that want the last place: each reads how many are taken, and adds one to that if there
// is room and nobody else did in between. The new row is in the same transaction where that is possible.
func (r *racer) reserving(of [2]*thing) {
	most, above := r.write.Do.Most, of[0].above(r.model.Facts.Sheet.KindOf(r.write.Do.Most.Of))
	ref, _ := r.model.Facts.ResolveOne(above.kind, most.Count(r.write.Do.Kind))
	above.own[ref.Attr] = edm.Int32(int32(most.N) - 1)
	r.made(above)
	property := r.model.Facts.Property(above.kind, ref)
	table, row := r.row(&r.design.Stores[r.design.View.Base(above.kind)], above)
	count := change{verb: "PATCH", table: table, entity: edm.Entity{PartitionKey: row.PartitionKey, RowKey: row.RowKey,
		Properties: []edm.Property{{Name: property, Value: above.own[ref.Attr]}}}}
	var taken []string
	for i, t := range of {
		list := r.changes(nil, r.stored([]*thing{t}))
		base, e := r.row(&r.design.Stores[r.design.View.Base(t.kind)], t)
		taken = append(taken, "count("+base+" "+quote(e.PartitionKey)+" "+quote(e.RowKey)+")")
		for _, c := range list {
			r.create(c.table)
		}
		r.reserve(clients[i], &count, property, list)
	}
	r.invariant(strings.Join(taken, " + ") + " <= 1")
}

// reserve writes what one client does to get a place: the count, and then the rest, both again if somebody else was
// faster.
func (r *racer) reserve(client string, count *change, property string, list []change) {
	most, name, again := decimal(r.write.Do.Most.N), strings.ToLower(client), []string{"@client " + client}
	key := keyed(count)
	for _, try := range []string{"", "Again"} {
		read, takes := name+try, name+try+"Takes"
		r.block(client+" reads how many there are", append(slices.Clip(again), "@name "+read), "GET "+key, "")
		room := []string{"@client " + client, "@if " + read + " body " + property + " < " + most}
		near := slices.ContainsFunc(list, func(c change) bool { return samePartition(&c, count) })
		if near {
			r.batches++
			room = append(room, "@batch take-"+strconv.Itoa(r.batches))
		}
		rows := func(near bool, comments []string) {
			for _, c := range list {
				if samePartition(&c, count) == near {
					r.block(client+" adds a row", comments, line(&c), body(&c))
				}
			}
		}
		rows(true, room) // first, so that an attempt whose answer was lost gets 409 when it is repeated, not 412
		r.block(client+" takes a place, if nobody else did", append(slices.Clip(room), "@name "+takes),
			"PATCH "+key+"\nIf-Match: {{"+read+".response.headers.ETag}}",
			sum(count.entity.Properties[0], read, 1))
		if !near {
			r.checks("status <= 412")
		}
		rows(false, []string{"@client " + client, "@if " + takes + " status == 204"})
		again = []string{"@client " + client, "@if " + takes + " status == 412"}
	}
}

func samePartition(a, b *change) bool {
	return a.table == b.table && a.entity.PartitionKey == b.entity.PartitionKey
}

// claiming writes two clients that want one value of an attribute, which only one of them may get.
func (r *racer) claiming(of [2]*thing, rule *facts.Rule) {
	guard, wanted := r.design.View.GuardOf(rule), r.wanted(of[0], rule.Of().Attr)
	var claims [2][]change
	var counts []string
	for i, t := range of {
		var count string
		claims[i], count = r.claims(t, rule, wanted)
		counts = lists.Add(counts, count)
		if r.write.Do.Verb == sheet.Update {
			r.made(t)
		}
		for _, c := range claims[i] {
			r.create(c.table)
		}
	}
	for i, list := range claims {
		r.claim(clients[i], list, guard, counts[min(i, len(counts)-1)])
	}
	r.invariant(strings.Join(counts, " + ") + " <= 1")
}

// claims returns what gives a thing the value, and what counts the entities that have it.
func (r *racer) claims(t *thing, rule *facts.Rule, wanted edm.Value) (list []change, count string) {
	at, base := rule.Of().Attr, r.design.View.Base(rule.Kind)
	var was map[[2]int]change // nothing, for an insert
	if r.write.Do.Verb == sheet.Update {
		was = r.stored([]*thing{t})
	}
	before := t.own[at]
	t.own[at] = wanted
	list = r.changes(was, r.stored([]*thing{t}))
	table, row := r.row(&r.design.Stores[base], t)
	t.own[at] = before
	return list, r.counted(base, rule, table, &row, wanted)
}

// wanted returns the value that both clients want: that of a thing, in an update with a letter more, so that it is new.
func (r *racer) wanted(t *thing, attr int) edm.Value {
	if v := t.own[attr]; r.write.Do.Verb == sheet.Insert || v.Type() != edm.TypeString {
		return v
	} else {
		return edm.String(v.Text() + "x")
	}
}

// counted counts the entities that have a value, as an invariant does.
func (r *racer) counted(base int, rule *facts.Rule, table string, row *edm.Entity, wanted edm.Value) string {
	if ref := rule.Of(); r.holds(base, ref) {
		return "count(" + table + " filter " + r.model.Facts.Property(rule.Kind, ref) + " eq " + odata.Literal(wanted) + ")"
	}
	return "count(" + table + " " + quote(row.PartitionKey) + " " + quote(row.RowKey) + ")"
}

// claim writes what one client does: the insert that may be refused comes first, and the rest follows if it was not.
// Without one, the client looks whether the value is free, as applications do.
func (r *racer) claim(client string, list []change, guard int, count string) {
	name := strings.ToLower(client)
	for i := range list {
		if c := &list[i]; c.store == guard && c.verb == "PUT" {
			c.verb = "POST"
		}
	}
	order.By(list, func(a, b change) int { return claimRank(&b, guard) - claimRank(&a, guard) })
	free := "@if " + name + " status == 201"
	if guard < 0 {
		table, filter, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(count, "count("), ")"), " filter ")
		r.block(client+" looks whether the value is free", []string{"@client " + client, "@name " + name},
			"GET {{table}}/"+table+"()?$filter="+filter, "")
		free = "@if " + name + " count == 0"
	}
	for _, c := range list {
		if c.store == guard && c.verb == "POST" {
			r.block(client+" takes the value", []string{"@client " + client, "@name " + name}, created(&c), body(&c))
			r.checks("status <= 409")
			continue
		}
		r.block(client+" does the rest", []string{"@client " + client, free}, created(&c), body(&c))
	}
}

func claimRank(c *change, guard int) int {
	if c.store == guard && c.verb == "POST" {
		return 3
	}
	return rank(c)
}

// created is line with the status of an insert that was done.
func created(c *change) string { return strings.Replace(line(c), "\nPrefer: return-no-content", "", 1) }

// counting writes two clients that add to one entity. If they take from what may not be below zero, there is enough for
// two of three: the second client wants it twice.
func (r *racer) counting(t *thing, ref sheet.Ref) {
	adds, takes := r.write.Do.Adds.N, r.takes(t.kind, r.write.Do.Adds)
	if takes {
		t.own[ref.Attr] = plus(t.own[ref.Attr], -2*adds-keys.Number(t.own[ref.Attr]))
	}
	name, row := r.row(&r.design.Stores[r.design.View.Base(r.write.Kind)], t)
	property := edm.Property{Name: r.model.Facts.Property(t.kind, ref), Value: t.value(ref)}
	r.made(t)
	key, room := keyed(&change{table: name, entity: row}), ""
	if takes {
		room = enough(property.Name, adds)
	}
	r.adding(clients[0], "", key, room, property)
	r.adding(clients[1], "", key, room, property)
	if takes {
		r.adding(clients[1], "Next", key, room, property)
	}
	r.invariant(name + "(" + quote(row.PartitionKey) + "," + quote(row.RowKey) + ")." + property.Name + " == " +
		decimal(keys.Number(property.Value)+2*adds))
}

// adding writes what one client does to add to a row: it reads it, writes it if there is enough and no other client
// has, and does both again if one has.
func (r *racer) adding(client, turn, key, room string, p edm.Property) {
	again := []string{"@client " + client}
	for _, try := range []string{"", "Again"} {
		read := strings.ToLower(client) + turn + try
		r.block(client+" reads", append(slices.Clip(again), "@name "+read), "GET "+key, "")
		if room != "" {
			again = onlyIf(read+room, again[:1])
		}
		r.block(client+" adds, if nobody else did", append(slices.Clip(again), "@name "+read+"Writes"),
			"PATCH "+key+"\nIf-Match: {{"+read+".response.headers.ETag}}", sum(p, read, r.write.Do.Adds.N))
		r.checks("status <= 412")
		again = onlyIf(read+"Writes status == 412", again[:1])
	}
}

// made writes the rows of a thing that is there before the race.
func (r *racer) made(t *thing) {
	for _, c := range r.changes(nil, r.stored([]*thing{t})) {
		r.create(c.table)
		r.block("There before", nil, line(&c), body(&c))
	}
}

// invariant writes what has to be true when both clients have ended, at the top.
func (r *racer) invariant(text string) {
	script := r.String()
	r.Reset()
	r.WriteString("# @invariant " + text + "\n" + script)
}
