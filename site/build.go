package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// Options of a build.
type Options struct {
	Root string // of the project
	Out  string // folder that is replaced
	Base string // absolute URL of the site, "" if unknown
	Dev  bool   // quick: no compression, no search index, no minification, no budgets

	Cache  string                                     // folder for what is slow to make, "" for site/.cache
	engine func(version string) ([]byte, error)       // makes the engine for the browser
	index  func(pages Files) (index Files, err error) // makes the search index
	node   func() ([]byte, error)                     // makes the program that Node runs
}

// withDefaults fills in what main does not choose.
func (o Options) withDefaults() Options {
	site := filepath.Join(o.Root, "site")
	if o.Cache == "" {
		o.Cache = filepath.Join(site, ".cache")
	}
	if o.engine == nil {
		o.engine = func(version string) ([]byte, error) { return buildWasm(o.Root, o.Cache, version) }
	}
	if o.node == nil {
		o.node = func() ([]byte, error) {
			dir, err := filepath.Abs(site)
			if err != nil {
				return nil, err
			}
			return nodeScript(dir)
		}
	}
	if o.index == nil {
		o.index = Indexer{Site: site, Cache: filepath.Join(o.Cache, searchDir)}.Index
	}
	return o
}

// Built is what a build reports.
type Built struct {
	Pages, Executed, Passed int
	Sizes                   []row
}

// Build writes the site: it loads the texts, runs their scripts, renders pages, bundles the front end
// and the engine, and writes the tree.
func Build(o Options) (Built, error) {
	p, err := newProject(o.withDefaults())
	if err != nil {
		return Built{}, err
	}
	defer p.close()
	if err := p.book.write(); err != nil {
		return Built{}, err
	}
	if err := p.assets(); err != nil {
		return Built{}, err
	}
	if err := p.render(); err != nil {
		return Built{}, err
	}
	built := Built{Pages: len(p.book.views), Executed: p.book.site.Executed, Passed: p.book.site.Passed}
	if err := p.finish(); err != nil {
		return built, err
	}
	built.Sizes = p.sizes()
	return built, p.files.write(o.Out)
}

// project is a build in progress.
type project struct {
	o         Options
	book      *Book
	templates *Templates
	bundle    *Bundle
	engine    string // path of the wasm
	files     Files
	packer    Compressor
	wasm      func() ([]byte, error) // waits for the engine, which is built meanwhile
	packed    func() (packed, error) // waits until it is compressed
	close     func()
}

func newProject(o Options) (*project, error) {
	root := os.DirFS(o.Root)
	site, err := fs.Sub(root, "site")
	if err != nil {
		return nil, err
	}
	p := &project{o: o, files: Files{}}
	x, err := loadTexts(site, lang)
	if err != nil {
		return nil, err
	}
	if p.templates, err = loadTemplates(site, x); err != nil {
		return nil, err
	}
	tree, err := load(root)
	if err != nil {
		return nil, err
	}
	version, err := versionOf(root)
	if err != nil {
		return nil, err
	}
	p.book = &Book{x: x, tree: tree, runner: newRunner(openSandbox(version)),
		site: &Site{Version: version, Sections: map[string][]*Entry{}}}
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
	programs, err := openNodes(script)
	if err != nil {
		return err
	}
	p.book.draw, p.templates.draw = programs.draw, programs.draw
	p.packer = Compressor{filepath.Join(p.o.Cache, "compressed"), programs.pack}
	p.wasm = later(func() ([]byte, error) { return p.o.engine(p.book.site.Version) })
	p.packed = later(func() (packed, error) {
		wasm, err := p.wasm()
		if err != nil || p.o.Dev {
			return packed{}, err
		}
		return p.packer.one("engine.wasm", wasm)
	})
	p.close = func() {
		_, _ = p.packed() // its error was told where the engine was wanted
		_ = programs.close()
	}
	return nil
}

// write renders every text and runs every script.
func (b *Book) write() error {
	if err := b.pages(); err != nil {
		return err
	}
	if err := b.lessons(); err != nil {
		return err
	}
	b.fixed("learn/", "learn", "learn")
	b.fixed("play/", "play", "play")
	b.fixed(notFound, "404", "page")
	sort.SliceStable(b.views, func(i, j int) bool { return b.views[i].Path < b.views[j].Path })
	b.index()
	b.site.Executed, b.site.Passed = int(b.runner.Executed.Load()), int(b.runner.Passed.Load())
	return b.x.Err()
}

// fixed adds a page that every site has, unless content/ holds it; its texts are interface texts.
func (b *Book) fixed(where, name, class string) {
	for _, v := range b.views {
		if v.Path == where {
			return
		}
	}
	v := b.newView(where, name, class)
	v.Title = b.x.T(name + ".title")
	v.Description = v.Title
	if b.x.Has(name + ".lead") {
		v.Description = strings.ReplaceAll(b.x.T(name+".lead"), "`", "")
	}
	b.views = append(b.views, v)
}

