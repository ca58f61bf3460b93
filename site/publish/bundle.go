package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"rowkey/site/pages"

	"github.com/evanw/esbuild/pkg/api"
)

// Bundle is the front end: files by path below the root, and where the entry points ended up.
type Bundle struct {
	Files   Files
	Pages   map[string]string   // the module of every page, by language
	Play    map[string][]string // what the playground loads at once, by language
	Lesson  map[string][]string // what a lesson loads at the first touch
	Worker  string              // holds the engine
	Offline string              // the code of the worker that keeps the site, see AddWorker
	Program string              // runs the JavaScript of readers, with the official client
	Blobs   string              // the same with the client for blobs
	Closed  string              // the page that it runs below
	Style   string              // the style sheet of every page
	Sheets  map[string]string   // further style sheets, by name
	on      map[string][]string // what a page holds that needs one of them
	First   []string            // loaded before the first touch: the module of an English page and its imports
}

// browsers are those of the last two years.
var browsers = []api.Engine{
	{Name: api.EngineChrome, Version: "125"},
	{Name: api.EngineFirefox, Version: "126"},
	{Name: api.EngineSafari, Version: "17.5"},
}

// loader provides the module "wasm_exec", Go's own. It has no path, for names hold a hash of the
// paths that went into a file and Go is elsewhere on other machines.
func loader(goroot string) api.Plugin {
	const name = "wasm_exec"
	return api.Plugin{Name: name, Setup: func(b api.PluginBuild) {
		resolve := func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: name, Namespace: "go"}, nil
		}
		load := func(api.OnLoadArgs) (api.OnLoadResult, error) {
			text, err := os.ReadFile(filepath.Join(goroot, "lib/wasm", name+".js"))
			code := string(text)
			return api.OnLoadResult{Contents: &code, Loader: api.LoaderJS}, err
		}
		b.OnResolve(api.OnResolveOptions{Filter: "^" + name + "$"}, resolve)
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "go"}, load)
	}}
}

// texts puts those of a language in the place of the English ones, so that scripts hold one language and load nothing
// for it.
func texts(site, lang string) api.Plugin {
	return api.Plugin{Name: "texts", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `[/\\]i18n[/\\]en\.(first\.)?json$`},
			func(a api.OnLoadArgs) (api.OnLoadResult, error) {
				_, rest, _ := strings.Cut(filepath.Base(a.Path), ".")
				data, err := os.ReadFile(filepath.Join(site, "i18n", lang+"."+rest))
				code := string(data)
				return api.OnLoadResult{Contents: &code, Loader: api.LoaderJSON}, err
			})
	}}
}

// NewBundle builds app/ of the folder site, an absolute path, in some languages, the default first.
func NewBundle(site, goroot string, langs []string) (*Bundle, error) {
	out := &Bundle{Files: Files{}, Pages: map[string]string{}, Play: map[string][]string{}, Lesson: map[string][]string{},
		Sheets: map[string]string{}}
	for _, lang := range slices.Backward(langs) { // First is that of the default
		m, err := out.build(site, "app/page.ts", texts(site, lang))
		if err != nil {
			return nil, err
		}
		out.Pages[lang], out.First = m.name, m.first
		if out.Play[lang], err = m.parts("app/play/playground.ts", "app/editor/codemirror.ts"); err != nil {
			return nil, err
		}
		if out.Lesson[lang], err = m.parts("app/lesson/lesson.ts", "app/editor/codemirror.ts"); err != nil {
			return nil, err
		}
	}
	if err := out.loader(site); err != nil {
		return nil, err
	}
	if err := out.programs(site); err != nil {
		return nil, err
	}
	for entry, path := range map[string]*string{
		"app/worker.ts": &out.Worker, "app/offline.ts": &out.Offline, "app/css/index.css": &out.Style,
	} {
		m, err := out.build(site, entry, loader(goroot))
		if err != nil {
			return nil, err
		}
		*path = m.name
	}
	return out, out.sheets(site)
}

// made is what esbuild made of an entry point.
type made struct {
	name  string   // of its file
	first []string // it, and what it imports at once
	meta  metafile
}

