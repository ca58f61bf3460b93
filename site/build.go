package main

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"rowkey/site/course"
	"rowkey/site/pages"
	"rowkey/site/parallel"
	"rowkey/site/publish"
)

// Options of a build.
type Options struct {
	Root string   // of the project
	Out  string   // folder that is replaced
	Base string   // absolute URL of the site, "" if unknown
	Dev  bool     // quick: no compression, no search index, no minification, no budgets
	Only []string // pages to build, see pages.Book; not nil leaves all else in Out as it is

	Cache  string                                                    // folder for what is slow to make, "" for site/.cache
	engine func(ctx context.Context, version string) ([]byte, error) // makes the engine for the browser
	index  func(publish.Files) (index publish.Files, err error)      // makes the search index
	node   func() ([]byte, error)                                    // makes the program that Node runs
	keeps  bool                                                      // further builds follow: keep results for them
}

// updates is true for a build that changes what differs in Out, without compression and search.
func (o Options) updates() bool { return o.keeps || o.Only != nil }

// withDefaults fills in what main does not choose.
func (o Options) withDefaults() Options {
	site := filepath.Join(o.Root, "site")
	if o.Cache == "" {
		o.Cache = filepath.Join(site, ".cache")
	}
	if o.engine == nil {
		compile := publish.BuildWasm
		if o.updates() {
			compile = publish.KeptWasm
		}
		o.engine = func(ctx context.Context, version string) ([]byte, error) {
			return compile(ctx, o.Root, o.Cache, version)
		}
	}
	if o.node == nil {
		o.node = func() ([]byte, error) {
			dir, err := filepath.Abs(site)
			if err != nil {
				return nil, err
			}
			return publish.NodeScript(dir)
		}
	}
	if o.index == nil {
		o.index = publish.Indexer{Site: site, Cache: filepath.Join(o.Cache, publish.SearchDir)}.Index
	}
	return o
}

// Built is what a build reports.
type Built struct {
	Pages, Executed, Passed int
	Sizes                   []publish.Row
}

// Build writes the site: it loads and checks the texts, runs their scripts, renders pages, bundles the front end
// and the engine, and writes the tree. The first mistake stops all of that at once.
func Build(ctx context.Context, o Options) (Built, error) {
	if _, err := os.Stat(filepath.Join(o.Out, "index.html")); o.Only != nil && err != nil {
		o.Only = append(o.Only, "") // a site has a home page, by which it is known
	}
	w := newWorkshop(ctx, o)
	defer w.close()
	return w.build(func(*pages.Book) ([]string, error) { return o.Only, nil })
}

// project is a build in progress.
type project struct {
	*workshop
	book      *pages.Book
	templates *pages.Templates
	front     *publish.Bundle
	engine    string // path of the wasm
	files     publish.Files
}

// build writes the pages that only names, see pages.Book.
func (w *workshop) build(only func(*pages.Book) ([]string, error)) (Built, error) {
	p, err := w.load()
	if err != nil {
		return Built{}, err
	}
	if p.book.Only, err = only(p.book); err != nil {
		return Built{}, err
	}
	w.runner.Remember = w.o.keeps && p.book.Only != nil // all runs together would take gigabytes
	if err := w.open(p.book.Site.Version); err != nil {
		return Built{}, err
	}
	p.book.Draw, p.templates.Draw = w.tools.programs.Draw, w.tools.programs.Draw
	for _, work := range []func() error{p.book.Write, p.assets, p.render, p.extras, p.finish} {
		if err := work(); err != nil {
			return Built{}, err
		}
	}
	if w.o.updates() {
		return p.built(), p.files.Update(w.o.Out)
	}
	return p.built(), p.files.Write(w.o.Out)
}

