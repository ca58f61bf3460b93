package pages

import (
	"fmt"
	"html/template"
	"maps"
	"path"
	"slices"
	"strings"

	"rowkey/site/course"
	"rowkey/site/markdown"
)

// pageKinds are the templates of content pages and the class of <body> that each has.
var pageKinds = map[string]string{
	"home": "home", "page": "page", "pattern": "pattern", "patterns": "page", "learn": "learn", "play": "play",
	"design": "design", "own-table": "page", "scale": "scale", "watch": "watch", "search": "page",
	"404": "page",
}

// pathOf returns where a folder of content/ is published.
func pathOf(dir string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(dir, "content"), "/")
	if rest == "" {
		return ""
	}
	return rest + "/"
}

// templateOf returns the template of a page: what its front matter says, else what its section has.
func templateOf(where string, meta map[string]any) string {
	if name, ok := meta["template"].(string); ok {
		return name
	}
	switch {
	case where == "":
		return "home"
	case where == "patterns/", where == "play/", where == "learn/", where == "search/", where == "design/",
		where == "watch/":
		return strings.TrimSuffix(where, "/")
	case strings.HasPrefix(where, "patterns/"):
		return "pattern"
	}
	return "page"
}

// newView begins a page.
func (b *Book) newView(where, kind, class string) *View {
	place, _, _ := strings.Cut(where, "/")
	return &View{Site: b.Site, Template: kind, Class: class, Lang: b.Texts.Lang, TextLang: b.Texts.Lang,
		Path: where, Home: rootOf(where), Root: rootOf(b.Site.Dir +
			where), Place: place, Cells: map[string]*Cell{}, drawing: NewDrawing(b.Draw)}
}

// page renders a folder of content/.
func (b *Book) page(f *course.Folder) error {
	meta, err := f.Meta()
	if err != nil {
		return err
	}
	where := pathOf(f.Dir)
	kind := templateOf(where, meta)
	class, ok := pageKinds[kind]
	if !ok {
		known := strings.Join(slices.Sorted(maps.Keys(pageKinds)), ", ")
		return fmt.Errorf("%s: template %q: use one of %s", f.Name(), kind, known)
	}
	v := b.newView(where, kind, class)
	v.Datasets = b.Tree.Datasets
	b.Views = append(b.Views, v)
	if !b.wants(where) {
		b.Site.Feed = b.Site.Feed || where == changesPath
		return b.outline(v, f)
	}
	set, err := b.Tree.PageSet(f)
	if err != nil {
		return err
	}
	page, err := b.render(v, f, set)
	if err != nil {
		return err
	}
	v.Body, v.Beside = template.HTML(sectioned(page.Sections)), logsOf(f)
	if where == changesPath {
		if b.changes, err = changesOf(f.Name(), page.Sections[1:]); err != nil {
			return err
		}
		b.Site.Feed = len(b.changes) > 0
	}
	for _, s := range page.Sections[1:] {
		v.Headings = append(v.Headings, Heading{s.ID, s.Title})
	}
	if v.Ready, err = b.readySheets(f, v.Meta); err != nil {
		return err
	}
	if v.Loads, err = b.readyLoads(f.Name(), v.Meta); err != nil {
		return err
	}
	if err = b.readyPrograms(v, f); err != nil {
		return err
	}
	if len(v.Ready) > 0 {
		v.Linked = b.linkedSheets()
	}
	v.HasSheet = v.Template == "pattern" && b.Tree.HasPatternSheet(v.Card())
	if v.Data, err = pageData(v, set); err != nil {
		return fmt.Errorf("%s: %w", f.Name(), err)
	}
	return nil
}

// logsOf returns the logs of a folder, which readers open in Watch or save.
func logsOf(f *course.Folder) map[string]string {
	logs := map[string]string{}
	for name, text := range f.Files {
		if path.Ext(name) == ".csv" {
			logs[name] = text
		}
	}
	return logs
}

// sectioned wraps each heading and what follows it.
func sectioned(sections []markdown.Section) string {
	out := sections[0].HTML()
	for _, s := range sections[1:] {
		body := s.HTML()
		if s.ID == "when" && len(s.Subs) > 0 {
			body = sideBySide(s)
		}
		out += "<section>" + body + "</section>"
	}
	return out
}

