package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Geometry of a heat map, in units of its view box and in em.
const (
	cellWidth, cellHeight = 9, 7
	heatRowHeight         = 1.5 // em
	heatMost              = 18  // em
	heatLabels            = 9   // beside the rows
	labelLetters          = 16
	nodeSlimmest          = 0.1    // of the line of nodes
	nodeRoom              = 0.25   // for the partitions beside the name of a node
	nodeName              = 0.09   // for the whole name
	nodeLetter            = 0.0135 // for a letter of the key below it
)

// heatShares are the shares of the target at which the colour of a cell changes.
var heatShares = []float64{0, 1. / 32, 1. / 16, 1. / 8, 1. / 4, 1. / 2, 1}

// load draws what a synthetic load met: in a sentence, on a map of keys and time, node by node.
func (b *Baker) load(l *Load) string {
	out := `<load-report><p class="lr-sum">` + esc(b.loadSum(l)) + `</p>`
	if len(l.Heat.Rows) > 0 && len(l.Heat.Rows[0].Cells) > 0 {
		out += b.heatMap(l)
	}
	return out + b.nodeMaps(l) + b.loadEvents(l) + b.loadPartitions(l) + `</load-report>`
}

func (b *Baker) loadSum(l *Load) string {
	out := b.x.T("load.sum", "sent", l.Sent, "seconds", l.Seconds, "rate", l.Rate, "accepted", l.Accepted)
	if l.Failed > 0 {
		out += " " + b.x.T("load.failed", "n", l.Failed)
	}
	if l.Accepted > 0 {
		out += " " + b.x.T("load.waits", "p50", durationText(int(l.P50)), "p95", durationText(int(l.P95)), "p99", durationText(int(l.P99)))
	}
	return out
}

// refused is the share of attempts that were throttled, in percent.
func (l *Load) refused() string { return numberText(l.refusedShare()) }

func (l *Load) refusedShare() float64 { return share(l.Throttled, l.Accepted+l.Throttled) }

// share returns n of so many in percent, with one digit.
func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return math.Round(1000*float64(n)/float64(of)) / 10
}

