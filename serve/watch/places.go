package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"rowkey/engine"
	"rowkey/engine/auth"
	"rowkey/engine/control"
	"rowkey/engine/rest"
	copier "rowkey/serve/copy"
	"rowkey/serve/data"
	runner "rowkey/serve/run"
	"rowkey/serve/server"
)

// places are where the command finds its services.
type places struct {
	Table, Queue, Blob string // addresses
	Engine             *control.Handler
}

// seed lays out the rows of files, and forgets the requests that did it.
func (w *watcher) seed(ctx context.Context, o *options) error {
	for _, file := range o.seed {
		var said strings.Builder
		if err := w.layOut(ctx, file, &said); err != nil {
			return fmt.Errorf("-seed %s: %w\n%s", file, err, said.String())
		}
	}
	var err error
	if w.start, err = w.places.Engine.Snapshot(ctx); err != nil {
		return err
	}
	return w.places.Engine.Restore(ctx, w.start)
}

func (w *watcher) layOut(ctx context.Context, file string, said io.Writer) error {
	if filepath.Ext(file) == ".http" {
		return runner.Scripts(ctx, []string{file, "-table", w.places.Table, "-queue", w.places.Queue, "-blob", w.places.Blob},
			said)
	}
	return copier.Run(ctx, []string{"-from", file, "-to", w.places.connection()}, said, said)
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
