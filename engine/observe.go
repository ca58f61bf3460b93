//go:build !js || workbench

package engine

import (
	"context"
	"errors"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/edm"
	"rowkey/engine/store"
)

// Reader reads the data of [Account] inside [Lab.Observe]. A table, queue or container that does not exist is empty.
type Reader struct {
	e   *Engine
	ctx context.Context
}

// Observe calls fn with a reader of the data as it is, except for some entries, at a time, and returns what it has
// read. Errors: that of fn, those of the store.
func (l Lab) Observe(
	ctx context.Context, entries []store.Entry, at time.Time, fn func(Reader) error,
) (touched store.Footprint, err error) {
	err = l.Under(ctx, entries, at, func() error {
		touched, err = l.e.db.Watch(func() error { return fn(Reader{l.e, ctx}) })
		return err
	})
	return touched, err
}

// mostRows is how many entities are read at a time.
const mostRows = 1000

// Partition visits the entities of a partition from a RowKey on, in key order. Errors: that of visit, those of the
// store.
func (r Reader) Partition(table, partition, from string, visit func(edm.Row) bool) error {
	t := r.e.table(table)
	for {
		rows, more, err := t.Rows(r.ctx, partition, from, mostRows)
		if err != nil {
			return present(err)
		}
		for _, row := range rows {
			if !visit(row) {
				return nil
			}
		}
		if !more {
			return nil
		}
		_, last := rows[len(rows)-1].Key()
		from = last + "\x00"
	}
}

// Table visits all entities of a table in key order. Errors: those of the store.
func (r Reader) Table(table string, visit func(edm.Row)) error {
	rows, _, err := r.e.table(table).AllRows(r.ctx, 0, 1<<30)
	for _, row := range rows {
		visit(row)
	}
	return present(err)
}

// Messages returns how many messages a queue has, the hidden ones included. Errors: those of the store.
func (r Reader) Messages(queue string) (int, error) {
	info, err := r.e.queues.Queue(Account, queue).Info(r.ctx)
	return info.Messages, present(err)
}

// Texts visits the messages of a queue that are visible, at most 32. Errors: those of the store.
func (r Reader) Texts(queue string, visit func(text string)) error {
	list, err := r.e.queues.Queue(Account, queue).PeekMessages(r.ctx, 32)
	for i := range list {
		visit(list[i].Text)
	}
	return present(err)
}

// Blobs visits the blobs of a container whose names begin with a text. Errors: those of the store.
func (r Reader) Blobs(container, prefix string, visit func(name string)) error {
	list, _, err := r.e.blobs.Container(Account, container).List(r.ctx, blob.ListQuery{Prefix: prefix, Top: 5000})
	for _, b := range list {
		visit(b.Blob.Name)
	}
	return present(err)
}

// present forgets that a table, queue or container is not there.
func present(err error) error {
	if said, ok := errors.AsType[*apierr.Error](err); ok && said.Code.Status() == 404 {
		return nil
	}
	return err
}
