package main

import (
	"fmt"
	"math"
	"strings"
)

// Geometry of a key line. Positions are attributes in per cent and heights come from the style
// sheet, so that the picture needs no style attribute and fits any width.
const (
	slimmest  = 1.0 / 120 // of the line: a partition of one row stays visible
	tickMarks = 400       // distinguishable places of a returned row in one line
	phone     = 340       // px
	pane      = 560       // px
	letter    = 6.3       // px
)

// noteBesideCut is the width of a bracket whose note leaves room for that of the cut.
const noteBesideCut = 0.25

// band is one partition of the line, or several that were folded. Positions are shares.
type band struct {
	part        KeyLinePart
	x, width    float64
	rows        int  // read
	drawn       bool // as texture; a single row is a tick alone
	tight       bool // no room for the name on a phone
	crowded     bool // no room for name and count in a pane
	ticks       []float64
	first, last float64 // of the texture, shares of the band
}

// bracket stands under neighbouring bands that were read. Positions are shares of the line.
type bracket struct {
	from, to       float64
	read, returned int
	single         bool // one row: a pin instead of a bracket
}

// lineLayout is a key line ready to be drawn.
type lineLayout struct {
	bands          []band
	brackets       []bracket
	read, returned int
	total          int
}

func layoutLine(l KeyLine) lineLayout {
	weights, sum := make([]float64, len(l.Parts)), 0.0
	for i, p := range l.Parts {
		weights[i] = max(float64(p.N), float64(l.Total)*slimmest, 1)
		sum += weights[i]
	}
	out, x := lineLayout{}, 0.0
	for i, p := range l.Parts {
		width := weights[i] / sum
		out.bands = append(out.bands, newBand(p, x, width))
		out.total += p.N
		x += width
	}
	out.brackets = brackets(out.bands)
	for _, b := range out.brackets {
		out.read += b.read
		out.returned += b.returned
	}
	return out
}

func newBand(p KeyLinePart, x, width float64) band {
	n := max(p.N, 1)
	b := band{part: p, x: x, width: width, ticks: ticks(p.Hits, n, width)}
	b.tight = width*phone < float64(len([]rune(p.Name)))*letter+4
	b.crowded = width*pane < float64(len([]rune(p.Name))+1+len(number(p.N)))*letter+8
	if p.Read == nil {
		return b
	}
	b.rows = p.Read[1] - p.Read[0]
	b.drawn = b.rows > 1 || b.rows == 1 && p.N <= 1
	b.first, b.last = float64(p.Read[0])/float64(n), float64(p.Read[1])/float64(n)
	return b
}

// ticks places returned rows; those that would be drawn upon each other count once.
func ticks(rows []int, n int, width float64) []float64 {
	places := max(1, math.Round(tickMarks*width))
	seen := map[float64]bool{}
	var out []float64
	for _, row := range rows {
		at := (float64(row) + 0.5) / float64(n)
		if place := math.Round(at * places); !seen[place] {
			seen[place] = true
			out = append(out, at)
		}
	}
	return out
}

func brackets(bands []band) []bracket {
	var out []bracket
	open := false
	for _, b := range bands {
		if b.rows <= 0 {
			open = false
			continue
		}
		if !open {
			out = append(out, bracket{from: b.x + b.first*b.width})
			open = true
		}
		last := &out[len(out)-1]
		last.to = b.x + b.last*b.width
		last.read += b.rows
		last.returned += len(b.part.Hits)
		last.single = last.read == 1 && b.part.N > 1
	}
	return out
}

// lineOptions says what a key line leaves out.
type lineOptions struct {
	bare     bool // no names, no legend, no notes: to stand under another line
	noLegend bool
	cut      string // name of the partition where the next page begins
}

