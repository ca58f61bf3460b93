package pages

import (
	"path"
	"slices"
	"strings"

	"rowkey/site/course"
)

// Touched returns the pages that depend on some files of the project, as Only names them; nil is all of them. A page
// brings the index that lists it along.
func (b *Book) Touched(files []string) ([]string, error) {
	only := []string{}
	for _, name := range files {
		folder, _, _ := strings.Cut(name, "/")
		if folder == "site" || name == course.MovedFile {
			return nil, nil // templates, texts, the front end and how often steps have moved are in every page
		}
		pages, err := b.using(name)
		if err != nil {
			return nil, err
		}
		only = append(only, pages...)
	}
	slices.Sort(only)
	return slices.Compact(only), nil
}

// using returns the pages and lessons whose folder has a file, or whose scripts reach it as a fixture.
func (b *Book) using(name string) ([]string, error) {
	var only []string
	dir := path.Dir(name)
	fixture := path.Join(path.Base(dir), path.Base(name)) // as scripts name it, "fixtures/hr.http"
	for _, f := range b.Tree.Pages {
		set, err := b.Tree.PageSet(f)
		if err != nil {
			return nil, err
		}
		if f.Dir == dir || set.Files[fixture] != "" {
			section, _, _ := strings.Cut(pathOf(f.Dir), "/")
			only = append(only, strings.TrimSuffix(pathOf(f.Dir), "/"), section)
		}
	}
	for _, l := range b.Tree.Lessons {
		in := l.Dir == dir || l.Dir == path.Dir(dir)
		for _, s := range l.Steps {
			set, err := b.Tree.StepSet(l, s)
			if err != nil {
				return nil, err
			}
			in = in || set.Files[fixture] != ""
		}
		if in {
			only = append(only, "learn/"+l.Slug, "learn")
		}
	}
	return only, nil
}
