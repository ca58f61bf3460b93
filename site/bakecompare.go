package main

import (
	"slices"
	"strconv"

	"rowkey/site/markdown"
)

// comparedRows is how many rows of an answer stand in a comparison: the table below is what counts.
const comparedRows = 5

// costMeasure is a row of a comparison.
type costMeasure struct {
	counter string // name in Counters.byName
	less    bool   // less is better
	write   func(int) string
	spare   bool // left out if it is 0 everywhere
}

var costMeasures = []costMeasure{
	{"requests", true, number, false},
	{"transactions", true, number, false},
	{"roundtrips", true, number, false},
	{"read", true, number, false},
	{"returned", false, number, false},
	{"bytes", true, sizeText, false},
	{"elapsed", true, durationText, true},
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
	values := make([]int, len(runs))
	for i, r := range runs {
		values[i] = *r.Counters.byName()[m.counter]
	}
	row := `<tr data-counter="` + m.counter + `"` + bare("hidden", m.spare && slices.Max(values) == 0) +
		`><th scope="row">` + b.t("counter."+m.counter) + `</th>`
	for _, v := range values {
		best := m.less && isLeast(v, values)
		row += `<td` + bare("data-best", best) + attr("data-value", strconv.Itoa(v)) + `><span>` +
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
func isLeast(v int, values []int) bool {
	least := slices.Min(values)
	return v == least && least < slices.Max(values)
}
