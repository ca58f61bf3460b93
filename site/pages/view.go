// Package pages makes pages of what package course has read: views, and the templates that show them, with links,
// indexes, the map of the patterns and the feed. Scripts and answers are drawn by a [Draw]. Not here: how pages are
// checked, compressed and written (package publish).
package pages

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
	"unicode/utf8"

	"rowkey/site/course"
)

// This file is what a template sees. A template is templates/<View.Template>.html; it defines
// "main" (and may define "head" and "bar"), and is parsed together with templates/base.html, which
// is executed. Names of page templates: home, page, pattern, patterns, learn, overview, lesson,
// play, watch, 404. Missing map keys and fields are build errors.
//
// Functions beside the built-in ones:
//
//	t "key" "n" 3      text of i18n/<lang>.json; "{n}" in it is replaced. Unknown keys are build errors
//	icon "run"         <svg class="icon">; the names are those of the sprite
//	sprite             the <svg class="sprite"> with all symbols and patterns, once a page
//	logo               <svg class="logo">
//	num 1004           "1,004", as the language writes it
//	patternMap .Pages  the map of the patterns, with its text
//	inline .Meta.need  one line of Markdown as HTML, with code spans such as `pk:Sales`, `class:point`
//
// Every path in the data is relative to the home page of the language and has no leading slash. Write links
// as href="{{.URL "learn/"}}" (inside range and with: {{$.URL .Path}}).

// View is what a page template receives.
type View struct {
	Site     *Site
	Template string
	Class    string // class of <body>: home, learn, lesson, play, pattern or page
	Lang     string // language tag of the interface: "en"
	TextLang string // language of Body; differs from Lang while a translation is missing
	Outdated bool   // Body is the translation of an older text
	Path     string // of this page below the home page of its language: "learn/keys/1/", "" for home
	Home     string // from this page to that home page: "../../../", "./" for home
	Root     string // from this page to the root, where all that languages share lies: as Home, or one level further
	Place    string // first segment of Path, for aria-current in the navigation: "learn", "" for home

	Title       string // of the page alone, plain text
	Description string // one sentence, plain text
	Body        template.HTML
	Headings    []Heading         // level 2 headings of Body
	Meta        map[string]any    // the whole front matter, for what only one template needs
	Examples    int               // scripts that the page runs
	Cells       map[string]*Cell  // templates home and play: these scripts by file name
	Datasets    []*course.Dataset // template play
	Ready       []*ReadySheet     // template design
	Linked      []*ReadySheet     // template design: those of patterns and cases, which their pages link to
	Loads       []*ReadyLoad      // template scale
	Programs    []*ReadyProgram   // template watch
	HasSheet    bool              // template pattern
	Pages       []*Entry          // the pages below this one, sorted by order and title; for indexes

	Beside map[string]string // files that are published in the folder of the page, by name

	Outline bool   // the page is not built: it has only what others say about it
	Moved   string // path of the page that has its place; "" for all but those that lead on

	drawing  *Drawing
	reads    []read            // of the examples
	recorded *course.Recording // of the first of the programs

	Lesson *Lesson // templates overview and lesson
	Step   *Step   // template lesson
	Prev   *Entry  // nil at the ends
	Next   *Entry

	// Data is a complete <script type="application/json" id="step|play">, empty on other pages.
	Data template.HTML

	// For <head> and <html>. CSP is in <meta http-equiv="Content-Security-Policy" content="{{.CSP}}">
	// before anything that loads; hashes of the inline scripts are filled in when the page is written.
	CSP     string
	Style   string   // href of the style sheet, relative to this page
	Script  string   // src of the module that every page loads, relative to this page
	Soon    []string // modules that this page loads at once after it, or at the first touch, relative to the root
	Engine  string   // for data-engine, relative to the root: "a/engine.1a2b3c4d.wasm"
	Labs    string   // for data-labs, the engine of the laboratories, relative to the root; "" if the page has none
	Worker  string   // for data-worker, relative to the root
	Program string   // for data-program, which runs readers' JavaScript, relative to the root
	Blobs   string   // for data-blobs: the same for programs that ask for blobs as well
	Frame   string   // for data-frame: the closed page below which it runs, relative to the root
	Sheets  string   // for data-sheets: further style sheets by name, relative to the root
	Base    string   // absolute URL of the site, "" if the build knows no -base
	Image   string   // picture beside links to the page, relative to the root; "" without Base
}

