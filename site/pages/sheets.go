package pages

import (
	"errors"
	"fmt"
	"html/template"
	"math"

	"rowkey/site/course"
)

// ReadySheet is a sheet that the page of the workbench offers. Its JSON is what the page carries.
type ReadySheet struct {
	Key   string `json:"key"`
	Title string `json:"title"`
	Text  string `json:"text"`

	Asks string  `json:"-"` // a question that it has to answer
	Hard string  `json:"-"` // what is hard about it
	Peak float64 `json:"-"` // requests in the busiest second

	report any
	draw   Draw
}

// readySheets returns the sheets of the front matter's "sheets", a list of {sheet, title, asks, hard, designs}.
func (b *Book) readySheets(f *course.Folder, meta map[string]any) ([]*ReadySheet, error) {
	list, _ := meta["sheets"].([]any)
	var out []*ReadySheet
	for i, item := range list {
		of, _ := item.(map[string]any)
		r, err := b.readySheet(of)
		if err != nil {
			return nil, fmt.Errorf("%s: sheets: entry %d: %w", f.Name(), i+1, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// linkedSheets are the sheets of patterns and cases, which the workbench opens from their pages.
func (b *Book) linkedSheets() []*ReadySheet {
	var out []*ReadySheet
	for card, s := range b.Tree.LinkedSheets() {
		out = append(out, &ReadySheet{Key: card, Title: s.Name, Text: s.Text})
	}
	return out
}

func (b *Book) readySheet(of map[string]any) (*ReadySheet, error) {
	text := func(key string) string { s, _ := of[key].(string); return s }
	r := &ReadySheet{Key: text("sheet"), Title: text("title"), Asks: text("asks"), Hard: text("hard")}
	var designs []string
	names, _ := of["designs"].([]any)
	for _, name := range names {
		designs = append(designs, fmt.Sprint(name))
	}
	if r.Key == "" || r.Title == "" || r.Asks == "" || r.Hard == "" || designs == nil {
		return nil, errors.New("sheet, title, asks, hard and designs are required")
	}
	s, err := b.Tree.Sheet(r.Key, designs)
	if err != nil {
		return nil, err
	}
	r.Text, r.Peak, r.report, r.draw = s.Text, s.Peak, s.Report, b.Draw
	return r, nil
}

// The line on which loads are shown begins at 1 and ends at 100,000 a second; each step is ten times as much.
const loadDecades = 5

// Position is where the peak is on the line of loads, in percent of its length.
func (r *ReadySheet) Position() string { return fmt.Sprintf("%.2f%%", 100*r.share()) }

func (r *ReadySheet) share() float64 { return math.Min(1, math.Log10(math.Max(1, r.Peak))/loadDecades) }

// PeakText is the peak with at most three digits that count.
func (r *ReadySheet) PeakText() int {
	n := r.Peak
	unit := math.Pow(10, math.Max(0, math.Floor(math.Log10(math.Max(1, n)))-2))
	return int(math.Round(n/unit) * unit)
}

// Designs draws the designs of the sheet side by side.
func (r *ReadySheet) Designs() (template.HTML, error) {
	html, err := r.draw("designs", map[string]any{"text": r.Text, "report": r.report})
	return template.HTML(html), err
}