// build adds what one entry point needs. Every module of a script imports the entry point too, which is always there
// by then: else esbuild would put each set of modules that some lazy part shares with the entry into a file of its
// own, and a page would load ten files at first instead of two.
func (b *Bundle) build(site, entry string, plugins ...api.Plugin) (made, error) {
	outdir := filepath.Join(site, "dist") // nothing is written there: paths become relative to it
	options := api.BuildOptions{
		AbsWorkingDir: site,
		EntryPoints:   []string{entry},
		Outdir:        outdir,
		EntryNames:    pages.AssetDir + "/[name].[hash]",
		ChunkNames:    pages.AssetDir + "/[name].[hash]",
		AssetNames:    pages.AssetDir + "/[name].[hash]",
		Bundle:        true,
		Splitting:     strings.HasSuffix(entry, ".ts"),
		Format:        api.FormatESModule,
		Engines:       browsers,
		Plugins:       plugins,
		External:      []string{"*/pagefind/pagefind.js"},
		Charset:       api.CharsetUTF8,
		LegalComments: api.LegalCommentsNone,
		TreeShaking:   api.TreeShakingTrue,
		// CodeMirror makes one at once, for keys that are not bound here, and a phone takes 100 ms for its dictionary.
		Define: map[string]string{"Intl.Segmenter": "undefined"},

		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Metafile:          true,
	}
	if options.Splitting {
		options.Inject = options.EntryPoints // see above
	}
	result := api.Build(options)
	if len(result.Errors) > 0 {
		return made{}, messages(result.Errors)
	}
	for _, f := range result.OutputFiles {
		name, err := filepath.Rel(outdir, f.Path)
		if err != nil {
			return made{}, err
		}
		b.Files[filepath.ToSlash(name)] = f.Contents
	}
	m, err := entryOf(result.Metafile, namespaced(entry))
	if len(m.first) == 2 { // the lazy parts share all of it, so that the entry only names the file where it is
		delete(b.Files, m.name)
		m.name, m.first = m.first[1], m.first[1:]
	}
	return m, err
}

// Loader is the script that pages of other sites load. Its name never changes, because it is in their sources.
const Loader = "embed.js"

// loader adds the script for pages of other sites. It is not a module, because it has to know its own address.
func (b *Bundle) loader(site string) error {
	code, err := script(site, "app/embed.ts")
	b.Files[Loader] = code
	return err
}

func messages(list []api.Message) error {
	var errs []error
	for _, m := range list {
		if m.Location == nil {
			errs = append(errs, errors.New(m.Text))
			continue
		}
		at := m.Location
		errs = append(errs, fmt.Errorf("site/%s:%d:%d: %s", at.File, at.Line, at.Column+1, m.Text))
	}
	return errors.Join(errs...)
}

// metafile is the part of esbuild's report that is needed here.
type metafile struct {
	Outputs map[string]struct {
		EntryPoint string
		Imports    []struct{ Path, Kind string }
	}
}

// entryOf finds the output of an entry point, and every output that is loaded together with it.
func entryOf(report, entry string) (m made, err error) {
	if err = json.Unmarshal([]byte(report), &m.meta); err != nil {
		return m, err
	}
	name := m.meta.outputOf(entry)
	if name == "" {
		return m, noOutput(entry)
	}
	m.name, m.first = published(name), m.meta.staticImports(name, map[string]bool{})
	return m, nil
}

// outputOf returns the output that is loaded for a module, "" if it is not loaded alone.
func (m metafile) outputOf(module string) string {
	for _, name := range slices.Sorted(maps.Keys(m.Outputs)) {
		if m.Outputs[name].EntryPoint == module {
			return name
		}
	}
	return ""
}

// parts returns what some modules that are loaded later consist of, without what was loaded at first.
func (m made) parts(modules ...string) (list []string, err error) {
	seen := map[string]bool{}
	for _, module := range modules {
		name := m.meta.outputOf(module)
		if name == "" {
			return nil, noOutput(module)
		}
		for _, path := range m.meta.staticImports(name, seen) {
			if path != m.name && !slices.Contains(m.first, path) {
				list = append(list, path)
			}
		}
	}
	return list, nil
}

func noOutput(module string) error {
	return fmt.Errorf("site/%s: esbuild wrote no output for it", module)
}

func (m metafile) staticImports(name string, seen map[string]bool) []string {
	if seen[name] {
		return nil
	}
	seen[name] = true
	list := []string{published(name)}
	for _, i := range m.Outputs[name].Imports {
		if i.Kind == "import-statement" {
			list = append(list, m.staticImports(i.Path, seen)...)
		}
	}
	return list
}

// published turns a path of the report, "dist/a/x.js", into one below the root.
func published(name string) string { return pages.AssetDir + "/" + path.Base(name) }
