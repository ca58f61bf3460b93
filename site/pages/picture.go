package pages

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"

	"rowkey/site/course"
	"rowkey/site/picture"
)

// The picture beside a link to a page, in other programs.

// read is what a query of a page read, as the page shows it.
type read struct {
	picture.Line
	class          string
	read, returned int
}

// readsOf are the last answers to the queries of a script.
func readsOf(r *course.Run) ([]read, error) {
	var out []read
	for i, x := range r.Exchanges {
		later := func(y *course.Exchange) bool { return y.Block == x.Block }
		if x.Record.Plan == nil || r.Pictures[x.Block] == nil || slices.ContainsFunc(r.Exchanges[i+1:], later) {
			continue
		}
		of := read{class: x.Record.Plan.Class, read: x.Record.Read, returned: x.Record.Returned}
		if err := json.Unmarshal(r.Pictures[x.Block], &of.Line); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
		if len(of.Parts) > 0 {
			out = append(out, of)
		}
	}
	return out, nil
}

// beside is how many key lines a picture has where others would read as much: one that differs is enough.
const beside = 2

// Picture returns what a link to the page shows elsewhere.
func (b *Book) Picture(v *View) (picture.Card, error) {
	card := picture.Card{Title: v.Title, Where: b.Texts.placeName(v)}
	if v.Template == "home" {
		card.Title = b.Texts.T("home.statement.1") + " " + b.Texts.T("home.statement.2")
	}
	var err error
	if card.Figure, err = b.figure(v); err != nil {
		return card, fmt.Errorf("%s: %w", v.Path, err)
	}
	return card, b.Texts.Err()
}

// placeName says where a page is, "" for those that are places themselves.
func (x *Texts) placeName(v *View) string {
	switch key := "nav." + v.Place; {
	case v.Template == "lesson":
		return v.Lesson.Title
	case v.Path != v.Place+"/" && x.Has(key):
		return x.T(key)
	}
	return ""
}

func (b *Book) figure(v *View) (picture.Figure, error) {
	switch v.Template {
	case "home":
		return b.cellLines(v, 3, "point.http", "partition.http", "table.http")
	case "play":
		return b.cellLines(v, beside, firstSample(v))
	case "learn":
		return track(b.Site), nil
	case "overview":
		return steps(v.Lesson, 0), nil
	case "patterns":
		return boxes(v.Pages)
	case "design":
		return b.bars(v.Ready), nil
	case "scale":
		if len(v.Loads) > 0 {
			return v.Loads[0].heat()
		}
	}
	if lines := b.Texts.lines(v.reads, beside); len(lines) > 0 {
		return lines, nil
	}
	if v.Step != nil {
		return steps(v.Lesson, v.Step.N), nil
	}
	return picture.Mark{}, nil
}

func firstSample(v *View) string {
	chosen, _ := v.Meta["samples"].([]any)
	for _, c := range chosen {
		one, _ := c.(map[string]any)
		file, _ := one["file"].(string)
		return file
	}
	return ""
}

// cellLines are the key lines of scripts that the template shows.
func (b *Book) cellLines(v *View, most int, names ...string) (picture.Figure, error) {
	var all []read
	for _, name := range names {
		if c := v.Cells[name]; c != nil {
			reads, err := readsOf(c.run)
			if err != nil {
				return nil, err
			}
			all = append(all, reads...)
		}
	}
	if lines := b.Texts.lines(all, most); len(lines) > 0 {
		return lines, nil
	}
	return picture.Mark{}, nil
}

// lines are the key lines of different query classes, in the order of the page.
func (x *Texts) lines(all []read, most int) picture.Lines {
	var out picture.Lines
	for _, r := range all {
		same := func(l picture.Line) bool { return l.Class == r.class }
		if len(out) == most || slices.ContainsFunc(out, same) {
			continue
		}
		l := r.Line
		l.Class, l.Word = r.class, x.T("class."+r.class)
		l.Reads = x.T("reads.label", "read", r.read, "returned", r.returned)
		out = append(out, l)
	}
	return out
}

func track(s *Site) picture.Track {
	var out picture.Track
	for _, part := range s.Parts {
		var lessons []int
		for _, l := range part.Lessons {
			lessons = append(lessons, len(l.Steps))
		}
		out = append(out, lessons)
	}
	return out
}

// steps are those of a lesson; here is the page's own, 0 for none.
func steps(l *Lesson, here int) picture.Rows {
	out := picture.Rows{Here: here}
	for _, s := range l.Steps {
		out.Titles = append(out.Titles, s.Title)
	}
	return out
}

// boxes are the map of the patterns.
func boxes(pages []*Entry) (picture.Figure, error) {
	var out picture.Boxes
	at := map[string]int{}
	for i, e := range pages {
		at[path.Base(e.Path)] = i
	}
	for _, e := range pages {
		box, err := newMapBox(e)
		if err != nil {
			return nil, err
		}
		related, err := relations(e.Meta)
		if err != nil {
			return nil, err
		}
		made := picture.Box{Name: box.short, Column: box.x / mapColumns, Row: box.y / mapRows, Avoid: box.avoid}
		for _, r := range related {
			made.To = append(made.To, at[r.pattern])
		}
		out = append(out, made)
	}
	return out, nil
}

// bars are the loads of the ready sheets.
func (b *Book) bars(ready []*ReadySheet) picture.Bars {
	out := picture.Bars{Unit: b.Texts.T("picture.load")}
	for _, r := range ready {
		out.List = append(out.List, picture.Bar{Name: r.Title, Number: b.Texts.Number(r.PeakText()), Share: r.share()})
	}
	return out
}

// heatShares are the shares of the target at which the colour of a map changes, as in app/map/heat-colours.ts.
var heatShares = []float64{0, 1. / 32, 1. / 16, 1. / 8, 1. / 4, 1. / 2, 1}

// heat is the map of the load: what was asked of the busiest partition of each row.
func (r *ReadyLoad) heat() (picture.Figure, error) {
	report, err := course.RunLoad(r.Load, exampleRows, exampleColumns)
	if err != nil {
		return nil, err
	}
	var of struct {
		Heat struct {
			Columns int
			Target  float64
			Rows    []struct{ Peaks []float64 }
		}
	}
	if err := json.Unmarshal(report, &of); err != nil {
		return nil, err
	}
	out := make(picture.Heat, len(of.Heat.Rows))
	for i, row := range of.Heat.Rows {
		out[i] = make([]int, of.Heat.Columns)
		for column, rate := range row.Peaks {
			for _, share := range heatShares {
				if rate > 0 && rate >= share*of.Heat.Target {
					out[i][column]++
				}
			}
		}
	}
	return out, nil
}

// PicturePath names the file of a picture.
func PicturePath(png []byte) string { return AssetPath("link", course.Hash(png), ".png") }
