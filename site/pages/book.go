package pages

import (
	"fmt"
	"sort"
	"strings"

	"rowkey/site/course"
)

// Book turns folders into views: it renders texts and runs their scripts.
type Book struct {
	Texts  *Texts
	Draw   Draw
	Tree   *course.Tree
	Runner *course.Runner
	Site   *Site
	Views  []*View // of all pages, sorted by path

	changes []change // of the site, the newest first
}

// NewBook begins a site.
func NewBook(x *Texts, tree *course.Tree, runner *course.Runner, version string) *Book {
	return &Book{Texts: x, Tree: tree, Runner: runner, Site: &Site{Version: version, Sections: map[string][]*Entry{}}}
}

// Write renders every text and runs every script.
func (b *Book) Write() error {
	if err := b.pages(); err != nil {
		return err
	}
	if err := b.lessons(); err != nil {
		return err
	}
	b.addBuiltinPage("learn/", "learn", "learn")
	b.addBuiltinPage("play/", "play", "play")
	b.addBuiltinPage(NotFound, "404", "page")
	sort.SliceStable(b.Views, func(i, j int) bool { return b.Views[i].Path < b.Views[j].Path })
	b.index()
	b.Site.Executed, b.Site.Passed = int(b.Runner.Executed.Load()), int(b.Runner.Passed.Load())
	return b.Texts.Err()
}

// addBuiltinPage adds a page that every site has, unless content/ holds it; its texts are interface texts.
func (b *Book) addBuiltinPage(where, name, class string) {
	for _, v := range b.Views {
		if v.Path == where {
			return
		}
	}
	v := b.newView(where, name, class)
	v.Title = b.Texts.T(name + ".title")
	v.Description = v.Title
	if b.Texts.Has(name + ".lead") {
		v.Description = strings.ReplaceAll(b.Texts.T(name+".lead"), "`", "")
	}
	b.Views = append(b.Views, v)
}

// index tells every page which pages stand below it.
func (b *Book) index() {
	for _, v := range b.Views {
		if v.Template == "lesson" || v.Template == "overview" || v.Path == NotFound {
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
