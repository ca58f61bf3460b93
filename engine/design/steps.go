package design

import (
	"rowkey/engine/edm"
	"rowkey/engine/table"
)

// move is one action of a change, and where it happens.
type move struct {
	at     address
	action table.Action
}

// group is the actions of one transaction.
type group struct {
	at      address // without Row
	actions []table.Action
}

// steps is how a change is made: whole tables deleted, or transactions.
type steps struct {
	tables   []string
	groups   []group
	last     map[address]int // the newest group of a partition
	workflow bool            // the rows of some entity are written in several transactions
}

// queueOperations are those of a workflow: its message is put, received and deleted.
const queueOperations = 3

// steps returns what a change does to the entities that it is about.
func (b *bench) steps(q *question, about []int, fresh thing) *steps {
	s := &steps{last: map[address]int{}}
	if q.write == "insert" {
		s.add(b.inserts(fresh))
		return s
	}
	if s.tables = b.wholeTables(q); q.write == "delete" && s.tables != nil {
		return s
	}
	s.tables = nil
	for _, i := range about {
		s.add(b.changes(q, b.things[i], fresh))
	}
	return s
}

// add puts the moves of one entity into transactions. If they need more than one, the copies of the entity differ until
// the last is done, and differ for ever if the program stops in between. A queue has to see to it that it is done: see
// the guide's "Eventually consistent transactions pattern". A change of many entities, each in one transaction, needs no
// queue: what is left can be found and changed later.
func (s *steps) add(moves []move) {
	partitions := map[address][]table.Action{}
	order := []address{}
	for _, m := range moves {
		at := address{table: m.at.table, partition: m.at.partition}
		if partitions[at] == nil {
			order = append(order, at)
		}
		partitions[at] = append(partitions[at], m.action)
	}
	for _, at := range order {
		s.join(at, partitions[at])
	}
	s.workflow = s.workflow || len(order) > 1
}

// join puts actions into the last transaction of their partition, if it has room.
func (s *steps) join(at address, actions []table.Action) {
	i, found := s.last[at]
	if !found || len(s.groups[i].actions)+len(actions) > table.MaxActions {
		i = len(s.groups)
		s.groups, s.last[at] = append(s.groups, group{at: at}), i
	}
	s.groups[i].actions = append(s.groups[i].actions, actions...)
}

// inserts stores all copies of an entity.
func (b *bench) inserts(fresh thing) []move {
	list := b.places(fresh)
	for k := range list {
		list[k].action.Entity = b.entity(k, list[k].at, fresh)
	}
	return list
}

// places is where the copies of an entity are inserted, without what they hold.
func (b *bench) places(fresh thing) []move {
	list := make([]move, len(b.copies))
	for k := range list {
		list[k] = move{b.address(k, fresh), table.Action{Verb: table.Insert}}
	}
	return list
}

// changes is what an update or a delete does to all copies of an entity. What is new is written before what is old is
// deleted, so that no reader finds neither.
func (b *bench) changes(q *question, e, fresh thing) (list []move) {
	changed := e
	if q.write == "update" {
		changed = append(thing{}, e...)
		changed[b.w.index(q.sets)] = fresh[b.w.index(q.sets)]
	}
	var gone []move
	for k := range b.copies {
		from, to := b.address(k, e), b.address(k, changed)
		switch {
		case q.write == "delete" || to != from:
			old := edm.Entity{PartitionKey: from.partition, RowKey: from.row}
			gone = append(gone, move{from, table.Action{Verb: table.Delete, IfMatch: table.Any, Entity: old}})
			if q.write == "update" {
				list = append(list, move{to, table.Action{Verb: table.Upsert, Mode: table.Replace, Entity: b.entity(k, to, changed)}})
			}
		case b.holds(k, q.sets):
			list = append(list, move{from, b.merge(q, from, changed)})
		}
	}
	return append(list, gone...)
}

// merge sets the attribute that an update changes.
func (b *bench) merge(q *question, at address, changed thing) table.Action {
	i := b.w.index(q.sets)
	part := edm.Entity{PartitionKey: at.partition, RowKey: at.row}
	part.Properties = []edm.Property{{Name: q.sets, Value: b.w.attributes[i].value(changed[i])}}
	return table.Action{Verb: table.Update, Mode: table.Merge, Entity: part, IfMatch: table.Any}
}

// wholeTables returns the tables that hold nothing but what is to be deleted, nil if some copy is elsewhere.
func (b *bench) wholeTables(q *question) (list []string) {
	seen := map[string]bool{}
	for k := range b.copies {
		t := b.copies[k].Table
		about := append([]string{}, q.known...)
		if q.from != "" {
			about = append(about, q.from)
		}
		names := b.spread(q, t, maxTables)
		if names == nil || len(about) == 0 || !covers(b.told(q, t.segments), about) {
			return nil
		}
		for _, name := range names {
			if !seen[name] {
				seen[name], list = true, append(list, name)
			}
		}
	}
	return list
}

// mustRead reports whether the keys of some copy, or what is to be copied, have to be read first.
func (b *bench) mustRead(q *question) bool {
	if q.write == "delete" && b.wholeTables(q) != nil {
		return false
	}
	for k := range b.copies {
		c := &b.copies[k]
		for _, t := range []Template{c.Table, c.Partition, c.Row} {
			if _, whole := t.fixed(b.w, q.of, q.known); whole < len(t.segments) || q.write == "update" && t.uses(q.sets) {
				return true
			}
		}
	}
	return false
}

func (t Template) uses(name string) bool {
	for _, s := range t.segments {
		if s.form != literal && s.attr == name {
			return true
		}
	}
	return false
}
