package pages

import (
	"slices"

	"rowkey/site/course"
	"rowkey/site/parallel"
)

// Library is a site in all of its languages, the default first.
type Library []*Book

// NewLibrary begins a site.
func NewLibrary(texts []*Texts, tree *course.Tree, runner *course.Runner, version string) Library {
	var l Library
	var languages []Translation
	for _, x := range texts {
		l = append(l, NewBook(x, tree, runner, version))
		languages = append(languages, Translation{Lang: x.Lang, Name: x.T("language.name")})
	}
	for _, b := range l {
		b.Site.Languages = languages
	}
	return l
}

// Write renders every text and runs every script, once for all languages.
func (l Library) Write() error {
	tree, runner := l[0].Tree, l[0].Runner
	runner.Executed.Store(0)
	runner.Passed.Store(0)
	forget := func(string) {}
	if len(l) > 1 && !runner.Remember {
		runner.Remember, forget = true, runner.Forget // all runs together would take gigabytes
		defer func() { runner.Remember = false }()
	}
	for _, b := range l[1:] {
		b.Runner = runner.Again()
	}
	for i, f := range tree.Pages {
		if err := l.each(func(b *Book) error { return b.page(b.Tree.Pages[i]) }); err != nil {
			return err
		}
		forget(f.Dir)
	}
	err := parallel.Each(len(tree.Lessons), func(i int) error {
		defer forget(tree.Lessons[i].Dir)
		return l.each(func(b *Book) (err error) {
			b.lessons[i], err = b.lesson(b.Tree.Lessons[i])
			return err
		})
	})
	if err != nil {
		return err
	}
	return l.each((*Book).finish)
}

func (l Library) each(work func(*Book) error) error {
	for _, b := range l {
		if err := work(b); err != nil {
			return err
		}
	}
	return nil
}

// Limit has only some pages built, see [Book].Only.
func (l Library) Limit(only []string) {
	for _, b := range l {
		b.Only = only
	}
}

// Built returns the pages that are built.
func (l Library) Built() []*View {
	var all []*View
	for _, b := range l {
		all = append(all, b.Built()...)
	}
	return all
}

// Designs reports whether a page that is built judges designs.
func (l Library) Designs() bool { return slices.ContainsFunc(l.Built(), (*View).Designs) }

// Watches reports whether a page that is built records what programs do.
func (l Library) Watches() bool { return slices.ContainsFunc(l.Built(), (*View).Watches) }

// HasLabs reports whether a page that is built has a laboratory.
func (l Library) HasLabs() bool { return slices.ContainsFunc(l.Built(), (*View).HasLabs) }

// Elsewhere reports whether a file belongs to the site although it is not built now.
func (l Library) Elsewhere(file string) bool {
	return slices.ContainsFunc(l, func(b *Book) bool { return b.Elsewhere(file) })
}
