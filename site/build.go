package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"rowkey/site/course"
	"rowkey/site/pages"
	"rowkey/site/publish"
)

// Options of a build.
type Options struct {
	Root string   // of the project
	Out  string   // folder that is replaced
	Base string   // absolute URL of the site, "" if unknown
	Fast bool     // without compressed forms, and so without budgets: what is written is the same
	Only []string // pages to build, see pages.Book; not nil leaves all else in Out as it is

	Lessons string // a folder of one's own lessons, which come after those of the course; "" for none

	Cache  string                                               // folder for what is slow to make, "" for site/.cache
	engine compiler                                             // makes the engine for the browser
	index  func(publish.Files) (index publish.Files, err error) // makes the search index
	node   func() ([]byte, error)                               // makes the program that Node runs
	keeps  bool                                                 // further builds follow: keep results for them
}

// compiler makes a form of the engine.
type compiler func(ctx context.Context, m publish.Module, version string) ([]byte, error)

// updates is true for a build that changes what differs in Out, without compression and search.
func (o Options) updates() bool { return o.keeps || o.Only != nil }

// sources is the project, with the folder of one's own lessons, and the name of that folder there.
func (o Options) sources() (root fs.FS, own []string) {
	root = os.DirFS(o.Root)
	if o.Lessons == "" {
		return root, nil
	}
	dir := filepath.ToSlash(filepath.Clean(o.Lessons))
	return ownLessons{root, dir, os.DirFS(o.Lessons)}, []string{dir}
}

// ownLessons is a project in which a folder outside of it has the name that its author gave, so that messages have it.
type ownLessons struct {
	fs.FS
	dir string
	own fs.FS
}

// Open opens a file of the project or of the folder.
func (l ownLessons) Open(name string) (fs.File, error) {
	if name == l.dir {
		return l.own.Open(".")
	}
	if rest, ok := strings.CutPrefix(name, l.dir+"/"); ok {
		return l.own.Open(rest)
	}
	return l.FS.Open(name)
}

