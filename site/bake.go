package main

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// Baker draws the blocks of a page as HTML: what site/app draws live, element for element, without
// the controls that need a script. One page has one Baker, so that names in it are unique.
type Baker struct {
	x    *Texts
	lens int // groups of radio buttons so far
	rows int // of an answer, 0 for gridRows
}

// t returns an interface text as HTML.
func (b *Baker) t(key string, args ...any) string { return esc(b.x.T(key, args...)) }

func esc(s string) string { return html.EscapeString(s) }

// attr writes an attribute, nothing if the value is empty.
func attr(name, value string) string {
	if value == "" {
		return ""
	}
	return " " + name + `="` + esc(value) + `"`
}

// bare writes an empty attribute.
func bare(name string, on bool) string {
	if !on {
		return ""
	}
	return " " + name + `=""`
}

// each draws a list.
func each[T any](list []T, draw func(int, T) string) string {
	var out strings.Builder
	for i, v := range list {
		out.WriteString(draw(i, v))
	}
	return out.String()
}

// kebab turns a name of the engine into one of the style sheet: "rowRange", "row-range".
func kebab(class string) string {
	var out strings.Builder
	for _, r := range class {
		if 'A' <= r && r <= 'Z' {
			out.WriteByte('-')
			r += 'a' - 'A'
		}
		out.WriteRune(r)
	}
	return out.String()
}

// percent writes a share between 0 and 1 for an SVG attribute.
func percent(share float64) string {
	return strconv.FormatFloat(round2(share*100), 'f', -1, 64) + "%"
}

func round2(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 2, 64), 64)
	if err != nil || r == 0 {
		return 0 // no minus zero
	}
	return r
}

// classShapes draw the small key line of a class: what is not read, what is.
var classShapes = map[string][2]string{
	"point":           {left + middle + right, "M10.75 0h2.5v10h-2.5z"},
	"row-range":       {left + middle + right, "M9 2h6v6H9z"},
	"partition-scan":  {left + right, middle},
	"partition-range": {left, middle + right},
	"table-scan":      {"", left + middle + right},
}

const (
	middle = "M6 2h12v6H6z"
	left   = "M0 2h4v6H0z"
	right  = "M20 2h4v6h-4z"
)

// badge draws shape and word of a query class, given in either spelling.
func (b *Baker) badge(class string) string {
	class = kebab(class)
	shape := classShapes[class]
	return fmt.Sprintf(`<class-badge data-class="%s">`+
		`<svg class="glyph" viewBox="0 0 24 10" aria-hidden="true"><path class="glyph-off" d="%s"/>`+
		`<path d="%s"/></svg>%s</class-badge>`,
		class, shape[0], shape[1], b.t("class."+class))
}

// bar draws a bar that is filled to a share between 0 and 1.
func bar(share float64) string {
	width := max(4, int(share*100+0.5))
	return fmt.Sprintf(`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" `+
		`aria-hidden="true"><path d="M0 0h%dv1H0z"/></svg>`, width)
}

func status(code int, text string) string {
	return fmt.Sprintf(`<b class="status" data-kind="%dxx">%s</b>`, code/100, esc(text))
}

// sample draws lines of code; the lines are HTML.
func sample(label string, lines []string) string {
	return `<pre class="sample" translate="no" tabindex="0" role="group"` + attr("aria-label", label) +
		`><code>` + codeLines(lines) + `</code></pre>`
}

func codeLines(lines []string) string {
	return each(lines, func(_ int, l string) string { return `<span class="ln">` + l + "\n</span>" })
}

// scroll wraps a table so that it scrolls by itself where it is too wide.
func scroll(label, table string) string {
	return `<div class="grid-scroll" tabindex="0" role="group"` + attr("aria-label", label) + `>` +
		table + `</div>`
}

func caption(text string) string { return `<caption class="vh">` + esc(text) + `</caption>` }
