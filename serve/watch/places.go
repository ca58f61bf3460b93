package watch

import (
	"context"
	"errors"
	"strings"

	"rowkey/engine"
	"rowkey/engine/auth"
	"rowkey/engine/control"
	"rowkey/engine/rest"
	"rowkey/serve/data"
	"rowkey/serve/seed"
	"rowkey/serve/server"
)

// places are where the command finds its services.
type places struct {
	Table, Queue, Blob string // addresses
	Engine             *control.Handler
}

// seed lays out the rows of files, and forgets the requests that did it.
func (w *watcher) seed(ctx context.Context, o *options) error {
	if err := seed.LayOut(ctx, *o.seed, w.places.target()); err != nil {
		return err
	}
	var err error
	if w.start, err = w.places.Engine.Snapshot(ctx); err != nil {
		return err
	}
	return w.places.Engine.Restore(ctx, w.start)
}

// target is the account that the command is told of.
func (p *places) target() seed.Target {
	return seed.Development(map[string]string{"table": p.Table, "queue": p.Queue, "blob": p.Blob})
}

// open opens an empty sandbox and endpoints on free ports.
func (w *watcher) open() error {
	eng, closeEngine, err := data.Open("", engine.Options{Control: true, Accounts: auth.Development(), Watch: w.seen})
	if err != nil {
		return err
	}
	w.stop = append(w.stop, closeEngine)
	addresses, stop, err := server.Private(examined{eng, w})
	if err != nil {
		return errors.Join(err, w.close())
	}
	w.stop = append(w.stop, stop)
	w.places = &places{addresses["table"], addresses["queue"], addresses["blob"], eng}
	return nil
}

// examined examines what a program did to a table before it deletes that.
type examined struct {
	*control.Handler
	w *watcher
}

// Serve answers a request.
func (e examined) Serve(ctx context.Context, r *rest.Request) *rest.Response {
	if r.Method == "DELETE" && r.Service == rest.TableService && strings.HasPrefix(r.Path, "/Tables(") {
		if err := e.w.examine(ctx); err != nil {
			e.w.failed(err)
		}
	}
	return e.Handler.Serve(ctx, r)
}
