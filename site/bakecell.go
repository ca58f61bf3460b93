package main

import (
	"html/template"
	"net/url"
	"slices"
	"strings"
)

// group is the part of a script that is sent as one: a block, or the blocks of a transaction.
type group struct {
	first, last int // lines, from 1
	shown       *Shown
}

// isDesign is true for blocks that say how entities are stored.
func (g group) isDesign() bool { return g.shown != nil && g.shown.Design != nil }

// groups cuts a script at its steps. Every line is in one group.
func (r *Run) groups() []group {
	var out []group
	inside := map[int]bool{}
	line := 1
	for _, b := range r.Blocks {
		if inside[b.Index] {
			continue
		}
		g := group{first: line, last: b.LastLine}
		if s, ok := r.Shown[b.Index]; ok {
			g.shown = &s
			for _, i := range s.Blocks {
				inside[i] = true
				g.last = max(g.last, r.lastLine(i))
			}
		}
		if n := len(out); n > 0 && out[n-1].isDesign() && b.Line == 0 && g.shown == nil {
			out[n-1].last = g.last // a further copy: the verdict is on all of them
		} else {
			out = append(out, g)
		}
		line = g.last + 1
	}
	if len(out) == 0 {
		return []group{{first: 1, last: strings.Count(r.Text, "\n") + 1}}
	}
	out[len(out)-1].last = strings.Count(r.Text, "\n") + 1
	return out
}

func (r *Run) lastLine(index int) int {
	i := slices.IndexFunc(r.Blocks, func(b Block) bool { return b.Index == index })
	if i < 0 {
		return 0
	}
	return r.Blocks[i].LastLine
}

// code draws lines [first, last] of a script without the empty lines around them.
func (b *Baker) code(r *Run, label string, first, last int) string {
	all := scriptLines(r.Text, r.Tokens)
	lines := all[first-1 : min(last, len(all))]
	for len(lines) > 0 && len(lines[0]) == 0 {
		lines = lines[1:]
	}
	for len(lines) > 0 && len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	return sample(label, drawLines(lines))
}

// cell draws a script and below each request its answer.
func (b *Baker) cell(r *Run, title string) string {
	label := b.x.T("cell.example", "title", title)
	out := `<run-cell data-kind="example"` + attr("data-script", r.Name) + `><section role="group"` +
		attr("aria-label", label) + `>`
	groups := r.groups()
	end := lastShown(groups)
	for i, g := range groups {
		out += `<div class="cell-edit">` + b.code(r, b.codeLabel(g, title), g.first, g.last) + `</div>`
		if g.shown != nil {
			story := ""
			if i == end {
				story = b.lanes(r.Story)
			}
			out += b.output(titleOf(*g.shown, title), *g.shown, story)
		}
	}
	return out + `</section></run-cell>`
}

// lastShown returns the last group that has an answer, -1 if none has.
func lastShown(groups []group) int {
	for i := len(groups) - 1; i >= 0; i-- {
		if groups[i].shown != nil {
			return i
		}
	}
	return -1
}

// codeLabel names a region; regions of one page should differ.
func (b *Baker) codeLabel(g group, title string) string {
	if g.shown == nil {
		return b.x.T("cell.example", "title", title)
	}
	return b.x.T("cell.example", "title", titleOf(*g.shown, title))
}

func titleOf(s Shown, otherwise string) string {
	if s.Title != "" {
		return s.Title
	}
	return otherwise
}

// view gathers everything that a template may show of a script.
func (b *Baker) view(r *Run, title string) *Cell {
	label, lines := b.x.T("cell.example", "title", title), strings.Count(r.Text, "\n")+1
	c := &Cell{Name: r.Name, Title: title, Text: r.Text, HTML: template.HTML(b.cell(r, title)),
		Code: template.HTML(b.code(r, label, 1, lines)), Counters: r.Counters}
	last, ok := r.Last()
	if !ok {
		return c
	}
	c.Title, c.Status, c.ErrorCode = titleOf(last, title), last.Status, last.Code
	c.Output = template.HTML(b.output(c.Title, last, ""))
	if c.Class = last.class(); c.Class == "" {
		return c
	}
	c.Read, c.Returned = last.Record.Read, last.Record.Returned
	if last.Line != nil {
		c.KeyLine = template.HTML(b.keyLine(c.Class, *last.Line, lineOptions{noLegend: true}))
		c.Lane = template.HTML(b.keyLine(c.Class, *last.Line, lineOptions{bare: true}))
	}
	if f := filterOf(last.Exchange); f != "" {
		c.Filter = template.HTML(filterBlock(f))
	}
	return c
}

// filterOf returns the $filter of the first request of an exchange; a point query by address has
// the filter that means the same.
func filterOf(x Exchange) string {
	if len(x.Wire) == 0 {
		return ""
	}
	u, err := url.Parse(x.Wire[0].Request.URL)
	if err != nil {
		return ""
	}
	if f := u.Query().Get("$filter"); f != "" || x.Record.Plan == nil {
		return f
	}
	return x.Record.Plan.Used
}
