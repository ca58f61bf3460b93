package engine

import (
	"context"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/recipe"
	"rowkey/engine/table"
)

// Filled is what one call of [Engine.Fill] has written.
type Filled struct {
	Written      int `json:"written"`  // entities
	Repeated     int `json:"repeated"` // entities that were left out: their keys are in the table already
	Transactions int `json:"transactions"`
}

// Fill inserts entities of a recipe into a table of [Account], in transactions of one partition each, and creates the
// table unless it is there. It begins at entity number from and makes at most top. The ledger has one record of
// it, and no cluster is asked for admission, as if the entities had been written before.
// Errors: those of [recipe.Recipe.Make], before anything is written, and those of the store.
func (e *Engine) Fill(ctx context.Context, name string, r *recipe.Recipe, from, top int) (out Filled, err error) {
	groups, err := groupsOf(r, from, min(r.Count(), from+top))
	if err != nil {
		return out, err
	}
	defer e.gate.seize()()
	rec := &explain.Record{Op: "Fill", Table: name}
	f := filling{e.table(name), explain.NewContext(ctx, rec), &out}
	e.unlimited(func() { err = f.all(groups) })
	rec.Transactions, rec.Roundtrips = out.Transactions, out.Transactions
	if err != nil {
		rec.Code = apierr.Of(err)
	}
	e.writes.Add(1)
	e.past.note(rec)
	rec.Changes = rec.Changes[:min(1, len(rec.Changes))] // by the thousand they would push other records out
	e.ledger.Add(rec)
	if c := e.cluster.Load(); c != nil && err == nil {
		err = e.cluster.learn(context.WithoutCancel(ctx), c)
	}
	return out, err
}

// groupsOf makes entities and puts those of a partition into groups that fit into a transaction.
func groupsOf(r *recipe.Recipe, from, to int) (groups [][]table.Action, err error) {
	open := map[string]int{} // group of a partition that has room
	for i := from; i < to; i++ {
		made, err := r.Make(i)
		if err != nil {
			return nil, err
		}
		at, ok := open[made.PartitionKey]
		if !ok || len(groups[at]) == table.MaxActions {
			at = len(groups)
			open[made.PartitionKey] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], table.Action{Verb: table.Insert, Entity: made})
	}
	return groups, nil
}

// filling is a table that is being filled.
type filling struct {
	table.Table
	ctx context.Context
	out *Filled
}

func (f *filling) all(groups [][]table.Action) error {
	if err := f.Create(f.ctx); err == nil {
		f.out.Transactions++
	} else if apierr.Of(err) != apierr.TableAlreadyExists {
		return err
	}
	for _, group := range groups {
		if err := f.group(group); err != nil {
			return err
		}
	}
	return nil
}

// group inserts all of a transaction. If a key of it is taken, each entity is tried alone.
func (f *filling) group(group []table.Action) error {
	f.out.Transactions++
	_, err := f.SubmitTransaction(f.ctx, group)
	if code := apierr.Of(err); err == nil || code != apierr.EntityAlreadyExists && code != apierr.InvalidDuplicateRow {
		if err == nil {
			f.out.Written += len(group)
		}
		return err
	}
	for _, a := range group {
		if err := f.one(a.Entity); err != nil {
			return err
		}
	}
	return nil
}

func (f *filling) one(e edm.Entity) error {
	f.out.Transactions++
	_, err := f.AddEntity(f.ctx, e)
	switch {
	case err == nil:
		f.out.Written++
	case apierr.Of(err) == apierr.EntityAlreadyExists:
		f.out.Repeated++
		return nil
	}
	return err
}