// URL returns a link from this page to another one in its language: URL("") is home.
func (v *View) URL(path string) string { return v.Home + path }

// Designs reports whether the page judges designs, for which the engine that others load is too small: those of the
// workbench, and those with scripts that have a workload.
func (v *View) Designs() bool {
	return v.Template == "design" || v.Template == "own-table" || v.Template == "scale" ||
		strings.Contains(v.scripts(), "@workload")
}

// Watches reports whether the page records what programs do.
func (v *View) Watches() bool { return v.Template == "watch" }

// scripts are the texts that the page shows, with its scripts.
func (v *View) scripts() string {
	if v.Step == nil {
		return string(v.Body)
	}
	return string(v.Step.Prose + v.Step.After + v.Step.Solution)
}

// HasLabs reports whether scripts of the page can be tried in every order, or with every fault: those of the
// playground, and of steps whose examples have clients with names.
func (v *View) HasLabs() bool {
	return v.Template == "play" || v.Step != nil && strings.Contains(v.scripts(), "@client")
}

// Letters reports whether the headings are those of an index: single letters, which narrow screens show in a row.
func (v *View) Letters() bool {
	long := func(h Heading) bool { return utf8.RuneCountInString(h.Text) != 1 }
	return len(v.Headings) > 0 && !slices.ContainsFunc(v.Headings, long)
}

// Sources returns the public documents that the lesson or the page of this view rests on.
func (v *View) Sources() ([]course.Source, error) {
	meta := v.Meta
	if v.Lesson != nil {
		meta = v.Lesson.Meta
	}
	list, err := course.Sources(meta)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.Path, err)
	}
	return list, nil
}

// Site is what all pages of a language share.
type Site struct {
	Dir       string        // of the language below the root: "fr/", "" for the default
	Languages []Translation // all that there are, the default first
	Version   string        // of the engine, for data-version
	Executed  int           // snippets executed by this build
	Passed    int           // of these, how many ended as their page says; a build with fewer fails
	Parts     []*Part
	Lessons   []*Lesson           // of all parts, in order
	Moves     int                 // how often steps have moved, for data-moves: progress that was kept before follows
	Steps     int                 // of all lessons
	Paths     []*Path             // short ones
	Sections  map[string][]*Entry // pages by section: "patterns", "help", ...
	Feed      bool                // there is a feed of changes
}

// Entry is a link with what an index says about it.
type Entry struct {
	Path, Title, Description string
	Meta                     map[string]any // front matter of the page
}

// Part is a partition of the course. Its title is the text "part.<Key>".
type Part struct {
	Key     string // as it sorts: "1_keys"
	Name    string // its second half: "keys"
	Lessons []*Lesson
}

// Lesson is one row of the course.
type Lesson struct {
	Slug    string
	Part    string
	RowKey  string // padded number: "010"
	Path    string // of the overview: "learn/keys/"
	Title   string
	Need    string // what the reader wants to do, lower case: "find one row, and know what it costs"
	Minutes int
	Paths   []string  // names of the short paths that it is part of
	Pattern string    // slug of the reference card, "" if there is none
	Needs   []*Lesson // to do first
	Covers  []string  // ids of the coverage list
	Score   []string
	Steps   []*Step
	Meta    map[string]any
}

// Step is one page of a lesson.
type Step struct {
	N     int    // from 1
	ID    string // "<lesson>/<n>", key of drafts and progress
	Path  string // "learn/keys/1/"
	Title string

	Description string // the step in a sentence

	Prose template.HTML // before the task
	Task  template.HTML // below the heading "Task"; "" if the step has none
	Hints []Hint        // below the task
	After template.HTML // what follows the task, beginning with its heading

	// The right pane without JavaScript.
	Start    template.HTML // the start script, highlighted: <pre class="sample">
	Solution template.HTML // a <run-cell> with its baked output
	Checks   []string      // titles of the checks
	Par      map[string]int
	Score    []string // counters that this step scores: "read", "transactions"
}

// Hint is one of the hints of a task, opened one by one.
type Hint struct {
	Title string
	Body  template.HTML
}

// Heading is an entry of the list "On this page".
type Heading struct{ ID, Text string }
