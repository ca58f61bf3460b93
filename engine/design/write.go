package design

import (
	"context"
	"errors"
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/table"
)

// group is the operations of one transaction.
type group struct {
	at      address // without Row
	actions []table.Action
}

// change makes the requests of a pattern that writes, and undoes them.
func (b *bench) change(ctx context.Context, q *question, fresh thing) (out bill, err error) {
	undo := errors.New("undo")
	err = b.db.Trial(func() error {
		out, err = b.write(ctx, q, fresh)
		if err != nil {
			return err
		}
		return undo
	})
	if errors.Is(err, undo) {
		err = nil
	}
	return out, err
}

func (b *bench) write(ctx context.Context, q *question, fresh thing) (bill, error) {
	if q.write == "insert" {
		return b.submit(ctx, bill{}, b.inserts(fresh))
	}
	var out bill
	if whole := b.wholeTables(q); q.write == "delete" && whole != nil {
		for _, name := range whole {
			out.requests, out.transactions, out.roundtrips = out.requests+1, out.transactions+1, 1
			if err := b.tables.Table(account, name).Delete(ctx); err != nil {
				return out, err
			}
		}
		return out, nil
	}
	found := b.matching(q)
	if b.mustRead(q) {
		everything := *q.pattern
		everything.wants, everything.top, everything.order = nil, 0, ""
		var err error
		if out, err = b.best(ctx, &question{&everything, q.of, q.low, q.high}); err != nil {
			return out, err
		}
	}
	groups := []group{}
	for _, i := range found {
		groups = b.changes(groups, q, b.things[i], fresh)
	}
	return b.submit(ctx, out, groups)
}

// matching returns the entities that the question is about.
func (b *bench) matching(q *question) (list []int) {
	for i, e := range b.things {
		if b.matches(q, e) {
			list = append(list, i)
		}
	}
	return list
}

// mustRead reports whether the keys of some copy, or what is to be copied, have to be read first.
func (b *bench) mustRead(q *question) bool {
	for k := range b.copies {
		c := &b.copies[k]
		for _, t := range []Template{c.Table, c.Partition, c.Row} {
			if _, whole := t.fixed(b.w, q.of, q.known); whole < len(t.segments) {
				return true
			}
			if q.write == "update" && t.uses(q.sets) {
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

func (b *bench) inserts(fresh thing) []group {
	var groups []group
	for k := range b.copies {
		e := b.entity(k, fresh)
		groups = join(groups, b.address(k, fresh), table.Action{Verb: table.Insert, Entity: e})
	}
	return groups
}

// changes adds what an update or a delete does to all copies of an entity.
func (b *bench) changes(groups []group, q *question, e, fresh thing) []group {
	for k := range b.copies {
		at := b.address(k, e)
		gone := table.Action{Verb: table.Delete, IfMatch: table.Any}
		gone.Entity = edm.Entity{PartitionKey: at.partition, RowKey: at.row}
		if q.write == "delete" {
			groups = join(groups, at, gone)
			continue
		}
		changed := append(thing{}, e...)
		n := b.w.index(q.sets)
		changed[n] = fresh[n]
		to := b.address(k, changed)
		switch {
		case to != at:
			groups = join(groups, at, gone)
			groups = join(groups, to, table.Action{Verb: table.Upsert, Mode: table.Replace, Entity: b.entity(k, changed)})
		case b.holds(k, q.sets):
			part := edm.Entity{PartitionKey: at.partition, RowKey: at.row}
			part.Properties = []edm.Property{{Name: q.sets, Value: b.w.attributes[n].value(fresh[n])}}
			groups = join(groups, at, table.Action{Verb: table.Update, Mode: table.Merge, Entity: part, IfMatch: table.Any})
		}
	}
	return groups
}

// join puts an action into the last transaction of its partition that has room.
func join(groups []group, at address, a table.Action) []group {
	at.row = ""
	for i := range groups {
		if groups[i].at == at && len(groups[i].actions) < table.MaxActions {
			groups[i].actions = append(groups[i].actions, a)
			return groups
		}
	}
	return append(groups, group{at, []table.Action{a}})
}

// submit sends the transactions in parallel.
func (b *bench) submit(ctx context.Context, out bill, groups []group) (bill, error) {
	for _, g := range groups {
		if err := b.tables.Table(account, g.at.table).Create(ctx); err == nil {
			out.requests, out.transactions = out.requests+1, out.transactions+1
		}
		if _, err := b.tables.Table(account, g.at.table).SubmitTransaction(ctx, g.actions); err != nil {
			return out, err
		}
		out.requests, out.transactions = out.requests+1, out.transactions+1
		out.touched = append(out.touched, g.at)
	}
	if len(groups) > 0 {
		out.roundtrips++
	}
	return out, nil
}

// wholeTables returns the tables that hold nothing but what is to be deleted, nil if some copy is
// elsewhere.
func (b *bench) wholeTables(q *question) (list []string) {
	for k := range b.copies {
		t := b.copies[k].Table
		name, whole := t.fixed(b.w, q.of, q.known)
		if whole < len(t.segments) || q.from != "" || !covers(t.told(q.known), q.known) || len(q.known) == 0 {
			return nil
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
