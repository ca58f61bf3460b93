package pages

import (
	"errors"
	"fmt"
	"html/template"

	"rowkey/site/course"
)

// The size of the maps that pages are built with: of the example, and of the small pictures.
const (
	exampleRows, exampleColumns = 96, 40
	shapeRows, shapeColumns     = 20, 40
)

// ReadyLoad is a load that the page of the data centre offers. Its JSON is what the page carries.
type ReadyLoad struct {
	Key   string         `json:"key"`
	Title string         `json:"title"`
	Load  map[string]any `json:"load"`

	Looks string `json:"-"` // on a map
	Means string `json:"-"` // and what it means
	Cure  string `json:"-"`

	draw Draw
}

// readyLoads returns the loads of the front matter's "loads", a list of {key, title, looks, means, cure, load}.
func (b *Book) readyLoads(where string, meta map[string]any) ([]*ReadyLoad, error) {
	list, _ := meta["loads"].([]any)
	var out []*ReadyLoad
	for i, item := range list {
		of, _ := item.(map[string]any)
		text := func(key string) string { s, _ := of[key].(string); return s }
		r := &ReadyLoad{Key: text("key"), Title: text("title"), Looks: text("looks"), Means: text("means"),
			Cure: text("cure"), draw: b.Draw}
		r.Load, _ = of["load"].(map[string]any)
		if r.Key == "" || r.Title == "" || r.Looks == "" || r.Means == "" || r.Load == nil {
			return nil, fmt.Errorf("%s: loads: entry %d: %w", where, i+1,
				errors.New("key, title, looks, means and load are required"))
		}
		out = append(out, r)
	}
	return out, nil
}

// Run draws what the load does, with everything that a run shows.
func (r *ReadyLoad) Run() (template.HTML, error) { return r.drawn("run", exampleRows, exampleColumns) }

// Shape draws the map alone, small.
func (r *ReadyLoad) Shape() (template.HTML, error) { return r.drawn("shape", shapeRows, shapeColumns) }

func (r *ReadyLoad) drawn(what string, rows, columns int) (template.HTML, error) {
	report, err := course.RunLoad(r.Load, rows, columns)
	if err != nil {
		return "", fmt.Errorf("load %s: %w", r.Key, err)
	}
	html, err := r.draw(what, report)
	return template.HTML(html), err
}
