package pages

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"

	"rowkey/site/markdown"
)

// Templates are the page templates of templates/, each parsed together with base.html.
type Templates struct {
	Draw  Draw // set before the first page is executed
	x     *Texts
	pages map[string]*template.Template
}

// LoadTemplates parses templates/*.html.
func LoadTemplates(site fs.FS, x *Texts) (*Templates, error) {
	t := &Templates{x: x, pages: map[string]*template.Template{}}
	base := template.New("base.html").Funcs(t.funcs(&View{})).Option("missingkey=error")
	base, err := base.ParseFS(site, "templates/base.html")
	if err != nil {
		return nil, err
	}
	files, err := fs.Glob(site, "templates/*.html")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := path.Base(file)
		if name == "base.html" {
			continue
		}
		own, err := template.Must(base.Clone()).ParseFS(site, file)
		if err != nil {
			return nil, err
		}
		t.pages[name[:len(name)-len(".html")]] = own
	}
	return t, nil
}

// Execute renders a page.
func (t *Templates) Execute(v *View) ([]byte, error) {
	page := t.pages[v.Template]
	if page == nil {
		return nil, fmt.Errorf("page %s: there is no template templates/%s.html", v.Path, v.Template)
	}
	page, err := page.Clone()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := page.Funcs(t.funcs(v)).Execute(&out, v); err != nil {
		return nil, fmt.Errorf("page %q: %w", v.Path, err)
	}
	return out.Bytes(), t.x.Err()
}

func (t *Templates) funcs(v *View) template.FuncMap {
	return template.FuncMap{
		"t": func(key string, args ...any) (string, error) {
			if len(args)%2 != 0 {
				return "", fmt.Errorf("t %q: want names and values in turn", key)
			}
			text := t.x.T(key, args...)
			return text, t.x.Err()
		},
		"icon": func(name string) (template.HTML, error) {
			s, err := icon(name)
			return template.HTML(s), err
		},
		"sprite": func() template.HTML { return template.HTML(sprite()) },
		"logo":   func() template.HTML { return template.HTML(logo()) },
		"num":    t.x.Number,
		"patternMap": func(pages []*Entry) (template.HTML, error) {
			s, err := patternMap(t.x, v, pages)
			return template.HTML(s), err
		},
		"inline": func(text any) (template.HTML, error) { return t.inline(v, text) },
	}
}

// inline renders one line of Markdown, for example of the front matter.
func (t *Templates) inline(v *View, text any) (template.HTML, error) {
	s, ok := text.(string)
	if !ok {
		return "", errors.New("inline: want a text")
	}
	src := markdown.Source{Name: v.Path, Text: []byte(s), Span: t.Draw.Span,
		Link: func(target string) (string, error) { return relative(v.Home, target) }}
	html, err := markdown.Inline(src)
	return template.HTML(html), err
}
