package pages

import (
	"html/template"

	"rowkey/site/course"
	"rowkey/site/markdown"
)

// Draw returns the HTML of what app/static.ts draws: of is its data, as JSON.
type Draw func(what string, of any) (string, error)

// Drawing draws the scripts of one page, and gives each a number that is its own there.
type Drawing struct {
	draw    Draw
	line    bool   // with a key line above each answer
	scripts int    // so far
	reads   []read // of their queries
}

// NewDrawing begins a page.
func NewDrawing(draw Draw) *Drawing { return &Drawing{draw: draw} }

// placed is a script at a place of a page.
type placed struct {
	ID    int         `json:"id"`
	Title string      `json:"title"`
	Line  bool        `json:"line,omitempty"`
	Ran   *course.Run `json:"ran"`
}

func (d *Drawing) place(r *course.Run, title string) (placed, error) {
	d.scripts++
	reads, err := readsOf(r)
	d.reads = append(d.reads, reads...)
	return placed{d.scripts, title, d.line, r}, err
}

// Cell draws a script and below each request its answer.
func (d *Drawing) Cell(r *course.Run, title string) (string, error) {
	of, err := d.place(r, title)
	if err != nil {
		return "", err
	}
	return d.draw("cell", of)
}

// Several draws scripts together: "compare" or "measure".
func (d *Drawing) Several(what string, scripts []markdown.Script, runs []*course.Run) (string, error) {
	list := make([]placed, len(runs))
	for i, r := range runs {
		var err error
		if list[i], err = d.place(r, scripts[i].Caption); err != nil {
			return "", err
		}
	}
	return d.draw(what, list)
}

// Span draws the code spans "class:row-range" and "filter:Age ge 30".
func (draw Draw) Span(kind, text string) (string, error) {
	if kind == "class" {
		kind = "badge"
	}
	return draw(kind, text)
}

// Cell is a script of a page that a template may show. It is drawn when the template asks for it.
type Cell struct {
	Text  string
	Title string // of the last request, the name of the file if it has none
	run   *course.Run
	page  *Drawing
}

func newCell(r *course.Run, page *Drawing) *Cell {
	c := &Cell{Text: r.Text, Title: r.Name, run: r, page: page}
	if t := r.Last().Title; t != "" {
		c.Title = t
	}
	return c
}

// HTML is the whole <run-cell>.
func (c *Cell) HTML() (template.HTML, error) {
	out, err := c.page.Cell(c.run, c.run.Name)
	return template.HTML(out), err
}

// Read is how many entities the last request read.
func (c *Cell) Read() int { return c.run.Last().Record.Read }

// Way is a list item: the filter of the last request, what it reads of the table, what it costs.
func (c *Cell) Way() (template.HTML, error) { return c.way(false) }

// BareWay is the same with a key line without names, to be below another one.
func (c *Cell) BareWay() (template.HTML, error) { return c.way(true) }

func (c *Cell) way(bare bool) (template.HTML, error) {
	out, err := c.page.draw("way", map[string]any{"ran": c.run, "bare": bare})
	return template.HTML(out), err
}
