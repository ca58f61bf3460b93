package pages

import (
	"slices"

	"rowkey/site/course"
)

// Translation is a page in one of the languages; Path is from the root.
type Translation struct{ Lang, Name, Path string }

// dirOf returns where the pages of a language are, below the root.
func dirOf(lang string) string {
	if lang == course.Lang {
		return ""
	}
	return lang + "/"
}

// File returns where the page is written.
func (v *View) File() string { return File(v.Site.Dir + v.Path) }

// Canonical returns the absolute URL of the page that has its text first, "" if the build knows no -base.
func (v *View) Canonical() string {
	if v.Base == "" || v.Path == NotFound {
		return ""
	}
	if v.Moved != "" {
		return v.Base + dirOf(v.TextLang) + v.Moved
	}
	return v.Base + dirOf(v.TextLang) + v.Path
}

// Languages returns the same page in every language, nil if there is one language alone.
func (v *View) Languages() []Translation {
	if len(v.Site.Languages) < 2 || v.Path == NotFound || v.Moved != "" {
		return nil
	}
	out := slices.Clone(v.Site.Languages)
	for i := range out {
		out[i].Path = dirOf(out[i].Lang) + v.Path
	}
	return out
}

// Notice returns the key of what readers should know about the language of the text, "" for nothing.
func (v *View) Notice() string {
	switch {
	case v.TextLang != v.Lang:
		return "page.untranslated"
	case v.Outdated:
		return "page.outdated"
	}
	return ""
}
