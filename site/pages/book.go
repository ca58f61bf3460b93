package pages

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"rowkey/site/course"
)

// Book turns folders into views in one language: it renders texts and runs their scripts.
type Book struct {
	Texts  *Texts
	Draw   Draw
	Tree   *course.Tree
	Runner *course.Runner
	Site   *Site
	Views  []*View  // of all pages, sorted by path
	Only   []string // pages to build: "learn/keys" with its steps, "patterns/compound-key", "" for home; nil is all

	lessons []lessonPages
	changes []change // of the site, the newest first
}

// NewBook begins a site in the language of its texts.
func NewBook(x *Texts, tree *course.Tree, runner *course.Runner, version string) *Book {
	site := &Site{Version: version, Dir: dirOf(x.Lang), Sections: map[string][]*Entry{}, Moves: len(tree.Moved)}
	return &Book{Texts: x, Tree: tree.In(x.Lang), Runner: runner, Site: site,
		lessons: make([]lessonPages, len(tree.Lessons))}
}

// finish puts together what was rendered.
func (b *Book) finish() error {
	if err := b.joinLessons(); err != nil {
		return err
	}
	b.addBuiltinPage("learn/", "learn", "learn")
	b.addBuiltinPage("play/", "play", "play")
	if b.Site.Dir == "" {
		b.addBuiltinPage(NotFound, "404", "page") // hosts know one alone
	}
	b.addMoved()
	sort.SliceStable(b.Views, func(i, j int) bool { return b.Views[i].Path < b.Views[j].Path })
	b.index()
	if err := b.onlyKnown(); err != nil {
		return err
	}
	b.Site.Executed, b.Site.Passed = int(b.Runner.Executed.Load()), int(b.Runner.Passed.Load())
	return b.Texts.Err()
}

// wants tells whether a page is built: all are unless Only names some. The steps of a lesson come with it.
func (b *Book) wants(where string) bool {
	return b.Only == nil || slices.ContainsFunc(b.Only, func(name string) bool {
		return strings.TrimSuffix(where, "/") == name || strings.HasPrefix(name, "learn/") &&
			strings.HasPrefix(where, name+"/")
	})
}

// onlyKnown finds names in Only that no page has.
func (b *Book) onlyKnown() error {
	for _, name := range b.Only {
		if !slices.ContainsFunc(b.Views, func(v *View) bool { return strings.TrimSuffix(v.Path, "/") == name }) {
			return fmt.Errorf("there is no page %q: name one as its address does, for example learn/query-classes or "+
				"patterns/log-tail", name)
		}
	}
	return nil
}

// Built returns the pages that are built.
func (b *Book) Built() []*View {
	return slices.DeleteFunc(slices.Clone(b.Views), func(v *View) bool { return v.Outline })
}

// Elsewhere reports whether a file belongs to the site although it is not built now.
func (b *Book) Elsewhere(file string) bool {
	return b.Only != nil && (file == b.Site.Dir+FeedName ||
		slices.ContainsFunc(b.Views, func(v *View) bool { return v.Outline && v.File() == file }))
}

// outline fills a page that is not built with what others say about it: it is neither rendered nor run.
func (b *Book) outline(v *View, f *course.Folder) error {
	meta, err := f.Meta()
	if err != nil {
		return err
	}
	v.Outline = true
	return b.head(v, f, meta)
}

// addBuiltinPage adds a page that every site has, unless content/ holds it; its texts are interface texts.
func (b *Book) addBuiltinPage(where, name, class string) {
	for _, v := range b.Views {
		if v.Path == where {
			return
		}
	}
	v := b.newView(where, name, class)
	v.Outline = !b.wants(where)
	v.Title = b.Texts.T(name + ".title")
	v.Description = v.Title
	if b.Texts.Has(name + ".lead") {
		v.Description = strings.ReplaceAll(b.Texts.T(name+".lead"), "`", "")
	}
	b.Views = append(b.Views, v)
}

// index gives every page the list of the pages below it.
func (b *Book) index() {
	for _, v := range b.Views {
		if v.Template == "lesson" || v.Template == "overview" || v.Path == NotFound || v.Moved != "" {
			continue
		}
		entry := &Entry{v.Path, v.Title, v.Description, v.Meta}
		if strings.Count(v.Path, "/") > 1 {
			b.Site.Sections[v.Place] = append(b.Site.Sections[v.Place], entry)
		}
	}
	for _, list := range b.Site.Sections {
		sort.SliceStable(list, func(i, j int) bool { return order(list[i]) < order(list[j]) })
	}
	for _, v := range b.Views {
		if strings.Count(v.Path, "/") == 1 {
			v.Pages = b.Site.Sections[v.Place]
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
