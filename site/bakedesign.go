package main

import (
	"strconv"
	"strings"
)

// design draws the verdict on a choice of keys: one row for each access pattern, then what is stored.
func (b *Baker) design(d *Design) string {
	label := b.x.T("design.table")
	out := `<design-report>` + scroll(label, `<table class="grid dr-table" data-cards="">`+caption(label)+
		b.heads("design.pattern", "#design.share", "design.class", "design.reads", "design.cost", "design.verdict")+
		`<tbody>`+each(d.Patterns, func(_ int, p DesignPattern) string { return b.designRow(p) })+`</tbody></table>`)
	out += `<dl class="dr-facts">` + each(b.designFacts(d), func(_ int, f [2]string) string {
		return `<div><dt>` + f[0] + `</dt><dd>` + f[1] + `</dd></div>`
	}) + `</dl>`
	return out + b.designCopies(d) + `</design-report>`
}

func (b *Baker) designRow(p DesignPattern) string {
	out := `<tr data-ok="` + strconv.FormatBool(p.Pass) + `"><th scope="row">` + esc(p.Name) + `</th><td data-num=""` +
		attr("data-label", b.x.T("design.share")) + `>` + b.t("design.percent", "n", numberText(p.Share)) + `</td>`
	if p.Said != "" {
		return out + `<td class="dr-said" colspan="4">` + iconHTML("cross") + `<b>` + b.t("design.impossible") + `</b> ` + esc(p.Said) + `</td></tr>`
	}
	class, reads := `<span class="muted">`+b.t("design.write")+`</span>`, ""
	if p.Class != "" {
		class, reads = b.badge(p.Class), b.reads(p.Read, p.Returned)
	}
	return out + `<td>` + class + `</td><td>` + reads + `</td><td>` + esc(b.designCost(p)) + `</td><td class="dr-said">` + b.designVerdict(p) + `</td></tr>`
}

// designCost counts requests, and transactions where these are not the same.
func (b *Baker) designCost(p DesignPattern) string {
	cost := b.x.T("design.requests", "n", p.Requests)
	if p.Transactions != p.Requests {
		cost += ", " + b.x.T("facts.transactions", "n", p.Transactions)
	}
	return cost
}

// designVerdict is a shape, a word, and the budget.
func (b *Baker) designVerdict(p DesignPattern) string {
	budget := esc(strings.ReplaceAll(p.Budget, "<=", "≤"))
	switch {
	case p.Budget == "":
		return `<span class="muted">` + b.t("design.nobudget") + `</span>`
	case p.Pass:
		return iconHTML("check") + `<b>` + b.t("design.within") + `</b> ` + budget
	}
	return iconHTML("cross") + `<b>` + b.t("design.over") + `</b> ` + budget
}

// designFacts are what the whole design costs.
func (b *Baker) designFacts(d *Design) [][2]string {
	hottest := b.t("design.hottest.text", "share", numberText(d.Hottest), "name", d.HottestPartition)
	stored := b.t("design.stored.text", "entities", d.Entities, "bytes", sizeText(d.Bytes), "ratio", numberText(d.Ratio))
	return [][2]string{
		{b.t("design.hottest"), hottest}, {b.t("design.stored"), stored},
		{b.t("design.mix"), b.t("design.mix.text", "n", numberText(d.Transactions))},
	}
}

func (b *Baker) designCopies(d *Design) string {
	label := b.x.T("design.copies", "n", len(d.Copies))
	rows := each(d.Copies, func(_ int, c DesignCopy) string {
		return `<tr><th scope="row">` + esc(c.Name) + `</th><td>` + esc(c.Table) + `</td><td class="pk">` + esc(c.Partition) + `</td><td class="rk">` + esc(c.Row) +
			`</td><td class="num">` + number(c.Partitions) + `</td><td class="num">` + sizeText(c.Bytes) + `</td></tr>`
	})
	return b.fold(label, `<table class="rl-table">`+caption(label)+
		b.heads("design.copy", "data.table", "design.pk", "design.rk", "#nodes.partitions", "#design.bytes")+`<tbody>`+rows+`</tbody></table>`)
}

// designSummary stands in the head of the result.
func (b *Baker) designSummary(d *Design) []string {
	pass := 0
	for _, p := range d.Patterns {
		if p.Pass {
			pass++
		}
	}
	return []string{
		b.x.T("design.passed", "pass", pass, "n", len(d.Patterns)), b.x.T("load.fact.hottest", "n", numberText(d.Hottest)),
		b.x.T("design.fact.stored", "bytes", sizeText(d.Bytes)),
	}
}
