package sample

import (
	"context"
	"slices"

	"rowkey/engine/apierr"
	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/write"
	"rowkey/engine/sheet"
	"rowkey/engine/table"
)

// performed is what one call of a write cost, and what it left behind or took with it against the plan.
type performed struct {
	transactions, actions, requests, read int
	differences                           []Difference
}

// queueRequests are those of a message that starts a workflow: put, get and delete.
const queueRequests = 3

// perform does one call of a write: it reads what the plan reads first, sends the transactions, and takes them back.
func (p *performer) perform(ctx context.Context, t *thing) (performed, error) {
	of := p.reached(t)
	out := performed{}
	if err := p.find(ctx, t, len(of), &out); err != nil {
		return out, err
	}
	list, back := p.effect(of)
	if p.write.Do.Verb == sheet.Insert { // the sample has it already
		if err := p.sendAll(ctx, back); err != nil {
			return out, err
		}
	}
	list, dropped := p.dropping(list, of, &out)
	for _, name := range dropped {
		if err := p.tables.Table(account, name).Delete(ctx); err != nil {
			return out, err
		}
	}
	if err := p.readBefore(ctx, list, &out); err != nil {
		return out, err
	}
	groups := p.groups(list)
	for _, g := range groups {
		if err := p.transact(ctx, g); err != nil {
			return out, err
		}
	}
	out.transactions, out.actions = len(groups)+len(dropped), len(list)
	out.requests += out.transactions
	if p.cost.Workflow() {
		out.requests += queueRequests
	}
	if p.write.Do.Verb == sheet.Insert {
		return out, nil
	}
	return out, p.sendAll(ctx, p.undone(back, list, dropped))
}

// readBefore reads the rows that are changed only if nobody else did meanwhile, unless the caller or what the write
// asks first has read them.
func (p *performer) readBefore(ctx context.Context, list []change, out *performed) error {
	if !p.write.Do.Conditional() || p.write.Do.If == sheet.Unchanged {
		return nil
	}
	for _, c := range list {
		read := func(q ask.Choice) bool { return q.Store == c.store }
		if !c.base || p.design.Stores[c.store].Kind != p.write.Kind || c.verb == "PUT" ||
			slices.ContainsFunc(p.cost.Reads, read) {
			continue
		}
		if _, err := p.tables.Table(account, c.table).GetEntity(ctx, c.entity.PartitionKey, c.entity.RowKey); err != nil {
			return err
		}
		out.read, out.requests = out.read+1, out.requests+1
	}
	return nil
}

// find asks the questions by which the write finds its entities.
func (p *performer) find(ctx context.Context, t *thing, wanted int, out *performed) error {
	if p.write.ByAge() {
		return nil // which is a question of its own, for a range that is over
	}
	for i := range p.cost.Reads {
		a, ok := p.small.Ask.Found(p.design, &p.cost.Reads[i])
		if !ok {
			continue
		}
		one, err := (&asker{p.bench, p.bench.send, ctx, nil}).ask(a, p.call(a, t))
		if err != nil {
			return err
		}
		out.read, out.requests = out.read+one.read, out.requests+one.requests
		if n := len(one.found); a.Kind() == p.write.Kind && a.Parents == nil && n != wanted {
			out.differences = append(out.differences, Difference{Counter: "found", Predicted: float64(wanted), Got: float64(n)})
		}
	}
	return nil
}

// effect returns what a call changes about things and all that belongs to them, and what takes it back.
func (p *performer) effect(of []*thing) (list, back []change) {
	if p.write.Do.Verb == sheet.Insert {
		return p.changes(nil, p.stored(of)), p.changes(p.stored(of), nil)
	}
	if p.write.Do.Verb == sheet.Delete {
		return p.changes(p.stored(of), nil), p.changes(nil, p.stored(of))
	}
	var all []*thing
	for _, t := range of {
		all = append(all, p.family(t)...)
	}
	was := p.stored(all)
	for _, t := range of {
		defer p.change(t, p.write.Do)()
	}
	is := p.stored(all)
	return p.changes(was, is), p.changes(is, was)
}

// dropping takes the rows out of a list that go with a table which the plan drops. A table that has other rows as well
// would lose them; of those that a delete by age drops, it keeps what it has of younger ones.
func (p *performer) dropping(list []change, of []*thing, out *performed) (rest []change, dropped []string) {
	for _, c := range list {
		if !p.drops(c.store) {
			rest = append(rest, c)
			continue
		}
		if slices.Contains(dropped, c.table) {
			continue
		}
		more := slices.IndexFunc(p.rows[c.table], func(r row) bool { return !slices.Contains(of, r.thing) }) >= 0
		if !more {
			dropped = append(dropped, c.table)
		} else if !p.write.ByAge() {
			out.differences = append(out.differences, Difference{Counter: "rows", Predicted: 0, Got: 1})
		}
	}
	return rest, dropped
}

// drops reports whether the plan drops the table of a store.
func (p *performer) drops(store int) bool {
	return slices.ContainsFunc(p.cost.Steps, func(t write.Transaction) bool {
		return t.Actions[0].Verb == write.VerbDrop && p.design.Stores[t.Actions[0].Store].Table.Same(p.model.Facts,
			&p.design.Stores[store].Table)
	})
}

// undone leaves of the changes that take back a call those that it did.
func (p *performer) undone(back, did []change, dropped []string) []change {
	return slices.DeleteFunc(back, func(c change) bool {
		return !slices.Contains(dropped, c.table) && !slices.ContainsFunc(did, func(o change) bool {
			return o.store == c.store && o.table == c.table && sameKeys(&o.entity, &c.entity)
		})
	})
}

// groups puts changes into transactions: those of one partition together, unless they belong to stores that have it for
// another reason.
func (p *performer) groups(list []change) (out [][]change) {
	type home struct {
		place            int
		table, partition string
	}
	open := map[home]int{}
	order.By(list, func(a, b change) int { return rank(&b) - rank(&a) })
	for _, c := range list {
		h := home{p.design.PlaceOf(p.model.Facts, c.store), c.table, c.entity.PartitionKey}
		i, ok := open[h]
		if !ok || len(out[i]) == table.MaxActions {
			i = len(out)
			out, open[h] = append(out, nil), i
		}
		out[i] = append(out[i], c)
	}
	return out
}

func (p *performer) sendAll(ctx context.Context, list []change) error {
	for _, g := range p.groups(list) {
		if err := p.transact(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// transact sends changes of one partition as a transaction.
func (p *performer) transact(ctx context.Context, list []change) error {
	t := p.tables.Table(account, list[0].table)
	if list[0].verb != "DELETE" {
		if err := t.Create(ctx); err != nil && apierr.Of(err) != apierr.TableAlreadyExists {
			return err
		}
	}
	_, err := t.SubmitTransaction(ctx, lists.Map(list, actionOf))
	return err
}

func actionOf(c change) table.Action {
	a := table.Action{Entity: c.entity, IfMatch: table.Any}
	switch c.verb {
	case "POST":
		a.Verb = table.Insert
	case "PUT":
		a.Verb, a.Mode = table.Upsert, table.Replace
	case "PATCH":
		a.Verb, a.Mode = table.Update, table.Merge
	default:
		a.Verb = table.Delete
	}
	return a
}
