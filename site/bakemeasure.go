package main

import (
	"fmt"
	"strings"

	"rowkey/site/markdown"
)

// cost is what the exchanges of one step cost.
type cost struct{ requests, read, returned, written int }

// addCost adds an exchange to the cost of its step.
func (r *Run) addCost(x *Exchange) {
	c := r.Costs[x.Block]
	if c == nil {
		c = &cost{}
		r.Costs[x.Block] = c
	}
	if x.Record == nil {
		return
	}
	c.add(cost{x.Record.Transactions, x.Record.Read, x.Record.Returned, len(x.Record.Changes)})
}

func (c *cost) add(d cost) {
	c.requests += d.requests
	c.read += d.read
	c.returned += d.returned
	c.written += d.written
}

// weight compares costs: a request counts as much as ten reads.
func (c *cost) weight() float64 { return float64(10*c.requests + c.read) }

// measuredRow is what stands under one title of a script: a step with those behind it that have none.
type measuredRow struct {
	title string
	cost
	last Shown
}

// rows gathers the steps of a script by their titles.
func (r *Run) rows() []*measuredRow {
	var out []*measuredRow
	for _, b := range r.Blocks {
		s, ok := r.Shown[b.Index]
		if !ok {
			continue
		}
		if len(out) == 0 || b.Title != "" && b.Title != out[len(out)-1].title {
			out = append(out, &measuredRow{title: b.Title})
		}
		row := out[len(out)-1]
		row.add(*r.Costs[b.Index])
		row.last = s
	}
	return out
}

// measure draws the requests of one script with what each costs, or the costs of several scripts whose
// requests have the same titles.
func (b *Baker) measure(scripts []markdown.Script, runs []*Run) (string, error) {
	if len(runs) == 1 {
		return b.measureQueries(scripts[0].Caption, runs[0]), nil
	}
	rows := make([][]*measuredRow, len(runs))
	for i, r := range runs {
		rows[i] = r.rows()
		if len(rows[i]) != len(rows[0]) {
			return "", fmt.Errorf("%s has %d titles, %s has %d", scripts[i].Name, len(rows[i]), scripts[0].Name, len(rows[0]))
		}
	}
	head, body := `<th scope="col"><span class="vh">`+b.t("measure.operation")+`</span></th>`, ""
	for _, s := range scripts {
		head += `<th scope="col">` + esc(s.Caption) + `</th>`
	}
	for k, first := range rows[0] {
		line := make([]*measuredRow, len(rows))
		for i := range rows {
			if line[i] = rows[i][k]; line[i].title != first.title {
				return "", fmt.Errorf("%s: %q stands where %s has %q", scripts[i].Name, line[i].title, scripts[0].Name, first.title)
			}
		}
		body += b.measureLine(line)
	}
	label := b.x.T("measure.costs")
	return scroll(label, `<table class="ref-table costs">`+caption(label)+`<thead><tr>`+head+`</tr></thead><tbody>`+
		body+`</tbody></table>`), nil
}

// measureLine draws one operation in all designs. The cheapest is bold, and said to be.
func (b *Baker) measureLine(line []*measuredRow) string {
	weights := make([]float64, len(line))
	for i, row := range line {
		weights[i] = row.weight()
	}
	out := `<tr><th scope="row">` + esc(line[0].title) + `</th>`
	for i, row := range line {
		best := isLeast(weights[i], weights)
		out += `<td` + bare("data-win", best) + `>` + b.costText(row)
		if best {
			out += `<span class="vh"> (` + b.t("compare.least") + `)</span>`
		}
		out += `</td>`
	}
	return out + `</tr>`
}

// costText says what a row cost: "3 requests, 201 read".
func (b *Baker) costText(row *measuredRow) string {
	parts := []string{b.x.T("measure.requests", "n", row.requests)}
	if row.read > 0 || row.written == 0 && row.last.Record != nil && row.last.Record.Plan != nil {
		parts = append(parts, b.x.T("measure.read", "n", row.read))
	}
	if row.written > 0 {
		parts = append(parts, b.x.T("measure.written", "n", row.written))
	}
	if row.last.Status >= 400 {
		parts = append(parts, fmt.Sprint(row.last.Status))
	}
	return esc(strings.Join(parts, ", "))
}

// measureQueries draws what each request of a script finds, how, and for what price.
func (b *Baker) measureQueries(label string, r *Run) string {
	head := each([]string{"find", "request", "class"}, func(_ int, key string) string {
		return `<th scope="col">` + b.t("measure."+key) + `</th>`
	}) + each([]string{"read", "returned"}, func(_ int, key string) string {
		return `<th scope="col" class="num">` + b.t("measure.number."+key) + `</th>`
	})
	body := each(r.rows(), func(_ int, row *measuredRow) string {
		class := row.last.class()
		return `<tr` + attr("data-class", class) + `><th scope="row">` + esc(row.title) + `</th><td>` +
			requestText(&row.last) + `</td><td>` + b.badgeOr(class) + `</td>` + b.numberCell("read", row.read) +
			b.numberCell("returned", row.returned) + `</tr>`
	})
	return scroll(label, `<table class="ref-table queries">`+caption(label)+`<thead><tr>`+head+
		`</tr></thead><tbody>`+body+`</tbody></table>`)
}

func (b *Baker) badgeOr(class string) string {
	if class == "" {
		return ""
	}
	return b.badge(class)
}

// requestText is the filter of a query, or else what was sent where.
func requestText(s *Shown) string {
	if f := filterOf(s.Exchange); f != "" {
		return filterBlock(f)
	}
	if len(s.Ops) > 0 {
		return `<code>$batch</code>`
	}
	if len(s.Wire) == 0 {
		return ""
	}
	_, target, _ := strings.Cut(s.Wire[0].Request.URL, "devstoreaccount1/")
	return `<code>` + esc(s.Wire[0].Request.Method+" "+target) + `</code>`
}

// numberCell is a number with its word, which narrow screens show instead of the head of the table.
func (b *Baker) numberCell(key string, n int) string {
	return `<td class="num"` + attr("data-word", b.x.T("measure.number."+key)) + `>` + number(n) + `</td>`
}
