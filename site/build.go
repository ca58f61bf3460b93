package main

import (
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
	Root string // of the project
	Out  string // folder that is replaced
	Base string // absolute URL of the site, "" if unknown
	Dev  bool   // quick: no compression, no search index, no minification, no budgets

	Cache  string                                               // folder for what is slow to make, "" for site/.cache
	engine func(version string) ([]byte, error)                 // makes the engine for the browser
	index  func(publish.Files) (index publish.Files, err error) // makes the search index
	node   func() ([]byte, error)                               // makes the program that Node runs
}

// withDefaults fills in what main does not choose.
func (o Options) withDefaults() Options {
	site := filepath.Join(o.Root, "site")
	if o.Cache == "" {
		o.Cache = filepath.Join(site, ".cache")
	}
	if o.engine == nil {
		o.engine = func(version string) ([]byte, error) { return publish.BuildWasm(o.Root, o.Cache, version) }
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

// Build writes the site: it loads the texts, runs their scripts, renders pages, bundles the front end
// and the engine, and writes the tree.
func Build(o Options) (Built, error) {
	p, err := newProject(o.withDefaults())
	if err != nil {
		return Built{}, err
	}
	defer p.close()
	if err := p.book.Write(); err != nil {
		return Built{}, err
	}
	if err := p.assets(); err != nil {
		return Built{}, err
	}
	if err := p.render(); err != nil {
		return Built{}, err
	}
	built := Built{Pages: len(p.book.Views), Executed: p.book.Site.Executed, Passed: p.book.Site.Passed}
	if err := p.finish(); err != nil {
		return built, err
	}
	built.Sizes = p.sizes()
	return built, p.files.Write(o.Out)
}

// project is a build in progress.
type project struct {
	o         Options
	book      *pages.Book
	templates *pages.Templates
	bundle    *publish.Bundle
	engine    string // path of the wasm
	files     publish.Files
	packer    publish.Compressor
	wasm      func() ([]byte, error)         // waits for the engine, which is built meanwhile
	packed    func() (publish.Packed, error) // waits until it is compressed
	close     func()
}

func newProject(o Options) (*project, error) {
	root := os.DirFS(o.Root)
	site, err := fs.Sub(root, "site")
	if err != nil {
		return nil, err
	}
	p := &project{o: o, files: publish.Files{}}
	x, err := pages.LoadTexts(site, course.Lang)
	if err != nil {
		return nil, err
	}
	if p.templates, err = pages.LoadTemplates(site, x); err != nil {
		return nil, err
	}
	tree, err := course.Load(root)
	if err != nil {
		return nil, err
	}
	if err := tree.Check(); err != nil {
		return nil, err
	}
	version, err := course.VersionOf(root)
	if err != nil {
		return nil, err
	}
	p.book = pages.NewBook(x, tree, course.NewRunner(course.OpenSandbox(version)), version)
	if err := os.MkdirAll(o.Cache, 0o755); err != nil {
		return nil, err
	}
	return p, p.begin()
}

// begin starts what takes longest: the engine is built and compressed while scripts run.
func (p *project) begin() error {
	script, err := p.o.node()
	if err != nil {
		return err
	}
	programs, err := publish.OpenNodes(script)
	if err != nil {
		return err
	}
	p.book.Draw, p.templates.Draw = programs.Draw, programs.Draw
	p.packer = publish.Compressor{Cache: filepath.Join(p.o.Cache, "compressed"), Brotli: programs.Pack}
	p.wasm = parallel.Later(func() ([]byte, error) { return p.o.engine(p.book.Site.Version) })
	p.packed = parallel.Later(func() (publish.Packed, error) {
		wasm, err := p.wasm()
		if err != nil || p.o.Dev {
			return publish.Packed{}, err
		}
		return p.packer.One("engine.wasm", wasm)
	})
	p.close = func() {
		_, _ = p.packed() // already reported by whoever needed the engine
		_ = programs.Close()
	}
	return nil
}

// assets builds the front end and the engine.
func (p *project) assets() error {
	loader, err := publish.Goroot()
	if err != nil {
		return err
	}
	site, err := filepath.Abs(filepath.Join(p.o.Root, "site"))
	if err != nil {
		return err
	}
	if p.bundle, err = publish.NewBundle(site, loader, p.o.Dev); err != nil {
		return err
	}
	for name, data := range p.bundle.Files {
		p.files[name] = data
	}
	wasm, err := p.wasm()
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
	out := make([][]byte, len(p.book.Views))
	err := parallel.Each(len(out), func(i int) error {
		v := p.book.Views[i]
		if v.Path == pages.NotFound {
			v.Root = pages.BasePath(p.o.Base) // it is shown at any depth
		}
		v.CSP, v.Engine, v.Worker, v.Sheets = publish.Policy, p.engine, p.bundle.Worker, p.bundle.SheetList()
		v.Style, v.Script = v.URL(p.bundle.Style), v.URL(p.bundle.Page)
		if p.o.Base != "" && v.Path != pages.NotFound {
			v.Canonical = p.o.Base + v.Path
		}
		page, err := p.templates.Execute(v)
		out[i] = p.bundle.LinkSheets(page, v.Root)
		return err
	})
	if err != nil {
		return err
	}
	for i, v := range p.book.Views {
		p.files[pages.File(v.Path)] = out[i]
	}
	return p.book.Texts.Err()
}

// finish minifies, fills in the policy, checks, indexes and compresses.
func (p *project) finish() error {
	if err := p.extras(); err != nil {
		return err
	}
	if !p.o.Dev {
		if err := p.files.Minify(); err != nil {
			return err
		}
	}
	if err := p.files.AddScriptHashes(); err != nil {
		return err
	}
	if err := p.files.CheckLinks(); err != nil {
		return err
	}
	if p.o.Dev {
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
	if err := p.packer.All(p.files); err != nil {
		return err
	}
	packed, err := p.packed()
	p.files[p.engine], p.files[p.engine+".br"], p.files[p.engine+".gz"] = wasm, packed.Brotli, packed.Gzip
	return err
}

// extras adds the files that are not pages.
func (p *project) extras() error {
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

func (p *project) sizes() []publish.Row {
	if p.o.Dev {
		return nil
	}
	return publish.Sizes(p.files, p.bundle, p.engine)
}
