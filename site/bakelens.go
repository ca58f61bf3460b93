package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
)

// longestBody is how many bytes of a body a page holds.
const longestBody = 1500

// outputView is what the lenses of one output draw.
type outputView struct {
	title string
	x     Exchange
	line  *KeyLine
}

// resultLens shows what the service answered, in its own words.
func (b *Baker) resultLens(v outputView) string {
	x := v.x
	switch {
	case x.Load != nil:
		return b.load(x.Load)
	case x.Design != nil:
		return b.design(x.Design)
	case x.State == "skipped":
		return quiet(b.unsent(x))
	case x.Status == 0 && len(x.Wire) > 0:
		return quiet(b.x.T("result.noanswer"))
	case x.Code != "":
		return b.said(x)
	}
	if len(x.Wire) == 0 && x.State != "cached" {
		return quiet(b.x.T("result.notsent"))
	}
	if list, ok := listOf(x.Body); ok {
		return b.list(list, v.title)
	}
	entities, ok := entitiesOf(x.Body)
	switch {
	case !ok && x.Body != "":
		return textSample(b.x.T("result.caption", "title", v.title), b.clip(x.Body))
	case !ok:
		return quiet(b.x.T("result.nobody"))
	case len(x.Typed) > 0:
		return b.typed(x.Typed, entities, v.title)
	case len(entities) > 0:
		return b.grid(entities, v.title)
	case x.Record != nil && x.Record.Token != nil:
		return b.emptyPage(v)
	}
	return `<p class="quiet"><b>` + b.t("state.nomatch") + `</b> ` +
		b.t("state.nomatch.read", "n", x.read()) + `</p>`
}

// list draws what a queue or a container holds.
func (b *Baker) list(entries []Entity, title string) string {
	if len(entries) == 0 {
		return quiet(b.x.T("result.emptylist"))
	}
	return b.grid(entries, title)
}

// said shows an error: the message of the service, verbatim, then what is known about its code.
func (b *Baker) said(x Exchange) string {
	out := `<p class="said"><q>` + esc(firstLine(x.Message)) + `</q> <code>` + esc(x.Code) + `</code></p>`
	if b.x.Has("error." + x.Code) {
		out += quiet(b.x.T("error." + x.Code))
	}
	return out
}

func quiet(text string) string { return `<p class="quiet">` + esc(text) + `</p>` }

// firstLine drops the lines that hold the request id and the time.
func firstLine(message string) string {
	first, _, _ := strings.Cut(message, "\n")
	return first
}

// emptyPage draws an empty page with a continuation token, the answer that is misread most often.
func (b *Baker) emptyPage(v outputView) string {
	r := v.x.Record
	class, line := "", ""
	if r.Plan != nil {
		class = kebab(r.Plan.Class)
		if v.line != nil {
			line = b.keyLine(r.Plan.Class, *v.line, lineOptions{noLegend: true, cut: r.Token.Partition})
		}
	}
	return `<empty-page` + attr("data-class", class) + `><p class="ep-line">` + iconHTML("token") +
		`<span><b>` + b.t("empty.text") + `</b> ` + b.t("state.nomatch.read", "n", r.Read) + ` ` +
		b.t("empty.warn") + `</span></p>` + line +
		`<dl class="tokens">` + b.tokens(v.x) + `</dl></empty-page>`
}

func (b *Baker) tokens(x Exchange) string {
	return each(x.last().Response.Headers, func(_ int, h Field) string {
		name := strings.ToLower(h[0])
		if !strings.HasPrefix(name, "x-ms-continuation-") {
			return ""
		}
		key := x.Record.Token.Partition
		if strings.HasSuffix(name, "rowkey") {
			key = x.Record.Token.Row
		}
		return `<div><dt>` + esc(h[0]) + `</dt><dd><code>` + esc(h[1]) + `</code> <span class="muted">` +
			b.t("token.opaque", "key", key) + `</span></dd></div>`
	})
}

// explainLens shows what was read, what it cost, and why.
func (b *Baker) explainLens(v outputView) string {
	r := v.x.Record
	row := func(name, word, content string) string {
		return `<div data-row="` + name + `"><dt>` + b.t(word) + `</dt><dd>` + content + `</dd></div>`
	}
	out := `<query-plan><dl>`
	if v.line != nil && len(v.line.Parts) > 0 {
		out += row("key-line", "plan.keyline", b.keyLine(r.Plan.Class, *v.line, lineOptions{}))
	}
	out += row("cost", "plan.cost", b.cost(r))
	if len(r.Nodes) > 0 {
		out += row("nodes", "plan.nodes", esc(strings.Join(r.Nodes, ", ")))
	}
	out += row("why", "plan.why", b.why(r))
	return out + `</dl></query-plan><p class="derived">` + b.t("plan.derived") + `</p>`
}

func (b *Baker) cost(r *Record) string {
	facts := []string{
		b.x.T("facts.transactions", "n", r.Transactions), b.x.T("facts.trips", "n", r.Roundtrips),
		b.x.T("facts.pages", "n", max(r.Pages, 1)), b.x.T("facts.bytes", "n", sizeText(r.BytesIn+r.BytesOut)),
	}
	for i, f := range facts {
		facts[i] = esc(f)
	}
	return strings.Join(facts, ` <span class="sep">·</span> `)
}