// load reads all texts and checks them before anything is made of them.
func (w *workshop) load() (*project, error) {
	root := os.DirFS(w.o.Root)
	tree, err := course.Load(root)
	if err != nil {
		return nil, err
	}
	if err := tree.Check(); err != nil {
		return nil, err
	}
	site, err := fs.Sub(root, "site")
	if err != nil {
		return nil, err
	}
	x, err := pages.LoadTexts(site, course.Lang)
	if err != nil {
		return nil, err
	}
	templates, err := pages.LoadTemplates(site, x)
	if err != nil {
		return nil, err
	}
	version, err := course.VersionOf(root)
	if err != nil {
		return nil, err
	}
	if w.runner == nil {
		w.runner = course.NewRunner(course.OpenSandbox(version))
	}
	return &project{w, pages.NewBook(x, tree, w.runner, version), templates, nil, "", publish.Files{}}, nil
}

func (p *project) built() Built {
	b := Built{Pages: len(p.book.Built()), Executed: p.book.Site.Executed, Passed: p.book.Site.Passed}
	if !p.o.Dev && !p.o.updates() {
		b.Sizes = publish.Sizes(p.files, p.front, p.engine)
	}
	return b
}

// assets adds the front end, the engine and the stores.
func (p *project) assets() error {
	var err error
	if p.front, err = p.tools.bundle(); err != nil {
		return err
	}
	maps.Copy(p.files, p.front.Files)
	wasm, err := p.tools.wasm()
	if err != nil {
		return err
	}
	p.engine = pages.AssetPath("engine", course.Hash(wasm), ".wasm")
	p.files[p.engine] = wasm
	maps.Copy(p.files, p.book.Stores())
	return nil
}

// render executes the templates.
func (p *project) render() error {
	views := p.book.Built()
	out := make([][]byte, len(views))
	err := parallel.Each(len(out), func(i int) error {
		v := views[i]
		if v.Path == pages.NotFound {
			v.Root = pages.BasePath(p.o.Base) // it is shown at any depth
		}
		v.CSP, v.Engine, v.Worker, v.Sheets = publish.Policy, p.engine, p.front.Worker, p.front.SheetList()
		v.Style, v.Script = v.URL(p.front.Style), v.URL(p.front.Page)
		if p.o.Base != "" && v.Path != pages.NotFound {
			v.Canonical = p.o.Base + v.Path
		}
		page, err := p.templates.Execute(v)
		out[i] = p.front.LinkSheets(page, v.Root)
		return err
	})
	if err != nil {
		return err
	}
	for i, v := range views {
		p.files[pages.File(v.Path)] = out[i]
	}
	return p.book.Texts.Err()
}

// extras adds the files that are not pages.
func (p *project) extras() error {
	if p.book.Only != nil {
		return nil
	}
	p.files["robots.txt"] = pages.Robots(p.o.Base)
	feed, err := p.book.Feed(p.o.Base)
	if err != nil {
		return err
	}
	if feed != nil {
		p.files[pages.FeedName] = feed
	}
	if p.o.Base == "" {
		return nil // addresses in a site map are absolute
	}
	p.files["sitemap.xml"], err = p.book.SiteMap(p.o.Base)
	return err
}

// finish minifies, fills in the policy, checks, indexes and compresses.
func (p *project) finish() error {
	if !p.o.Dev {
		if err := p.files.Minify(); err != nil {
			return err
		}
	}
	if err := p.files.AddScriptHashes(); err != nil {
		return err
	}
	if err := p.files.CheckLinks(p.book.Elsewhere); err != nil {
		return err
	}
	if p.o.Dev || p.o.updates() {
		return nil
	}
	index, err := p.o.index(p.files)
	if err != nil {
		return err
	}
	if err := index.Minify(); err != nil {
		return err
	}
	maps.Copy(p.files, index)
	return p.compress()
}

// compress adds .br and .gz files; the engine has been on its way since the build began.
func (p *project) compress() error {
	wasm := p.files[p.engine]
	delete(p.files, p.engine)
	if err := p.compressor().All(p.files); err != nil {
		return err
	}
	packed, err := p.tools.packed()
	p.files[p.engine], p.files[p.engine+".br"], p.files[p.engine+".gz"] = wasm, packed.Brotli, packed.Gzip
	return err
}