// withDefaults fills in what main does not choose.
func (o Options) withDefaults() Options {
	site := filepath.Join(o.Root, "site")
	o.Cache = cmp.Or(o.Cache, filepath.Join(site, ".cache"))
	if o.engine == nil {
		compile := publish.Module.Build
		if o.updates() {
			compile = publish.Module.Cached
		}
		o.engine = func(ctx context.Context, m publish.Module, version string) ([]byte, error) {
			return compile(m, ctx, o.Root, o.Cache, version)
		}
	}
	if o.node == nil {
		o.node = func() ([]byte, error) {
			if err := packages(site); err != nil {
				return nil, err
			}
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

// packages finds out whether npm has installed what the front end is made of.
func packages(site string) error {
	if _, err := os.Stat(filepath.Join(site, "node_modules")); err != nil {
		return fmt.Errorf("npm packages are missing: run npm ci --prefix %s", site)
	}
	return nil
}

// Built is what a build reports.
type Built struct {
	Pages, Executed, Passed int
	Sizes                   []publish.Row
}

// Build writes the site: it loads and checks the texts, runs their scripts, renders pages, bundles the front end
// and the engine, and writes the tree. It stops at the first mistake.
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
	library   pages.Library
	templates []*pages.Templates // of each book of the library
	front     *publish.Bundle
	engines   map[publish.Module]string // paths of those that the pages load
	files     publish.Files
}

// build writes the pages that names tells, see pages.Book.Only.
func (w *workshop) build(names func(*pages.Book) ([]string, error)) (Built, error) {
	p, err := w.load()
	if err != nil {
		return Built{}, err
	}
	only, err := names(p.library[0])
	if err != nil {
		return Built{}, err
	}
	p.library.Limit(only)
	w.runner.Remember = w.o.keeps && only != nil // all runs together would take gigabytes
	w.runner.Answers = only != nil               // the tests of tutorials verify those of all lessons
	if err := w.open(p.library); err != nil {
		return Built{}, err
	}
	for i, b := range p.library {
		b.Draw = w.tools.programs.Draw(b.Texts.Lang)
		p.templates[i].Draw = b.Draw
	}
	for _, work := range []func() error{p.library.Write, p.assets, p.render, p.extras, p.finish} {
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
	root, own := w.o.sources()
	tree, err := course.Load(root, own...)
	if err != nil {
		return nil, err
	}
	if err := tree.Check(); err != nil {
		return nil, err
	}
	for _, warning := range tree.Warnings() {
		fmt.Fprintln(os.Stderr, "warning:", warning)
	}
	site, err := fs.Sub(root, "site")
	if err != nil {
		return nil, err
	}
	texts, err := pages.LoadLanguages(site, tree.Languages)
	if err != nil {
		return nil, err
	}
	templates := make([]*pages.Templates, len(texts))
	for i, x := range texts {
		if templates[i], err = pages.LoadTemplates(site, x); err != nil {
			return nil, err
		}
	}
	version, err := course.VersionOf(root)
	if err != nil {
		return nil, err
	}
	if w.runner == nil {
		w.runner = course.NewRunner(course.OpenSandbox(version))
	}
	return &project{w, pages.NewLibrary(texts, tree, w.runner, version), templates, nil, nil, publish.Files{}}, nil
}

func (p *project) built() Built {
	s := p.library[0].Site
	b := Built{Pages: len(p.library.Built()), Executed: s.Executed, Passed: s.Passed}
	if !p.o.Fast && !p.o.updates() {
		b.Sizes = publish.Sizes(p.files, p.front, p.engines)
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
	maps.Copy(p.files, p.library[0].Stores())
	return p.addEngines()
}

// addEngines adds the forms of the engine that the pages load.
func (p *project) addEngines() error {
	p.engines = map[publish.Module]string{}
	for _, m := range p.tools.modules {
		if !p.needs(m.Module) {
			continue
		}
		wasm, err := m.wasm()
		if err != nil {
			return err
		}
		path := pages.AssetPath(m.Name, course.Hash(wasm), ".wasm")
		p.engines[m.Module], p.files[path] = path, wasm
	}
	return nil
}

// needs reports whether a page that is built loads a form of the engine. The first is that of every page.
func (p *project) needs(m publish.Module) bool {
	switch m {
	case publish.Workbench:
		return p.library.Designs() || p.library.HasLabs()
	case publish.Watch:
		return p.library.Watches()
	}
	return true
}

// engineOf is the path of the engine that a page loads.
func (p *project) engineOf(v *pages.View) string {
	if v.Designs() {
		return p.engines[publish.Workbench]
	}
	if v.Watches() {
		return p.engines[publish.Watch]
	}
	return p.engines[publish.Engine]
}

// extras adds the files that are not pages.
func (p *project) extras() error {
	install, err := pages.Install(p.library[0].Texts)
	if err != nil {
		return err
	}
	maps.Copy(p.files, install)
	if p.library[0].Only != nil {
		return nil
	}
	p.files["robots.txt"] = pages.Robots(p.o.Base)
	p.files["llms.txt"] = p.library.LLMs(p.o.Base)
	for _, b := range p.library {
		feed, err := b.Feed(p.o.Base)
		if err != nil {
			return err
		}
		if feed != nil {
			p.files[b.Site.Dir+pages.FeedName] = feed
		}
		if p.files[b.Site.Dir+pages.GoToName], err = b.GoTo(); err != nil {
			return err
		}
	}
	if p.o.Base == "" {
		return nil // addresses in a site map are absolute
	}
	p.files["sitemap.xml"], err = p.library.SiteMap(p.o.Base)
	return err
}

// finish minifies, fills in the policy, checks, indexes and compresses.
func (p *project) finish() error {
	if err := p.files.Minify(); err != nil {
		return err
	}
	if err := p.files.AddScriptHashes(); err != nil {
		return err
	}
	if err := p.files.AddWorker(p.front, p.engines[publish.Engine], p.offlineWords()); err != nil {
		return err
	}
	if err := p.files.CheckLinks(p.library.Elsewhere); err != nil {
		return err
	}
	if p.o.updates() {
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
	if p.o.Fast {
		return nil
	}
	return p.compress()
}

// offlineWords are what the worker says about a page that it does not have.
func (p *project) offlineWords() map[string]string {
	x := p.library[0].Texts
	words := map[string]string{"lang": x.Lang}
	for _, key := range []string{"title", "text", "visited", "home"} {
		words[key] = x.T("offline." + key)
	}
	return words
}

// compress adds .br and .gz files; the engines have been on their way since the build began.
func (p *project) compress() error {
	wasm := map[string][]byte{}
	for _, path := range p.engines {
		wasm[path] = p.files[path]
		delete(p.files, path)
	}
	if err := p.compressor().All(p.files); err != nil {
		return err
	}
	for _, m := range p.tools.modules {
		path, loaded := p.engines[m.Module]
		if !loaded {
			continue
		}
		packed, err := m.packed()
		if err != nil {
			return err
		}
		p.files[path], p.files[path+".br"], p.files[path+".gz"] = wasm[path], packed.Brotli, packed.Gzip
	}
	return nil
}
