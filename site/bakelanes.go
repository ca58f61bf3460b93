package main

import (
	"fmt"
	"strconv"
	"strings"
)

// lanes draws a run of several clients in virtual time: a line for each, then the same as a list.
func (b *Baker) lanes(run []Exchange) string {
	if len(run) == 0 || !tellsTime(run) {
		return ""
	}
	t := layoutLanes(run)
	out := `<run-lanes><p class="rl-head"><b>` + b.t("lanes.title") + `</b> <span>` + esc(b.lanesSum(run, t)) + `</span></p>` +
		`<div class="rl-lines">` +
		each(t.lanes, func(_ int, l laneTrack) string { return b.laneLine(l, t) }) +
		`<span></span>` + b.laneAxis(t) + `</div>` + b.laneLegend(run)
	return out + b.laneList(run) + `</run-lanes>`
}

// lanesSum says in a line what the picture shows.
func (b *Baker) lanesSum(run []Exchange, t timeline) string {
	var facts []string
	if len(t.lanes) > 1 {
		facts = append(facts, b.x.T("lanes.clients", "n", len(t.lanes)))
	}
	facts = append(facts, b.x.T("lanes.requests", "n", requests(run)))
	if hits := countState(run, "cached"); hits > 0 {
		facts = append(facts, b.x.T("lanes.hits", "n", hits))
	}
	return strings.Join(append(facts, durationText(t.end)), " · ")
}

func (b *Baker) laneName(name string) string {
	if name == "" {
		return b.x.T("lanes.unnamed")
	}
	return name
}

func (b *Baker) laneLine(l laneTrack, t timeline) string {
	name := b.laneName(l.name)
	return `<span class="client">` + esc(name) + `</span>` +
		fmt.Sprintf(`<svg class="rl-line" height="%sem" role="img"%s>`, ems(l.rows, 0),
			attr("aria-label", b.x.T("lanes.label", "client", name, "n", l.requests))) +
		each(t.cuts, func(_ int, c laneCut) string {
			return `<line class="rl-cut" x1="` + percent(c.at) + `" x2="` + percent(c.at) + `" y2="100%"/>`
		}) + each(l.items, func(_ int, i laneItem) string { return drawItem(i) }) + `</svg>`
}

// rowHeight is that of one row of bars, in em.
const rowHeight = 2

func ems(rows int, more float64) string {
	return strconv.FormatFloat(round2(float64(rows)*rowHeight+more), 'f', -1, 64)
}

func drawItem(i laneItem) string {
	out := ""
	if i.dead.to > i.dead.from {
		out += laneRect("rl-dead", "", i.dead, i.row)
	}
	for _, a := range i.bars {
		if a.wait.to > a.wait.from {
			out += laneRect("rl-wait", "", a.wait, i.row)
		}
	}
	for _, a := range i.bars {
		out += laneRect("rl-bar", a.end, span{a.place.from, max(a.place.to, a.place.from+slimBar)}, i.row)
	}
	if i.x.crashed() {
		out += laneText("rl-crash", "×", i.place.to, i.row)
	}
	if len(i.bars) == 0 && !i.x.crashed() {
		out += laneText("rl-none", map[bool]string{true: "◇", false: "–"}[i.x.State == "cached"], i.place.from, i.row)
	}
	if !i.named {
		return out
	}
	return out + laneText("rl-n", i.name(), i.place.from, i.row)
}

func laneRect(class, end string, s span, row int) string {
	return `<rect class="` + class + `"` + attr("data-end", end) + ` x="` + percent(s.from) + `" width="` +
		percent(s.to-s.from) + `" y="` + ems(row, 0) + `em"/>`
}

// laneText writes at a place; what stands at the end of the line is set to the left of it.
func laneText(class, text string, at float64, row int) string {
	anchor := ""
	if atEnd(at) {
		anchor = "end"
	}
	return `<text class="` + class + `"` + attr("text-anchor", anchor) + ` x="` + percent(at) + `" y="` + ems(row, 0) + `em">` + text + `</text>`
}

// lastCut is the place of a cut beside which the end has no room.
const lastCut = 0.7

// laneAxis names the beginning and the end, and the times that are drawn shorter.
func (b *Baker) laneAxis(t timeline) string {
	text := func(at float64, anchor, text string) string {
		return `<text x="` + percent(at) + `" y="1em" text-anchor="` + anchor + `">` + esc(text) + `</text>`
	}
	end := text(1, "end", durationText(t.end))
	if n := len(t.cuts); n > 0 && t.cuts[n-1].at > lastCut {
		end = "" // no room; the head says it
	}
	return `<svg class="rl-axis" aria-hidden="true">` + text(0, "start", "0") +
		each(t.cuts, func(_ int, c laneCut) string {
			return text(c.at, "middle", b.x.T("lanes.cut", "time", durationText(c.ms)))
		}) +
		end + `</svg>`
}

