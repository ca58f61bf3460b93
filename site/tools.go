package main

import (
	"context"
	"os"
	"path/filepath"

	"rowkey/site/course"
	"rowkey/site/pages"
	"rowkey/site/parallel"
	"rowkey/site/publish"
)

// workshop has the tools of a build, which the next one of the same process can use again.
type workshop struct {
	o      Options
	ctx    context.Context // ends the programs below
	cancel func()
	runner *course.Runner // nil before the first build
	tools  *tools         // nil before the first build whose texts are right
}

func newWorkshop(ctx context.Context, o Options) *workshop {
	w := &workshop{o: o.withDefaults()}
	w.ctx, w.cancel = context.WithCancel(ctx)
	return w
}

// close stops whatever still runs.
func (w *workshop) close() {
	w.cancel()
	w.renew()
}

// renew drops what depends on the front end; the next build makes it again.
func (w *workshop) renew() {
	if w.tools != nil {
		_, _ = w.tools.packed() // already reported by whoever needed the engine
		_ = w.tools.programs.Close()
		w.tools = nil
	}
}

// tools are made of the front end and the engine. The functions wait for what is made meanwhile.
type tools struct {
	programs *publish.Nodes
	bundle   func() (*publish.Bundle, error)
	wasm     func() ([]byte, error)
	packed   func() (publish.Packed, error) // the engine, compressed
}

// compressor makes compressed files with the programs.
func (w *workshop) compressor() publish.Compressor {
	return publish.Compressor{Cache: filepath.Join(w.o.Cache, "compressed"), Brotli: w.tools.programs.Pack}
}

// open starts what takes longest: the engine is built and compressed while scripts run.
func (w *workshop) open(l pages.Library) error {
	if w.tools != nil {
		return nil
	}
	if err := os.MkdirAll(w.o.Cache, 0o755); err != nil {
		return err
	}
	script, err := w.o.node()
	if err != nil {
		return err
	}
	programs, err := publish.OpenNodes(w.ctx, script, filepath.Join(w.o.Root, "site/i18n"))
	if err != nil {
		return err
	}
	wasm := parallel.Later(func() ([]byte, error) { return w.o.engine(w.ctx, l[0].Site.Version) })
	bundle := parallel.Later(func() (*publish.Bundle, error) { return w.bundle(l[0].Tree.Languages) })
	w.tools = &tools{programs: programs, bundle: bundle, wasm: wasm}
	packer := w.compressor()
	w.tools.packed = parallel.Later(func() (publish.Packed, error) {
		module, err := wasm()
		if err != nil || w.o.Dev || w.o.updates() {
			return publish.Packed{}, err
		}
		return packer.One("engine.wasm", module)
	})
	return nil
}

func (w *workshop) bundle(langs []string) (*publish.Bundle, error) {
	loader, err := publish.Goroot()
	if err != nil {
		return nil, err
	}
	site, err := filepath.Abs(filepath.Join(w.o.Root, "site"))
	if err != nil {
		return nil, err
	}
	return publish.NewBundle(site, loader, langs, w.o.Dev)
}