// index tells every page which pages stand below it.
func (b *Book) index() {
	for _, v := range b.views {
		if v.Template == "lesson" || v.Template == "overview" || v.Path == notFound {
			continue
		}
		entry := &Entry{v.Path, v.Title, v.Description, v.Meta}
		if strings.Count(v.Path, "/") > 1 {
			b.site.Sections[v.Place] = append(b.site.Sections[v.Place], entry)
		}
	}
	for _, list := range b.site.Sections {
		sort.SliceStable(list, func(i, j int) bool { return order(list[i]) < order(list[j]) })
	}
	for _, v := range b.views {
		if strings.Count(v.Path, "/") == 1 {
			v.Pages = b.site.Sections[v.Place]
		}
	}
}

// order sorts pages by their front matter, then by title.
func order(e *Entry) string {
	n, ok := e.Meta["order"].(int)
	if !ok {
		n = 9999
	}
	return fmt.Sprintf("%04d %s", n, e.Title)
}

// assets builds the front end and the engine.
func (p *project) assets() error {
	loader, err := goroot()
	if err != nil {
		return err
	}
	site, err := filepath.Abs(filepath.Join(p.o.Root, "site"))
	if err != nil {
		return err
	}
	if p.bundle, err = bundle(site, loader, p.o.Dev); err != nil {
		return err
	}
	for name, data := range p.bundle.Files {
		p.files[name] = data
	}
	wasm, err := p.wasm()
	if err != nil {
		return err
	}
	p.engine = hashed("engine", ".wasm", wasm)
	p.files[p.engine] = wasm
	maps.Copy(p.files, p.book.runner.stores.files())
	return nil
}

// render executes the templates.
func (p *project) render() error {
	out := make([][]byte, len(p.book.views))
	err := parallel(len(out), func(i int) error {
		v := p.book.views[i]
		if v.Path == notFound {
			v.Root = basePath(p.o.Base) // it is shown at any depth
		}
		v.CSP, v.Engine, v.Worker, v.Sheets = policy, p.engine, p.bundle.Worker, p.bundle.sheetList()
		v.Style, v.Script = v.URL(p.bundle.Style), v.URL(p.bundle.Page)
		if p.o.Base != "" && v.Path != notFound {
			v.Canonical = p.o.Base + v.Path
		}
		page, err := p.templates.Execute(v)
		out[i] = p.bundle.dress(page, v.Root)
		return err
	})
	if err != nil {
		return err
	}
	for i, v := range p.book.views {
		p.files[fileOf(v.Path)] = out[i]
	}
	return p.book.x.Err()
}

// finish minifies, seals, checks, indexes and compresses.
func (p *project) finish() error {
	if err := p.extras(); err != nil {
		return err
	}
	if !p.o.Dev {
		if err := p.files.minifyAll(); err != nil {
			return err
		}
	}
	if err := p.files.sealAll(); err != nil {
		return err
	}
	if err := checkLinks(p.files); err != nil {
		return err
	}
	if p.o.Dev {
		return nil
	}
	index, err := p.o.index(p.files)
	if err != nil {
		return err
	}
	if err := index.minifyAll(); err != nil {
		return err
	}
	maps.Copy(p.files, index)
	return p.compress()
}

// compress adds .br and .gz files; the engine has been on its way since the build began.
func (p *project) compress() error {
	wasm := p.files[p.engine]
	delete(p.files, p.engine)
	if err := p.packer.all(p.files); err != nil {
		return err
	}
	packed, err := p.packed()
	p.files[p.engine], p.files[p.engine+".br"], p.files[p.engine+".gz"] = wasm, packed.br, packed.gz
	return err
}

func (p *project) extras() error {
	p.files["robots.txt"] = robots(p.o.Base)
	var err error
	if p.book.site.Feed {
		if p.files[feedName], err = feed(p.book.x.T("feed.title"), p.o.Base, p.book.changes); err != nil {
			return err
		}
	}
	if p.o.Base == "" {
		return nil // addresses in a site map are absolute
	}
	p.files["sitemap.xml"], err = sitemap(p.o.Base, p.book.views)
	return err
}

func (p *project) sizes() []row {
	if p.o.Dev {
		return nil
	}
	return sizes(p.files, p.bundle, p.engine)
}

// sealAll writes the policy of every page.
func (f Files) sealAll() error {
	return f.each(func(name string, data []byte) ([]byte, error) {
		if filepath.Ext(name) != ".html" {
			return data, nil
		}
		return seal(name, data)
	})
}