// keyLine draws a table and what a request of a class read of it.
func (b *Baker) keyLine(class string, line KeyLine, o lineOptions) string {
	class = kebab(class)
	l := layoutLine(line)
	under := ""
	switch {
	case o.bare:
		under = "bracket"
	case len(l.brackets) == 0 && o.cut == "":
		under = "none"
	}
	names := ""
	if o.bare {
		names = "none"
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<key-line data-class="%s"><svg class="kl"%s%s role="img"%s>`, class,
		attr("data-names", names), attr("data-under", under), attr("aria-label", b.describe(line, l)))
	out.WriteString(each(l.bands, func(_ int, d band) string { return b.drawBand(d, class, !o.bare) }))
	out.WriteString(b.drawCut(l, o.cut))
	out.WriteString(each(l.brackets, func(_ int, k bracket) string {
		return b.drawBracket(k, !o.bare && (o.cut == "" || k.to-k.from >= noteBesideCut))
	}))
	out.WriteString(`</svg>`)
	if !o.bare && !o.noLegend {
		out.WriteString(b.legend(l))
	}
	out.WriteString(`</key-line>`)
	return out.String()
}

// describe says in words what the picture shows.
func (b *Baker) describe(line KeyLine, l lineLayout) string {
	var read []string
	for _, d := range l.bands {
		if d.rows > 0 {
			read = append(read, d.part.Name)
		}
	}
	if len(read) == 0 {
		return b.x.T("keyline.nothing", "table", line.Table, "total", l.total)
	}
	where := strings.Join(read, ", ")
	if len(read) > 3 {
		where = b.x.T("keyline.partitions", "n", len(read))
	}
	return b.x.T("keyline.label", "table", line.Table, "where", where, "read", l.read,
		"returned", l.returned, "rest", l.total-l.read)
}

func (b *Baker) drawBand(d band, class string, named bool) string {
	name := ""
	if named && d.part.Name != "" {
		label := d.part.Name
		if d.part.Fold > 1 {
			label = b.x.T("keyline.partitions", "n", d.part.Fold)
		}
		name = fmt.Sprintf(`<text class="kl-name"%s%s y="1.1em">%s`+
			`<tspan class="kl-n" dx="0.5em">%s</tspan></text>`,
			bare("data-tight", d.tight), bare("data-crowded", d.crowded), esc(label), number(d.part.N))
	}
	read := ""
	switch {
	case d.drawn && d.rows >= d.part.N:
		read = fmt.Sprintf(`<rect class="kl-read" data-whole="" fill="url(#rows-%s)"/>`, class)
	case d.drawn:
		read = fmt.Sprintf(`<rect class="kl-read" x="%s" width="%s" fill="url(#rows-%s)"/>`,
			percent(d.first), percent(d.last-d.first), class)
	}
	hits := each(d.ticks, func(_ int, at float64) string {
		return `<rect class="kl-hit" x="` + percent(at) + `"/>`
	})
	return fmt.Sprintf(`<svg x="%s" width="%s"%s>%s<rect class="kl-band"/>%s%s</svg>`,
		percent(d.x), percent(d.width), bare("data-read", d.rows > 0), name, read, hits)
}

func (b *Baker) drawBracket(k bracket, noted bool) string {
	out := ""
	if !k.single {
		out = fmt.Sprintf(`<rect class="kl-under" x="%s" width="%s"/><rect class="kl-end" x="%s"/>`+
			`<rect class="kl-end" data-last="" x="%s"/>`,
			percent(k.from), percent(k.to-k.from), percent(k.from), percent(k.to))
	}
	if !noted {
		return out
	}
	note := b.x.T("keyline.readOne")
	if k.read != 1 {
		note = b.x.T("keyline.read", "read", k.read, "returned", k.returned)
	}
	x, anchor := (k.from+k.to)/2, "middle"
	if k.to-k.from < 0.2 {
		x, anchor = k.from, "start"
		if k.from > 0.7 {
			x, anchor = k.to, "end"
		}
	}
	return out + fmt.Sprintf(`<text class="kl-note"%s x="%s" text-anchor="%s">%s</text>`,
		bare("data-pin", k.single), percent(x), anchor, esc(note))
}

// drawCut marks where the next page begins.
func (b *Baker) drawCut(l lineLayout, partition string) string {
	for _, d := range l.bands {
		if partition == "" || d.part.Name != partition {
			continue
		}
		at := d.x
		if d.rows > 0 {
			at += d.last * d.width // in the middle of the partition
		}
		x, dx, anchor := percent(at), 4, "start"
		if at > 0.7 {
			dx, anchor = -4, "end"
		}
		return fmt.Sprintf(`<line class="kl-cut" x1="%s" x2="%s" y2="32"/>`+
			`<text class="kl-note kl-next" x="%s" dx="%d" text-anchor="%s">%s</text>`,
			x, x, x, dx, anchor, b.t("empty.next"))
	}
	return ""
}

func (b *Baker) legend(l lineLayout) string {
	item := func(class, key string, n int) string {
		return `<span><i class="` + class + `"></i>` + b.t(key, "n", n) + `</span>`
	}
	return `<p class="kl-legend">` + item("sw-hit", "keyline.legend.returned", l.returned) +
		item("sw-read", "keyline.legend.read", l.read-l.returned) +
		item("sw-off", "keyline.legend.off", l.total-l.read) + `</p>`
}
