package pages

import (
	"fmt"
	"html"
	"path"
	"strconv"
)

// Sizes of the pattern map, in the units of its view box.
const (
	mapWidth   = 172 // of a box
	mapHeight  = 40
	mapColumns = 224 // from box to box
	mapRows    = 84
)

// mapBox is a pattern on the map, at the place that its page names ("place: [column, row]").
type mapBox struct {
	*Entry
	short string
	x, y  int
	avoid bool
}

// patternMap draws the patterns as boxes and how they lead to each other as lines, from the front
// matter of their pages, and writes the same as a list.
func patternMap(x *Texts, v *View, pages []*Entry) (string, error) {
	boxes := map[string]*mapBox{}
	width, height := 0, 0
	for _, e := range pages {
		box, err := newMapBox(e)
		if err != nil {
			return "", err
		}
		boxes[path.Base(e.Path)] = box
		width, height = max(width, box.x+mapWidth), max(height, box.y+mapHeight)
	}
	lines, nodes, list := "", "", ""
	for _, e := range pages {
		from := boxes[path.Base(e.Path)]
		related, err := relations(e.Meta)
		if err != nil {
			return "", fmt.Errorf("%s: %w", e.Path, err)
		}
		to := ""
		for _, r := range related {
			box := boxes[r.pattern]
			if box == nil {
				return "", fmt.Errorf("%s: related: there is no pattern %q", e.Path, r.pattern)
			}
			lines += mapLine(from, box)
			to += `<li>` + html.EscapeString(box.Title) + `</li>`
		}
		nodes += boxes[path.Base(e.Path)].draw(v)
		list += `<li>` + html.EscapeString(e.Title) + `<ul>` + to + `</ul></li>`
	}
	return fmt.Sprintf(`<figure class="pattern-map"><svg viewBox="-2 -2 %d %d" aria-hidden="true" `+
		`focusable="false">%s%s</svg>`,
		width+4, height+4, lines, nodes) +
		`<details><summary>` + html.EscapeString(x.T("patterns.map.text")) + `</summary><ul>` + list +
		`</ul></details></figure>`, nil
}

func newMapBox(e *Entry) (*mapBox, error) {
	place, _ := e.Meta["place"].([]any)
	if len(place) != 2 {
		return nil, fmt.Errorf("%s: front matter: place: want [column, row] on the map", e.Path)
	}
	column, _ := strconv.Atoi(fmt.Sprint(place[0]))
	row, _ := strconv.Atoi(fmt.Sprint(place[1]))
	box := &mapBox{Entry: e, short: e.Title, x: column * mapColumns, y: row * mapRows}
	if s, ok := e.Meta["short"].(string); ok {
		box.short = s
	}
	box.avoid, _ = e.Meta["avoid"].(bool)
	return box, nil
}

// mapLine goes from border to border: sideways between columns, else up or down.
func mapLine(from, to *mapBox) string {
	x1, y1, x2, y2 := from.x+mapWidth/2, from.y+mapHeight/2, to.x+mapWidth/2, to.y+mapHeight/2
	switch {
	case from.x < to.x:
		x1, x2 = from.x+mapWidth, to.x
	case from.x > to.x:
		x1, x2 = from.x, to.x+mapWidth
	case from.y < to.y:
		y1, y2 = from.y+mapHeight, to.y
	default:
		y1, y2 = from.y, to.y+mapHeight
	}
	return fmt.Sprintf(`<path d="M%d %dL%d %d"/><circle cx="%d" cy="%d" r="3"/>`, x1, y1, x2, y2, x2, y2)
}

func (m *mapBox) draw(v *View) string {
	kind := "pattern"
	if m.avoid {
		kind = "avoid"
	}
	return fmt.Sprintf(`<a href="%s" tabindex="-1" data-kind="%s"><rect x="%d" y="%d" width="%d" height="%d"/>`+
		`<text x="%d" y="%d">%s</text></a>`, html.EscapeString(v.URL(m.Path)), kind, m.x, m.y, mapWidth, mapHeight,
		m.x+mapWidth/2, m.y+mapHeight/2+4, html.EscapeString(m.short))
}
