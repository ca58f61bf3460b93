package main

import (
	"slices"
	"strconv"

	"rowkey/site/markdown"
)

// comparedRows is how many rows of an answer stand in a comparison: the table below is what counts.
const comparedRows = 5

// costMeasure is a row of a comparison, left out if it is 0 everywhere.
type costMeasure struct {
	name  string // of the text "counter.<name>"
	value func(*Run) float64
	write func(float64) string
	less  bool // less is better
}

var costMeasures = []costMeasure{
	counted("requests", numberText, true),
	counted("transactions", numberText, true),
	counted("roundtrips", numberText, true),
	counted("read", numberText, true),
	counted("returned", numberText, false),
	counted("bytes", whole(sizeText), true),
	counted("elapsed", whole(durationText), true),
	{"refused", func(r *Run) float64 { return r.load().refusedShare() }, percentText, true},
	{"p95", func(r *Run) float64 { return r.load().P95 }, whole(durationText), true},
	{"hottest", func(r *Run) float64 { return r.load().Hottest }, percentText, true},
}

// counted is a measure that every run has.
func counted(name string, write func(float64) string, less bool) costMeasure {
	return costMeasure{name, func(r *Run) float64 { return float64(*r.Counters.byName()[name]) }, write, less}
}

func whole(write func(int) string) func(float64) string {
	return func(x float64) string { return write(int(x)) }
}

func percentText(x float64) string { return numberText(x) + " %" }

// load returns the last load of a run, an empty one if it has none.
func (r *Run) load() *Load {
	for i := len(r.Story) - 1; i >= 0; i-- {
		if l := r.Story[i].Load; l != nil {
			return l
		}
	}
	return &Load{}
}

// compare draws scripts below each other, then what each costs, side by side. The least of a row is
// marked by a word as well.
func (b *Baker) compare(scripts []markdown.Script, runs []*Run) string {
	out := `<cost-compare>`
	b.rows = comparedRows
	defer func() { b.rows = 0 }()
	head := `<td></td>`
	for i, r := range runs {
		letter, name := columnLetter(i), scripts[i].Caption
		out += `<p class="cmp-name"><b>` + letter + `</b> ` + esc(name) + `</p>` + b.cell(r, name)
		head += `<th scope="col"><b>` + letter + `</b> <span>` + esc(name) + `</span></th>`
	}
	label := b.x.T("compare.label")
	return out + scroll(label, `<table class="compare">`+caption(label)+`<thead><tr>`+head+`</tr></thead><tbody>`+
		each(costMeasures, func(_ int, m costMeasure) string { return b.measureRow(m, runs) })+
		`</tbody></table>`) + `</cost-compare>`
}

func columnLetter(i int) string { return string(rune('A' + i)) }

func (b *Baker) measureRow(m costMeasure, runs []*Run) string {
	values := make([]float64, len(runs))
	for i, r := range runs {
		values[i] = m.value(r)
	}
	row := `<tr data-counter="` + m.name + `"` + bare("hidden", slices.Max(values) == 0) +
		`><th scope="row">` + b.t("counter."+m.name) + `</th>`
	for _, v := range values {
		best := m.less && isLeast(v, values)
		row += `<td` + bare("data-best", best) + attr("data-value", strconv.FormatFloat(v, 'f', -1, 64)) + `><span>` +
			b.leastWord(best) + `</span> <b>` + m.write(v) + `</b></td>`
	}
	return row + `</tr>`
}

func (b *Baker) leastWord(best bool) string {
	if !best {
		return ""
	}
	return b.t("compare.least")
}

// isLeast is true for the smallest of values that are not all the same.
func isLeast(v float64, values []float64) bool {
	least := slices.Min(values)
	return v == least && least < slices.Max(values)
}
