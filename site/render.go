package main

import (
	"errors"
	"os"
	"path"
	"path/filepath"

	"rowkey/site/pages"
	"rowkey/site/parallel"
	"rowkey/site/picture"
	"rowkey/site/publish"
)

// render executes the templates in every language.
func (p *project) render() error {
	for i, b := range p.library {
		if err := p.renderBook(b, p.templates[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *project) renderBook(b *pages.Book, templates *pages.Templates) error {
	views := b.Built()
	out, images := make([][]byte, len(views)), make([][]byte, len(views))
	err := parallel.Each(len(out), func(i int) error {
		v := views[i]
		if v.Path == pages.NotFound {
			v.Root = pages.BasePath(p.o.Base) // it is shown at any depth
			v.Home = v.Root
		}
		v.CSP, v.Engine, v.Worker, v.Sheets = publish.Policy, p.engineOf(v), p.front.Worker, p.front.SheetList()
		if v.HasLabs() {
			v.Labs = p.engines[publish.Workbench]
		}
		v.Program, v.Blobs, v.Frame = p.front.Program, p.front.Blobs, p.front.Closed
		if v.Template == "play" {
			v.Soon = p.front.Play[v.Lang]
		} else if v.Step != nil && v.Step.Task != "" {
			v.Soon = p.front.Lesson[v.Lang]
		}
		v.Style, v.Script, v.Base = v.Root+p.front.Style, v.Root+p.front.Pages[v.Lang], p.o.Base
		var err error
		if images[i], err = p.picture(b, v); err != nil {
			return err
		}
		page, err := templates.Execute(v)
		out[i] = p.front.LinkSheets(page, v.Root)
		return err
	})
	if err != nil {
		return err
	}
	for i, v := range views {
		p.files[v.File()] = out[i]
		for name, text := range v.Beside {
			p.files[path.Join(path.Dir(v.File()), name)] = []byte(text)
		}
		if v.Image != "" {
			p.files[v.Image] = images[i]
		}
	}
	return b.Texts.Err()
}

// picture draws what other programs show beside a link to a page, and tells the page where it is. Addresses of pictures
// have to be absolute, so a build that does not know its own has none.
func (p *project) picture(b *pages.Book, v *pages.View) ([]byte, error) {
	if p.o.Base == "" || v.Path == pages.NotFound || v.Moved != "" {
		return nil, nil
	}
	painter, err := p.tools.painter()
	if err != nil {
		return nil, err
	}
	card, err := b.Picture(v)
	if err != nil {
		return nil, err
	}
	png, err := painter.PNG(card)
	v.Image = pages.PicturePath(png)
	return png, err
}

// painter draws in the colours of the style sheets.
func (w *workshop) painter() (*picture.Painter, error) {
	css := filepath.Join(w.o.Root, "site/app/css")
	tokens, err1 := os.ReadFile(filepath.Join(css, "base/tokens.css"))
	heat, err2 := os.ReadFile(filepath.Join(css, "blocks/answers/heat-map.css"))
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	return picture.NewPainter(tokens, heat)
}