// laneLegend names the marks that occur.
func (b *Baker) laneLegend(run []Exchange) string {
	seen := map[string]bool{}
	for _, x := range run {
		for _, a := range x.attempts() {
			seen[endOf(a.Status)] = true
			seen["wait"] = seen["wait"] || a.Wait > 0
		}
		seen["crash"] = seen["crash"] || x.crashed()
		seen[x.State] = true
	}
	item := func(name string) string {
		if !seen[name] {
			return ""
		}
		return `<span><i data-end="` + name + `"></i>` + b.t("lanes.legend."+name) + `</span>`
	}
	return `<p class="rl-legend">` + item("ok") + item("failed") + item("none") + item("wait") + item("crash") + item("skipped") +
		item("cached") + `</p>`
}

// laneList tells the run request by request.
func (b *Baker) laneList(run []Exchange) string {
	label := b.x.T("lanes.list", "n", len(run))
	head := b.heads("lanes.n", "lanes.client", "lanes.request", "lanes.time", "lanes.what")
	rows := each(run[:min(len(run), listedRows)], func(i int, x Exchange) string {
		return `<tr><td>` + strconv.Itoa(i+1) + `</td><td>` + esc(b.laneName(x.Client)) + `</td><th scope="row">` +
			esc(x.requestName()) + `</th><td>` + esc(timeText(x)) + `</td><td>` + esc(b.outcome(x)) + `</td></tr>`
	})
	if rest := len(run) - listedRows; rest > 0 {
		rows += `<tr><td colspan="5">` + b.t("result.more", "n", rest) + `</td></tr>`
	}
	return b.fold(label, `<table class="rl-table">`+caption(label)+head+`<tbody>`+rows+`</tbody></table>`)
}

// requestName is the title of an exchange, or else what was sent.
func (x Exchange) requestName() string {
	if x.Title != "" || len(x.Wire) == 0 {
		return x.Title
	}
	return x.Wire[0].Request.Method
}

func timeText(x Exchange) string {
	if x.End <= x.Start {
		return durationText(int(x.Start))
	}
	return durationText(int(x.Start)) + " – " + durationText(int(x.End))
}

// outcome says in words what became of a request, attempt by attempt.
func (b *Baker) outcome(x Exchange) string {
	if why := b.unsent(x); why != "" {
		return why
	}
	var parts []string
	for _, a := range x.attempts() {
		if a.Wait > 0 {
			parts = append(parts, b.x.T("lanes.waits", "time", durationText(int(a.Wait))))
		}
		parts = append(parts, b.answerText(a, x))
	}
	if n := x.requests(); n > 1 && len(x.Attempts) == 0 {
		parts = append(parts, b.x.T("facts.pages", "n", n))
	}
	if x.crashed() {
		parts = append(parts, b.x.T("lanes.crashed"))
	}
	return strings.Join(parts, ", ")
}

func (b *Baker) answerText(a Attempt, x Exchange) string {
	switch {
	case a.Status == 0:
		return b.x.T("output.noanswer")
	case a.Code != "":
		return strconv.Itoa(a.Status) + " " + a.Code
	case a.Status == x.Status:
		return strings.TrimSpace(strconv.Itoa(a.Status) + " " + x.Reason)
	}
	return strconv.Itoa(a.Status)
}

// unsent says why nothing went over the wire, "" if something did.
func (b *Baker) unsent(x Exchange) string {
	switch {
	case x.State == "cached":
		return b.x.T("output.cached.text")
	case x.State != "skipped":
		return ""
	case x.crashed():
		return b.x.T("skipped.now", "client", b.laneName(x.Client))
	case x.Fault != "":
		return b.x.T("skipped.why", "why", x.Fault)
	}
	return b.x.T("skipped.crashed", "client", b.laneName(x.Client))
}

// faultText says what was made to go wrong: "lost reply, throttled".
func (b *Baker) faultText(fault string) string {
	words := strings.Split(fault, ", ")
	for i, w := range words {
		if key := "fault." + strings.ReplaceAll(w, " ", "-"); b.x.Has(key) {
			words[i] = b.x.T(key)
		}
	}
	return strings.Join(words, ", ")
}