func numberText(x float64) string {
	if x == float64(int(x)) {
		return number(int(x))
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}

// loadFacts stand in the head of the result.
func (b *Baker) loadFacts(l *Load) []string {
	return []string{
		b.x.T("load.fact.sent", "n", l.Sent), b.x.T("load.fact.throttled", "n", l.refused()),
		b.x.T("load.fact.p95", "time", durationText(int(l.P95))), b.x.T("load.fact.hottest", "n", numberText(l.Hottest)),
	}
}

// heatLevel is the step of colour of a rate.
func heatLevel(rate, target float64) int {
	level := 0
	for _, share := range heatShares {
		if rate > 0 && rate >= share*target {
			level++
		}
	}
	return level
}

func (b *Baker) heatMap(l *Load) string {
	h := l.Heat
	columns := len(h.Rows[0].Cells)
	height := strconv.FormatFloat(min(max(float64(len(h.Rows))*heatRowHeight, 3), heatMost), 'f', -1, 64)
	names, width := heatNames(l)
	out := `<figure class="hm"><svg class="hm-y" aria-hidden="true" width="` + width + `em" height="` + height + `em">` + names + `</svg>` +
		fmt.Sprintf(`<svg class="heat" height="%sem" viewBox="0 0 %d %d" preserveAspectRatio="none" role="img"%s>`,
			height, columns*cellWidth, len(h.Rows)*cellHeight, attr("aria-label", b.heatLabel(l))) +
		heatCells(h) + `</svg><p class="hm-x" aria-hidden="true"><span>0</span><span>` + durationText(h.Step*columns/2) + `</span><span>` +
		durationText(h.Step*columns) + `</span></p>`
	steps := each(make([]struct{}, len(heatShares)+1), func(i int, _ struct{}) string { return `<i class="h` + strconv.Itoa(i) + `"></i>` })
	out += `<p class="hm-scale"><span>` + b.t("load.scale") + `</span><span>0</span><span class="hm-steps" aria-hidden="true">` + steps +
		`</span><span>` + b.t("load.target", "n", h.Target) + `</span>`
	if l.Throttled > 0 {
		out += `<span class="hm-thr"><svg viewBox="0 0 12 10" aria-hidden="true"><path class="h7" d="M0 0h12v10H0z"/><path class="thr" d="M2 8.5l8-7"/></svg>` +
			b.t("load.refused") + `</span>`
	}
	return out + `</p><figcaption>` + b.hottest(l) + ` ` + b.t("load.model") + `</figcaption></figure>`
}

// heatCells draws one path for each step of colour, equal neighbours as one, and strokes for what was refused.
func heatCells(h Heat) string {
	paths := make([]strings.Builder, len(heatShares)+1)
	var refused strings.Builder
	for y, row := range h.Rows {
		levels := make([]int, len(row.Cells))
		for x, c := range row.Cells {
			levels[x] = heatLevel(float64(c[0])*1000/float64(h.Step), float64(h.Target))
			if c[1] > 0 {
				fmt.Fprintf(&refused, "M%d %gl%d %d", x*cellWidth+2, float64((y+1)*cellHeight)-1.5, cellWidth-4, -(cellHeight - 3))
			}
		}
		for x := 0; x < len(levels); {
			end := x + 1
			for end < len(levels) && levels[end] == levels[x] {
				end++
			}
			fmt.Fprintf(&paths[levels[x]], "M%d %dh%dv%dH%dz", x*cellWidth, y*cellHeight, (end-x)*cellWidth, cellHeight, x*cellWidth)
			x = end
		}
	}
	out := each(paths[1:], func(i int, p strings.Builder) string {
		if p.Len() == 0 {
			return ""
		}
		return `<path class="h` + strconv.Itoa(i+1) + `" d="` + p.String() + `"/>`
	})
	if refused.Len() > 0 {
		out += `<path class="thr" d="` + refused.String() + `"/>`
	}
	return out
}

// heatNames writes keys beside the rows: all, or first, last, the hottest and some between. It also
// returns how wide they are, in em.
func heatNames(l *Load) (names, width string) {
	rows, letters := l.Heat.Rows, 0
	hot := hottestRow(l)
	every := (len(rows) + heatLabels - 1) / heatLabels
	for i, r := range rows {
		near := i-hot < every && hot-i < every
		if i != hot && (near && every > 1 || i%every != 0) {
			continue
		}
		text := clipText(r.Low, labelLetters)
		letters = max(letters, len([]rune(text)))
		names += `<text x="100%" y="` + percent((float64(i)+0.5)/float64(len(rows))) + `" dy="0.36em" text-anchor="end"` +
			bare("data-hot", i == hot) + `>` + esc(text) + `</text>`
	}
	return names, strconv.FormatFloat(round2(float64(letters)*0.62+0.2), 'f', -1, 64)
}

func clipText(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// hottestRow is the row with the most requests.
func hottestRow(l *Load) int {
	best, most := 0, -1
	for i, r := range l.Heat.Rows {
		sum := 0
		for _, c := range r.Cells {
			sum += c[0]
		}
		if sum > most {
			best, most = i, sum
		}
	}
	return best
}

func (b *Baker) heatLabel(l *Load) string {
	return b.x.T("load.heat", "rows", len(l.Heat.Rows), "time", durationText(l.Heat.Step*len(l.Heat.Rows[0].Cells)))
}

// hottest names the busiest partition.
func (b *Baker) hottest(l *Load) string {
	if len(l.Partitions) == 0 {
		return ""
	}
	p := l.Partitions[0]
	key := "load.hottest"
	if p.Throttled > 0 {
		key = "load.hottest.refused"
	}
	return b.x.HTML(key, "name", Raw(`<span class="pk">`+esc(p.Name)+`</span>`), "share", numberText(l.Hottest),
		"peak", p.Peak, "refused", numberText(share(p.Throttled, p.Sent)), "target", l.Heat.Target)
}

// servedRange is a range with the node that serves it.
type servedRange struct {
	NodeRange
	node string
}

// ranges returns the ranges of a map in key order.
func (m NodeMap) ranges() []servedRange {
	var out []servedRange
	for _, n := range m.Nodes {
		for _, r := range n.Ranges {
			out = append(out, servedRange{r, n.Name})
		}
	}
	slices.SortStableFunc(out, func(a, b servedRange) int {
		return cmp.Or(strings.Compare(a.Table, b.Table), strings.Compare(a.Low, b.Low))
	})
	return out
}

// nodeMaps draws which node serves which keys, before and after if that has changed, and tells it in a table.
func (b *Baker) nodeMaps(l *Load) string {
	after := l.Nodes.ranges()
	if len(after) == 0 {
		return ""
	}
	out := `<p><b>` + b.t("nodes.title") + `</b></p><dl class="nm">`
	if before := l.Before.ranges(); len(l.Events) > 0 && len(before) > 0 {
		out += `<div><dt>` + b.t("nodes.before") + `</dt><dd>` + b.nodeLine(before) + `</dd></div>`
	}
	out += `<div><dt>` + b.t("nodes.after") + `</dt><dd>` + b.nodeLine(after) + `</dd></div></dl>`
	label := b.x.T("nodes.table")
	head := b.heads("nodes.node", "nodes.from", "nodes.to", "#nodes.partitions", "#nodes.rate", "#nodes.refused")
	rows := each(after, func(_ int, r servedRange) string {
		return `<tr><th scope="row">` + esc(r.node) + `</th>` + keyEnd(r.Low, b.low(r)) + keyEnd(r.High, b.high(r)) +
			`<td class="num">` + number(r.Partitions) + `</td><td class="num">` + numberText(r.Rate) + `</td><td class="num">` + number(r.Throttled) + `</td></tr>`
	})
	return out + b.fold(label, `<table class="rl-table">`+caption(label)+head+`<tbody>`+rows+`</tbody></table>`)
}

// heads draws the head of a table; "#" marks columns of numbers.
func (b *Baker) heads(keys ...string) string {
	return `<thead><tr>` + each(keys, func(_ int, key string) string {
		name, isNumber := strings.CutPrefix(key, "#")
		class := ""
		if isNumber {
			class = ` class="num"`
		}
		return `<th scope="col"` + class + `>` + b.t(name) + `</th>`
	}) + `</tr></thead>`
}

// fold puts a table behind its label.
func (b *Baker) fold(label, table string) string {
	return `<details class="rl-list"><summary>` + esc(label) + `</summary>` + scroll(label, table) + `</details>`
}

func (b *Baker) nodeLine(list []servedRange) string {
	weights, sum := rangeWeights(list), 0.0
	for _, w := range weights {
		sum += w
	}
	at := 0.0
	var words []string
	for _, r := range list {
		words = append(words, b.x.T("nodes.range", "node", r.node, "low", b.low(r), "high", b.high(r), "n", r.Partitions))
	}
	return `<svg class="nm-line"` + bare("data-one", len(list) == 1) + ` role="img"` + attr("aria-label", strings.Join(words, "; ")) + `>` +
		each(list, func(i int, r servedRange) string {
			x := at / sum
			at += weights[i]
			return b.nodeBand(r, x, weights[i]/sum)
		}) + `</svg>`
}

func (b *Baker) low(r servedRange) string  { return cmp.Or(r.Low, b.x.T("nodes.begin")) }
func (b *Baker) high(r servedRange) string { return cmp.Or(r.High, b.x.T("nodes.end")) }

// keyEnd draws a key that bounds a range, or the word for none.
func keyEnd(key, word string) string {
	if key == "" {
		return `<td>` + esc(word) + `</td>`
	}
	return `<td class="pk">` + esc(key) + `</td>`
}

// rangeWeights makes ranges as wide as they have partitions, but wide enough for a name.
func rangeWeights(list []servedRange) []float64 {
	sum := 0.0
	for _, r := range list {
		sum += float64(r.Partitions)
	}
	out := make([]float64, len(list))
	for i, r := range list {
		out[i] = max(float64(r.Partitions), sum*nodeSlimmest, 1)
	}
	return out
}

func (b *Baker) nodeBand(r servedRange, x, width float64) string {
	name, facts, low := r.node, "", clipText(r.Low, labelLetters)
	if width < nodeName {
		name = name[strings.LastIndexByte(name, '-')+1:]
	}
	if r.Partitions > 0 && width >= nodeRoom {
		facts = b.x.T("nodes.facts", "n", r.Partitions)
	}
	if width < float64(len([]rune(low)))*nodeLetter {
		low = "" // the table has it
	}
	return fmt.Sprintf(`<svg x="%s" width="%s"%s><rect class="nm-band"/><text class="nm-node" x="6" y="1.4em">%s<tspan class="nm-n" dx="0.6em">%s</tspan></text>`+
		`<text class="nm-low" y="3.4em">%s</text></svg>`,
		percent(x), percent(width), bare("data-throttled", r.Throttled > 0), esc(name), esc(facts), esc(low))
}

// loadEvents lists what the cluster decided while the load ran.
func (b *Baker) loadEvents(l *Load) string {
	if len(l.Events) == 0 {
		return quiet(b.x.T("nodes.noevents"))
	}
	return `<ol class="lr-events">` + each(l.Events, func(_ int, e LoadEvent) string {
		return `<li><b>` + durationText(int(e.At)) + `</b> ` + esc(e.Text) + `</li>`
	}) + `</ol>`
}

// loadPartitions lists the busiest partitions.
func (b *Baker) loadPartitions(l *Load) string {
	label := b.x.T("load.partitions", "n", len(l.Partitions), "of", l.PartitionCount)
	rows := each(l.Partitions, func(_ int, p LoadPartition) string {
		return `<tr><th scope="row" class="pk">` + esc(p.Name) + `</th><td>` + esc(p.Node) + `</td><td class="num">` + number(p.Sent) + `</td><td class="num">` +
			number(p.Throttled) + `</td><td class="num">` + number(p.Peak) + `</td></tr>`
	})
	return b.fold(label, `<table class="rl-table">`+caption(label)+b.heads("load.partition", "nodes.node", "#load.sent", "#load.refused.n", "#load.peak")+
		`<tbody>`+rows+`</tbody></table>`)
}