// why writes the reason as a sentence; the comparisons in it are code.
func (b *Baker) why(r *Record) string {
	key := "reason." + r.Plan.Reason
	args := []any{"used", Raw(filterCode(r.Plan.Used)), "rest", Raw(filterCode(r.Plan.Rest)),
		"table", Raw(`<code>` + esc(r.Table) + `</code>`), "partition", ""}
	out := b.x.HTML(key, args...)
	if r.Plan.Rest != "" && !strings.Contains(b.x.Text(key), "{rest}") {
		out += " " + b.x.HTML("reason.rest", args...)
	}
	return out
}

// wireLens shows the requests that were sent and the answers, as they stand on the line.
func (b *Baker) wireLens(v outputView) string {
	return each(v.x.Wire, func(i int, w Wire) string {
		label := b.x.T("wire.label", "title", v.title)
		if len(v.x.Wire) > 1 {
			label = b.x.T("wire.page", "n", i+1, "title", v.title)
		}
		request := b.message(w.Request.Method+" "+w.Request.URL, w.Request)
		response := b.x.T("result.noanswer")
		if w.Response.Status > 0 {
			response = b.message(fmt.Sprintf("HTTP/1.1 %d %s", w.Response.Status, w.Response.Reason), w.Response)
		}
		return textSample(label, request+"\n\n"+response)
	})
}

// message writes one half of an exchange as HTTP/1.1 would.
func (b *Baker) message(first string, m Message) string {
	for _, h := range m.Headers {
		first += "\n" + h[0] + ": " + h[1]
	}
	if m.Body == "" {
		return first
	}
	body := strings.TrimRight(strings.ReplaceAll(m.Body, "\r\n", "\n"), " \n\t")
	return first + "\n\n" + b.clip(body)
}

// clip shortens a text at a character and says how much is missing, in characters as a browser counts them.
func (b *Baker) clip(text string) string {
	if len(text) <= longestBody {
		return text
	}
	end := longestBody
	for text[end]&0xC0 == 0x80 {
		end--
	}
	return text[:end] + "\n" + b.x.T("wire.cut", "n", len(utf16.Encode([]rune(text[end:]))))
}

// changesShown is how many rows of changes a page holds.
const changesShown = 12

// changesLens shows entities before and after a write, property by property.
func (b *Baker) changesLens(x Exchange) string {
	if x.Record == nil || len(x.Record.Changes) == 0 {
		if len(x.Ops) > 0 {
			return quiet(b.x.T("changes.undone"))
		}
		return quiet(b.x.T("changes.nothing"))
	}
	out, rows := "", []string{}
	for _, c := range x.Record.Changes {
		switch c.Kind {
		case "createTable", "deleteTable":
			out += quiet(b.x.T("changes."+c.Kind, "table", c.Table))
		default:
			rows = append(rows, b.changeRows(c)...)
		}
	}
	if len(rows) == 0 {
		return out
	}
	head := `<thead><tr><th scope="col" class="rk">RowKey</th><th scope="col">` + b.t("changes.property") +
		`</th><th scope="col">` + b.t("changes.before") +
		`</th><th scope="col">` + b.t("changes.after") + `</th></tr></thead>`
	label := b.x.T("changes.table")
	out += scroll(label, `<table class="changes">`+caption(label)+head+`<tbody>`+
		strings.Join(rows[:min(len(rows), changesShown)], "")+`</tbody></table>`)
	if rest := len(rows) - changesShown; rest > 0 {
		out += quiet(b.x.T("result.more", "n", rest))
	}
	return out
}

func (b *Baker) changeRows(c Change) []string {
	var rows []string
	for _, name := range changedNames(c) {
		before, had := side(c.Before, name)
		after, has := side(c.After, name)
		if had == has && before == after {
			continue
		}
		sides := mark("del", b.shortened(before), had) + `</td><td>` +
			mark("ins", b.shortened(after), has)
		rows = append(rows, changeRow(c.Key.Row, name, sides))
	}
	if rows == nil {
		rows = []string{changeRow(c.Key.Row, b.x.T("changes.same"), "</td><td>")}
	}
	return rows
}

func changeRow(row, name, sides string) string {
	return `<tr><th scope="row" class="rk">` + esc(row) + `</th><td>` + esc(name) + `</td><td>` +
		sides + `</td></tr>`
}

func mark(element, text string, there bool) string {
	if !there {
		return ""
	}
	return `<` + element + `>` + esc(text) + `</` + element + `>`
}

// changedNames returns the properties of both sides; keys never change.
func changedNames(c Change) []string {
	var names []string
	for _, name := range columns([]Entity{c.Before, c.After}, false) {
		if !isKeyName(name) {
			names = append(names, name)
		}
	}
	return names
}

// side writes a value with quotes where JSON alone tells its type.
func side(e Entity, name string) (string, bool) {
	v := e.Get(name)
	if v == nil {
		return "", false
	}
	if v[0] == '"' && e.Get(name+"@odata.type") == nil && name != "Timestamp" {
		return plainJSON(v), true
	}
	return cellText(v), true
}

// plainJSON writes a JSON string as JSON.stringify does.
func plainJSON(v json.RawMessage) string {
	var s string
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if json.Unmarshal(v, &s) != nil || enc.Encode(s) != nil {
		return string(v)
	}
	return strings.TrimSpace(out.String())
}