// render runs every script of a folder and renders its text.
func (b *Book) render(v *View, f *course.Folder, set *course.Set) (markdown.Page, error) {
	runs := map[string]*course.Run{}
	if err := b.Runner.Prepare(set); err != nil {
		return markdown.Page{}, fmt.Errorf("%s: %w", f.Name(), err)
	}
	for _, name := range f.Scripts() {
		if !course.IsExample(name) {
			continue
		}
		run, err := b.Runner.Example(set, name)
		if err != nil {
			return markdown.Page{}, err
		}
		if runs[name], err = b.Runner.In(f.Words, run); err != nil {
			return markdown.Page{}, err
		}
	}
	linked := map[string]bool{}
	page, err := markdown.Render(b.source(v, f, set, runs, linked))
	if err != nil {
		return page, err
	}
	if err := everythingShown(v, f, linked); err != nil {
		return page, err
	}
	v.Examples, v.reads = len(runs), v.drawing.reads // a solution comes later, and no picture shows it
	for name, run := range runs {
		if v.showsScripts() {
			v.Cells[name] = newCell(run, v.drawing)
		}
	}
	meta, err := f.Meta()
	if err != nil {
		return page, err
	}
	return page, b.head(v, f, meta)
}

// showsScripts is true for pages whose template shows scripts by itself.
func (v *View) showsScripts() bool {
	return v.Template == "home" || v.Template == "play" || v.Template == "watch"
}

// everythingShown finds files that neither a paragraph nor the template shows. A script may be there to
// set up another.
func everythingShown(v *View, f *course.Folder, linked map[string]bool) error {
	if v.showsScripts() {
		return nil
	}
	for _, name := range f.Scripts() {
		for _, line := range strings.Split(f.Files[name], "\n") {
			if target, ok := course.NamedLine(line); ok {
				linked[path.Clean(target)] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Files)) {
		if !linked[name] && course.IsExample(name) {
			return fmt.Errorf("%s: no paragraph shows %s: link to it, or remove it", f.Name(), name)
		}
	}
	return nil
}

// head takes title and description from the front matter.
func (b *Book) head(v *View, f *course.Folder, meta map[string]any) error {
	v.Meta, v.TextLang, v.Outdated = meta, f.Lang, f.Outdated
	v.Title, _ = meta["title"].(string)
	v.Description, _ = meta["description"].(string)
	if v.Title == "" || v.Description == "" {
		return fmt.Errorf("%s:1: front matter: title and description are required", f.Name())
	}
	return b.Texts.Err()
}

// source gives a text what is outside of it, and takes note of the files that it shows.
func (b *Book) source(
	v *View, f *course.Folder, set *course.Set, runs map[string]*course.Run, linked map[string]bool,
) markdown.Source {
	several := func(what string) func([]markdown.Script) (string, error) {
		return func(scripts []markdown.Script) (string, error) {
			list := make([]*course.Run, len(scripts))
			for i, s := range scripts {
				if list[i] = runs[s.Name]; list[i] == nil {
					return "", fmt.Errorf("there is no example %s", path.Join(f.Dir, s.Name))
				}
				linked[s.Name] = true
			}
			return v.drawing.Several(what, scripts, list)
		}
	}
	return markdown.Source{
		Name: f.Name(),
		Text: f.Text,
		Open: func(name string) (string, error) {
			if text, ok := f.Files[name]; ok {
				linked[name] = true
				return f.Words.File(name, text), nil
			}
			return "", fmt.Errorf("there is no file %s", path.Join(f.Dir, name))
		},
		Cell: func(name, caption string) (string, error) {
			run := runs[name]
			if run == nil {
				return "", fmt.Errorf("there is no example %s", path.Join(f.Dir, name))
			}
			linked[name] = true
			return v.drawing.Cell(run, caption)
		},
		Compare: several("compare"),
		Measure: several("measure"),
		HTTP:    func(script string) (string, error) { return b.highlight(script, set) },
		Span:    b.Draw.Span,
		Link: func(target string) (string, error) {
			linked[strings.TrimPrefix(target, "/"+v.Path)] = true
			return relative(v.Home, target)
		},
		T: b.Texts.T,
	}
}

// highlight colours a script that is only shown.
func (b *Book) highlight(script string, set *course.Set) (string, error) {
	tokens, err := b.Runner.Tokens(script, set.Files)
	if err != nil {
		return "", err
	}
	return b.Draw("lines", map[string]any{"text": script, "tokens": tokens})
}
