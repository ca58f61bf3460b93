package table

import (
	"context"
	"errors"
	"fmt"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
)

// MaxActions is how many operations an entity group transaction holds at most.
// Source: Performing entity group transactions.
const MaxActions = 100

// Verb is what an action does.
type Verb uint8

// The verbs.
const (
	Insert Verb = iota + 1
	Update
	Upsert
	Delete
)

// Action is one operation of a transaction.
type Action struct {
	Verb    Verb
	Mode    Mode       // of Update and Upsert
	Entity  edm.Entity // for Delete, its keys
	IfMatch ETag       // of Update and Delete
}

// Outcome is what an action gave.
type Outcome struct {
	ETag   ETag       // "" for a delete
	Entity edm.Entity // as stored, for an insert
}

// SubmitTransaction carries out all actions, in their order, or none of them. All of them concern
// one partition, and each entity occurs once. The size of the request is checked in package rest.
// Errors: those of the single operations and InvalidDuplicateRow, CommandsInBatchActOnDifferent-
// Partitions, InvalidInput for none or more than [MaxActions] actions; Op of an *apierr.Error is
// the index of the action that failed.
// Source: Performing entity group transactions, "Requirements for entity group transactions".
func (t Table) SubmitTransaction(ctx context.Context, actions []Action) ([]Outcome, error) {
	conditions, err := check(actions)
	if err != nil {
		return nil, err
	}
	out := make([]Outcome, len(actions))
	err = t.write(ctx, actions[0].Entity.PartitionKey, len(actions), func(w *work) error {
		if err := w.t.open(w.tx); err != nil {
			return at(err, 0)
		}
		for i := range actions {
			var err error
			if out[i], err = w.do(&actions[i], conditions[i]); err != nil {
				return at(err, i)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// check finds what can be found before anything is executed, and reads the conditions.
func check(actions []Action) ([]condition, error) {
	if len(actions) == 0 {
		return nil, apierr.New(apierr.InvalidInput)
	}
	if len(actions) > MaxActions {
		err := apierr.Newf(apierr.InvalidInput,
			"The batch request operation exceeds the maximum %d changes per change set.", MaxActions)
		return nil, err.At(MaxActions - 1)
	}
	conditions := make([]condition, len(actions))
	seen := make(map[string]bool, len(actions))
	for i := range actions {
		a := &actions[i]
		c, err := a.check()
		if err != nil {
			return nil, at(err, i)
		}
		if a.Entity.PartitionKey != actions[0].Entity.PartitionKey {
			return nil, apierr.New(apierr.BatchPartitionsDiffer).At(i)
		}
		if seen[a.Entity.RowKey] {
			return nil, apierr.New(apierr.InvalidDuplicateRow).At(i)
		}
		seen[a.Entity.RowKey] = true
		conditions[i] = c
	}
	return conditions, nil
}

// check applies the rules that concern one action alone.
func (a *Action) check() (condition, error) {
	if a.Verb != Delete {
		if err := a.Entity.Validate(); err != nil {
			return condition{}, err
		}
	}
	if a.Verb == Update || a.Verb == Delete {
		return a.IfMatch.parse()
	}
	return condition{}, nil
}

func (w *work) do(a *Action, c condition) (Outcome, error) {
	var e edm.Entity
	var err error
	switch a.Verb {
	case Insert:
		if e, err = w.insert(a.Entity); err == nil {
			return Outcome{ETag: ETagOf(e.Timestamp), Entity: e}, nil
		}
	case Update:
		e, err = w.update(a.Entity, a.Mode, c)
	case Upsert:
		e, err = w.upsert(a.Entity, a.Mode)
	case Delete:
		return Outcome{}, w.remove(a.Entity.PartitionKey, a.Entity.RowKey, c)
	default:
		err = fmt.Errorf("unknown verb %d", a.Verb)
	}
	if err != nil {
		return Outcome{}, err
	}
	return Outcome{ETag: ETagOf(e.Timestamp)}, nil
}

// at names the action that an error belongs to.
func at(err error, op int) error {
	if e, ok := errors.AsType[*apierr.Error](err); ok {
		return e.At(op)
	}
	return fmt.Errorf("operation %d: %w", op, err)
}
