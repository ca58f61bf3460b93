package main

import (
	"fmt"
	"strconv"
)

// output draws what a request was answered: one line that teaches, then the same answer through
// several lenses. The lenses are a group of radio buttons, so that they work without a script.
// At the end stands the story of the run, if this is its last answer.
func (b *Baker) output(title string, s Shown, story string) string {
	b.lens++
	x := s.Exchange
	v := outputView{title: title, x: x, line: s.Line}
	lenses := lensesOf(x)
	out := `<run-output` + attr("data-class", x.class()) + attr("state", x.state()) +
		`><header class="ro-head">` + b.rounds(s.All) + b.summary(x) + b.tools(lenses, len(s.All)) + `</header>`
	for _, l := range lenses {
		out += `<div class="ro-lens" data-lens="` + l + `">` + b.drawLens(l, v) + `</div>`
	}
	return out + story + `</run-output>`
}

// tools stand at the end of the head: which of several answers this is, and the lenses.
func (b *Baker) tools(lenses []string, of int) string {
	out := ""
	if of > 1 {
		out = `<span class="ro-fact">` + b.t("output.of", "n", of, "of", of) + `</span>`
	}
	if len(lenses) > 0 {
		out += b.lensTabs(lenses)
	}
	if out == "" {
		return ""
	}
	return `<div class="ro-tools">` + out + `</div>`
}

// lensesOf returns the lenses that have something to show; the first is open.
func lensesOf(x Exchange) []string {
	var lenses []string
	if x.isVerdict() {
		return nil
	}
	changed := x.Record != nil && len(x.Record.Changes) > 0
	switch {
	case len(x.Ops) > 0:
		lenses = append(lenses, "transaction")
	case x.Load != nil, x.Design != nil, x.Body != "" || x.Code != "" || !changed:
		lenses = append(lenses, "result")
	}
	if x.class() != "" {
		lenses = append(lenses, "explain")
	}
	if changed || len(x.Ops) > 0 {
		lenses = append(lenses, "changes")
	}
	if len(x.Wire) > 0 {
		lenses = append(lenses, "wire")
	}
	return lenses
}

func (b *Baker) drawLens(lens string, v outputView) string {
	switch lens {
	case "transaction":
		return b.transactionLens(v.x)
	case "explain":
		return b.explainLens(v)
	case "changes":
		return b.changesLens(v.x)
	case "wire":
		return b.wireLens(v)
	}
	return b.resultLens(v)
}

func (b *Baker) lensTabs(lenses []string) string {
	name := "lens-" + strconv.Itoa(b.lens)
	return `<fieldset class="tabs"><legend class="vh">` + b.t("lens.label") + `</legend>` +
		each(lenses, func(i int, l string) string {
			checked := ""
			if i == 0 {
				checked = " checked"
			}
			return `<label><input type="radio" name="` + name + `" value="` + l + `"` + checked + `><span>` +
				b.t("lens."+l) + `</span></label>`
		}) + `</fieldset>`
}

// summary is the head of a result: status, query class, what was read and returned, what it cost.
func (b *Baker) summary(x Exchange) string {
	out := `<p class="ro-sum">`
	if x.Client != "" {
		out += `<span class="client">` + esc(x.Client) + `</span>`
	}
	out += b.statusOf(x)
	if x.Fault != "" && x.State != "skipped" {
		out += `<span class="ro-fault">` + b.t("output.fault", "fault", b.faultText(x.Fault)) + `</span>`
	}
	if x.class() != "" {
		out += b.badge(x.class()) + b.reads(x.Record.Read, x.Record.Returned)
	}
	if f := x.failed(); f != nil && x.last().Response.Status < 400 {
		inside := b.t("batch.inside", "status", strconv.Itoa(f.Status))
		out += `<b class="status" data-kind="4xx">` + inside + `</b>`
	}
	return out + each(b.facts(x), func(_ int, f string) string {
		return `<span class="ro-fact">` + esc(f) + `</span>`
	}) + `</p>`
}

// statusOf draws the status of an answer, or what there is in place of one.
func (b *Baker) statusOf(x Exchange) string {
	word, kind := "output.notsent", "4xx"
	switch {
	case x.isVerdict():
		return b.verdict(x)
	case x.Load != nil:
		return `<b class="status">` + b.t("load.status") + `</b>`
	case x.Design != nil:
		return `<b class="status">` + b.t("design.status") + `</b>`
	case x.State == "cached":
		word, kind = "output.cached", "none"
	case x.State == "skipped":
		kind = "none"
	case x.Status > 0:
		return status(x.Status, strconv.Itoa(x.Status)+" "+x.Reason)
	case len(x.Wire) > 0:
		word, kind = "output.noanswer", "none"
	}
	return `<b class="status" data-kind="` + kind + `">` + b.t(word) + `</b>`
}

// reads draws "read 201 → returned 7".
func (b *Baker) reads(read, returned int) string {
	return fmt.Sprintf(`<span class="ro-reads">%s <b>%s</b> <span aria-hidden="true">→</span>`+
		`<span class="vh">,</span> %s <b>%s</b></span>`,
		b.t("reads.read"), number(read), b.t("reads.returned"), number(returned))
}

func (b *Baker) facts(x Exchange) []string {
	r := x.Record
	if x.isVerdict() {
		return b.measured(x)
	}
	if x.Load != nil {
		return b.loadFacts(x.Load)
	}
	if x.Design != nil {
		return b.designSummary(x.Design)
	}
	if r == nil || x.State == "skipped" || x.State == "cached" {
		return nil
	}
	var list []string
	if n := len(x.Attempts); n > 1 {
		list = append(list, b.x.T("lanes.attempts", "n", n))
	}
	if len(x.Ops) > 0 {
		list = append(list, b.x.T("facts.operations", "n", len(x.Ops)))
	}
	if r.Code != "" && len(x.Ops) == 0 && x.last().Request.Method != "GET" {
		list = append(list, b.x.T("facts.nothingwritten"))
	}
	list = append(list, b.x.T("facts.transactions", "n", r.Transactions))
	switch {
	case r.Token != nil:
		list = append(list, b.x.T("facts.page", "n", max(r.Pages, 1)))
	case r.Roundtrips > 1:
		list = append(list, b.x.T("facts.trips", "n", r.Roundtrips))
	}
	return list
}

// class returns the query class as the style sheet spells it, "" if nothing was read.
func (x Exchange) class() string {
	if x.Record == nil || x.Record.Plan == nil {
		return ""
	}
	return kebab(x.Record.Plan.Class)
}

// state is the attribute of the output.
func (x Exchange) state() string {
	switch {
	case x.Record != nil && x.Record.Token != nil:
		return "more"
	case x.Problem != nil:
		return "failed"
	}
	return ""
}

// failed returns the operation that a transaction failed with, nil if it committed.
func (x Exchange) failed() *Op {
	for i := range x.Ops {
		if x.Ops[i].State == "failed" {
			return &x.Ops[i]
		}
	}
	return nil
}

// last returns the last request and answer, empty if nothing was sent.
func (x Exchange) last() Wire {
	if len(x.Wire) == 0 {
		return Wire{}
	}
	return x.Wire[len(x.Wire)-1]
}

func (x Exchange) read() int {
	if x.Record == nil {
		return 0
	}
	return x.Record.Read
}
