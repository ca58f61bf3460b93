package main

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"rowkey/site/course"
	"rowkey/site/pages"
	"rowkey/site/parallel"
	"rowkey/site/picture"
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
		for _, m := range w.tools.modules {
			_, _ = m.packed() // already reported by whoever needed the engine
		}
		_ = w.tools.programs.Close()
		w.tools = nil
	}
}

// tools are made of the front end and the engine. The functions wait for what is made meanwhile.
type tools struct {
	programs *publish.Nodes
	bundle   func() (*publish.Bundle, error)
	painter  func() (*picture.Painter, error)
	modules  []module
}

// module is a form of the engine in the making.
type module struct {
	publish.Module
	wasm   func() ([]byte, error)
	packed func() (publish.Packed, error) // compressed
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
	bundle := parallel.Later(func() (*publish.Bundle, error) { return w.bundle(l[0].Tree.Languages) })
	w.tools = &tools{programs: programs, bundle: bundle, painter: sync.OnceValues(w.painter)}
	for _, m := range publish.Modules {
		w.tools.modules = append(w.tools.modules, w.module(m, l[0].Site.Version))
	}
	return nil
}

// module begins to make a form of the engine. When further builds follow it is made when a page needs it, and not
// compressed.
func (w *workshop) module(m publish.Module, version string) module {
	compile := func() ([]byte, error) { return w.o.engine(w.ctx, m, version) }
	if w.o.updates() {
		return module{m, sync.OnceValues(compile), func() (publish.Packed, error) { return publish.Packed{}, nil }}
	}
	wasm, packer := parallel.Later(compile), w.compressor()
	packed := parallel.Later(func() (publish.Packed, error) {
		made, err := wasm()
		if err != nil || w.o.Fast {
			return publish.Packed{}, err
		}
		return packer.One(m.Name+".wasm", made)
	})
	return module{m, wasm, packed}
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
	return publish.NewBundle(site, loader, langs)
}
