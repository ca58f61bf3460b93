package course

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"rowkey/site/markdown"
)

// Lang is the default language: every folder has a text in it, which is shown where another language has none.
const Lang = "en"

// translations are what a folder has in other languages, by their tags, and in the one that it is shown in.
type translations struct {
	Words    Words // what the files say in that language; nil in English
	Outdated bool  // Text follows another version of the English text than the one that is there

	english []byte            // en.md, which rules hold for
	texts   map[string][]byte // fr.md by "fr"
	words   map[string]Words  // fr.json
}

// loadLanguages finds the languages that have interface texts.
func (t *Tree) loadLanguages(root fs.FS) error {
	const ending = ".pages.json"
	files, err := fs.Glob(root, "site/i18n/*"+ending)
	t.Languages = []string{Lang}
	for _, file := range files {
		if lang := strings.TrimSuffix(path.Base(file), ending); lang != Lang {
			t.Languages = append(t.Languages, lang)
		}
	}
	return err
}

// loadTranslations reads the texts of other languages, and what they call things in scripts.
func (f *Folder) loadTranslations(root fs.FS, langs []string) error {
	f.texts, f.words = map[string][]byte{}, map[string]Words{}
	for _, lang := range langs {
		name := path.Join(f.Dir, lang)
		text, err := fs.ReadFile(root, name+".md")
		if err == nil {
			f.texts[lang] = text
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		data, err := fs.ReadFile(root, name+".json")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		var words Words
		if err := json.Unmarshal(data, &words); err != nil {
			return fmt.Errorf("%s.json: %w: write an object of English texts and their translations", name, err)
		}
		f.words[lang] = words
	}
	return f.onlyKnownLanguages(root, langs)
}

// onlyKnownLanguages finds texts that would not be shown.
func (f *Folder) onlyKnownLanguages(root fs.FS, langs []string) error {
	files, err := fs.Glob(root, path.Join(f.Dir, "*.md"))
	for _, file := range files {
		if lang := strings.TrimSuffix(path.Base(file), ".md"); lang != Lang && !slices.Contains(langs, lang) {
			return fmt.Errorf("%s: there is no language %q: add site/i18n/%s.json and %s.pages.json", file, lang, lang, lang)
		}
	}
	return err
}

// In returns the tree as it is in a language: its own texts where there are some, else the English ones. A step has
// the words of its lesson as well.
func (t *Tree) In(lang string) *Tree {
	if lang == Lang {
		return t
	}
	out := *t
	out.Pages, out.Lessons, out.Datasets = nil, nil, nil
	for _, f := range t.Pages {
		page := f.in(lang, nil)
		out.Pages = append(out.Pages, &page)
	}
	for _, d := range t.Datasets {
		out.Datasets = append(out.Datasets, d.in(t.datasets.in(lang, nil).Words))
	}
	for _, l := range t.Lessons {
		lesson := *l
		lesson.Folder, lesson.Steps = l.in(lang, nil), nil
		for _, s := range l.Steps {
			step := *s
			step.Folder = s.in(lang, lesson.Words)
			lesson.Steps = append(lesson.Steps, &step)
		}
		out.Lessons = append(out.Lessons, &lesson)
	}
	return &out
}

func (f Folder) in(lang string, words Words) Folder {
	f.Words = Words{}
	maps.Copy(f.Words, words)
	maps.Copy(f.Words, f.words[lang])
	if text, ok := f.texts[lang]; ok {
		f.Outdated = !strings.Contains(string(text), "\nof: "+Hash(f.english)+"\n")
		f.Lang, f.Text = lang, text
	}
	return f
}

func (f *Folder) englishName() string { return path.Join(f.Dir, Lang+".md") }

// Meta returns the front matter. What a translation does not say there is as in the English text.
func (f *Folder) Meta() (map[string]any, error) {
	meta, err := markdown.Meta(f.englishName(), f.english)
	if err != nil || f.Lang == Lang {
		return meta, err
	}
	own, err := markdown.Meta(f.Name(), f.Text)
	maps.Copy(meta, own)
	return meta, err
}
