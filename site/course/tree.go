// Package course reads the folders content/ and tutorials/: pages, lessons and steps with the scripts that each can
// name. It runs those scripts with the engine and verifies every task, so that nothing is published that does not do
// what its text says. Not here: how a page looks (package pages), and what is written to the disk (package publish).
package course

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// Folder is a page on disk: its text and the files beside it, which belong to all languages.
type Folder struct {
	Dir   string            // "content/help/format"
	Lang  string            // of Text
	Text  []byte            // en.md, or its translation
	Files map[string]string // by name: every .http, .entity, .sequence, .classes, .mjs, .jsonl, .csv and workload file
	translations
}

// Name is the path of the text, for messages.
func (f *Folder) Name() string { return path.Join(f.Dir, f.Lang+".md") }

// place names a line of one of the files, for messages.
func (f *Folder) place(name string, line int) string {
	return fmt.Sprintf("%s:%d", path.Join(f.Dir, name), line)
}

// Scripts returns the names of the .http files, sorted.
func (f *Folder) Scripts() []string {
	names := slices.Sorted(maps.Keys(f.Files))
	return slices.DeleteFunc(names, func(name string) bool { return path.Ext(name) != ".http" })
}

// Tree is everything that authors wrote.
type Tree struct {
	Pages    []*Folder // of content/, sorted by folder
	Lessons  []*Lesson
	Fixtures map[string]string // by the name that scripts use: "fixtures/hr.http"
	Coverage map[string]Demand // what the site has to cover, by id
	Datasets []*Dataset        // of the playground, the smallest first
	Moved    []Moves           // the oldest first
	Paths    []Path            // short ones, through some of the lessons

	Languages []string // tags, Lang first

	sheets map[string]string // by name: "chat"

	linkedSheets map[string]string // by card: "log-tail"
	datasets     Folder            // without a text: what the data sets say in other languages
}

// Load reads content/ and tutorials/ below root, and further folders of lessons: those come after the course and need
// not keep to its rules.
func Load(root fs.FS, own ...string) (*Tree, error) {
	t := &Tree{Fixtures: map[string]string{}, Coverage: map[string]Demand{}}
	if err := t.loadLanguages(root); err != nil {
		return nil, err
	}
	for _, dir := range append([]string{lessonsDir}, own...) {
		if err := t.loadFixtures(root, dir); err != nil {
			return nil, err
		}
	}
	for _, load := range []func(fs.FS) error{t.loadDatasets, t.loadSheets, t.loadPages} {
		if err := load(root); err != nil {
			return nil, err
		}
	}
	for _, dir := range append([]string{lessonsDir}, own...) {
		if err := t.loadLessons(root, dir); err != nil {
			return nil, err
		}
	}
	for _, load := range []func(fs.FS) error{t.loadMoved, t.loadPaths} {
		if err := load(root); err != nil {
			return nil, err
		}
	}
	return t, t.loadCoverage(root)
}

func (t *Tree) loadFixtures(root fs.FS, dir string) error {
	files, err := fs.Glob(root, path.Join(dir, "fixtures/*.http"))
	if err != nil {
		return err
	}
	for _, file := range files {
		data, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		name := "fixtures/" + path.Base(file)
		if _, taken := t.Fixtures[name]; taken {
			return fmt.Errorf("%s: the course has a fixture of this name: rename yours", file)
		}
		t.Fixtures[name] = string(data)
	}
	return nil
}

func (t *Tree) loadPages(root fs.FS) error {
	err := fs.WalkDir(root, "content", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		folder, err := t.loadFolder(root, name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a folder without a text holds other folders
		}
		if err == nil {
			t.Pages = append(t.Pages, &folder)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("content/: %w: run the generator from the root of the project", err)
	}
	return err
}

// loadFolder reads one page. The error is fs.ErrNotExist if it has no text.
func (t *Tree) loadFolder(root fs.FS, dir string) (Folder, error) {
	f := Folder{Dir: dir, Lang: Lang, Files: map[string]string{}}
	var err error
	if f.Text, err = fs.ReadFile(root, f.Name()); err != nil {
		return f, err
	}
	f.english = f.Text
	if err := f.loadTranslations(root, t.Languages[1:]); err != nil {
		return f, err
	}
	entries, err := fs.ReadDir(root, dir)
	if err != nil {
		return f, err
	}
	for _, e := range entries {
		switch ext := path.Ext(e.Name()); {
		case ext == ".http", ext == ".entity", ext == ".sequence", ext == ".classes",
			ext == ".mjs", ext == ".jsonl", ext == ".csv", isWorkload(e.Name()):
			data, err := fs.ReadFile(root, path.Join(dir, e.Name()))
			if err != nil {
				return f, err
			}
			f.Files[e.Name()] = strings.ReplaceAll(string(data), "\r\n", "\n")
		}
	}
	return f, nil
}

// isWorkload says that a file is what a design is judged by.
func isWorkload(name string) bool {
	return strings.HasPrefix(name, "workload-") && path.Ext(name) == ".json"
}
