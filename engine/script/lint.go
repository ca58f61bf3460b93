package script

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rowkey/engine/jsontext"
	"rowkey/engine/message"
)

// maxTop is the largest $top. Source: Query Entities, "Remarks".
const maxTop = 1000

// linter warns of what an error does not say.
type linter struct {
	*document
	script *Script
}

// lint warns of what can be sent but will be refused, or costs more than its author thinks.
func (p *linter) lint() {
	for i := range p.script.Blocks {
		b := &p.script.Blocks[i]
		if len(b.Meta.when) > 0 {
			l := p.lines[b.FirstLine-1]
			p.warn(l.from, l.to, "when-without-feedback")
		}
		if b.Request != nil {
			p.lintRequest(b)
		}
	}
	p.lintFlights()
	for _, u := range units(p.script.Blocks) {
		if p.script.Blocks[u.First].InBatch() {
			p.lintBatch(u)
		}
	}
}

func (p *linter) lintRequest(b *Block) {
	r := b.Request
	if r.Method == "MERGE" {
		p.warn(r.verb.from, r.verb.to, "merge-method").replace("PATCH", "fix-use", "PATCH")
	}
	target := r.Target.masked("1")
	q, from := queryStart(target), r.Target.source(0)
	for i, text := range strings.Split(p.text[from:r.Target.source(len(target))], "'") {
		if i%2 == 1 {
			p.lintSum(from, from+len(text))
		}
		from += len(text) + 1
	}
	p.lintPath(r, target[:q])
	for _, o := range splitQuery(target[q:]) {
		o.at += q
		p.lintOption(r, o, target)
	}
	if h, ok := r.get("Authorization"); ok && strings.HasPrefix(h.Value.masked(" "), "Shared") {
		p.warn(h.from, h.to, "signature")
	}
	if !p.lintStray(b) {
		p.lintBody(b)
	}
}

// lintStray reports whether a line below a request is none of it: a ### is missing.
func (p *linter) lintStray(b *Block) bool {
	r := b.Request
	if len(r.Body) == 0 {
		return false
	}
	first := p.lineAt(r.Body[0].At)
	if p.lateHeader(r, first) {
		return true
	}
	switch r.Method {
	case "GET", "HEAD", "DELETE":
		if !slices.ContainsFunc(p.lines[first:b.LastLine], p.apart) {
			from, to := r.bodyLine()
			p.unparted(p.warn(from, to, "no-body", r.Method))
		}
		return true
	}
	if !r.sendsJSON() || !r.IsJSON && !beginsRequest(p.lines[first].text) {
		return false
	}
	return slices.ContainsFunc(p.lines[first:b.LastLine], p.apart)
}

// lateHeader reports whether the body begins with lines that are headers, which an empty line has parted from them.
func (p *linter) lateHeader(r *Request, first int) bool {
	last, blank := first, first
	for last < len(p.lines) && isLateHeader(p.lines[last].text) {
		last++
	}
	if last == first || !r.sendsJSON() {
		return false
	}
	for p.lines[blank-1].blank() {
		blank--
	}
	from, to := p.lines[first].from, p.lines[last-1].to
	d := p.warn(p.lines[blank].from, to, "header-in-body")
	d.Line = first + 1
	d.replace(p.text[from:to], "fix")
	return true
}

// isLateHeader reports whether a line names a header that requests to the services have.
func isLateHeader(text string) bool {
	name, _, colon := strings.Cut(text, ":")
	return colon && (isKnownHeader(name) || strings.HasPrefix(strings.ToLower(name), "x-ms-"))
}

// apart warns of a line that begins a request, or is SQL.
func (p *linter) apart(l line) bool {
	if code, table := sqlOf(l.text); code != "" {
		p.warn(l.from, l.to, code, table)
		return true
	}
	if beginsRequest(l.text) {
		p.unparted(p.warn(l.from, l.to, "no-separator"))
		return true
	}
	return false
}

// otherCase returns the key of which a name differs only in case, "" for none.
func otherCase(name string) string {
	return strings.TrimPrefix(keyNames[strings.ToLower(name)], name)
}

var keyNames = map[string]string{"partitionkey": "PartitionKey", "rowkey": "RowKey"}

func (p *linter) lintPath(r *Request, path string) {
	from := r.Target.source(0)
	for i, c := range path {
		if at := r.Target.source(i); isTypographic(c) {
			p.warn(at, at+len(string(c)), "typographic-quote-in-address", string(c)).replace("'", "fix")
		}
	}
	end := 0
	for part := range strings.SplitSeq(path, "=") {
		end += len(part) + 1
		name := part[strings.LastIndexAny(part, "(, ")+1:]
		if key := otherCase(name); key != "" {
			at := r.Target.source(end - 1 - len(name))
			p.warn(at, at+len(name), "key-in-other-case", key).replace(key, "fix")
		}
	}
	if low := strings.ToLower(path); strings.Contains(low, "partitionkey=") != strings.Contains(low, "rowkey=") {
		p.warn(from, from+len(path), "one-key-in-address")
	}
	if _, ok := r.get("If-Match"); !ok && r.Method == "DELETE" && strings.Contains(path, "(PartitionKey=") {
		p.warn(r.from, r.to, "delete-without-if-match").insert(r.to, "\nIf-Match: *")
	}
}

func isTypographic(c rune) bool { return strings.ContainsRune("‘’‚‛“”„‟", c) }

func (p *linter) lintOption(r *Request, o option, target string) {
	value := o.at + len(o.name) + 1
	switch o.name {
	case "$filter":
		p.lintFilter(r, o.value, value, target)
	case "$top":
		end := value + len(o.value)
		n, err := strconv.ParseInt(o.value, 10, 64)
		if err == nil && (n < 0 || n > maxTop) && !r.Target.dynamicIn(value, end) {
			p.warn(r.Target.source(value), r.Target.source(end), "top-out-of-range", strconv.Itoa(maxTop))
		}
	case "sig":
		p.warn(r.Target.source(o.at), r.Target.source(value-1), "signature")
	}
}

// lintBody checks JSON as the service will read it; references count as numbers or as parts of texts.
func (p *linter) lintBody(b *Block) {
	r := b.Request
	if !r.IsJSON || !r.sendsJSON() || r.Body.repeats() {
		return
	}
	text := r.Body.masked("1")
	if at := jsontext.Error(text); at >= 0 {
		p.brokenJSON(r.Body, text, at)
		return
	}
	jsontext.Each(text, 0, func(name string, from, to int) bool {
		if text[from] == '"' {
			p.lintSum(r.Body.source(from+1), r.Body.source(to-1))
		}
		if isKeyName(name) {
			p.lintKey(r.Body, name, text[from:to], from, to)
		} else if key := otherCase(name); key != "" {
			at := r.Body.source(strings.LastIndex(text[:from], name))
			p.warn(at, at+len(name), "key-in-other-case", key).replace(key, "fix")
		}
		return true
	})
}

func (p *linter) brokenJSON(body Template, text string, at int) {
	from := body.source(at)
	if c, size := utf8.DecodeRuneInString(text[at:]); isTypographic(c) {
		p.warn(from, from+size, "typographic-quote-in-json", string(c)).replace("\"", "fix")
		return
	}
	if p.afterJSON(text, at, from) {
		return
	}
	what := message.Code("json-broken")
	switch {
	case at == len(text):
		what = "json-ends-early"
	case text[at] == '\'':
		what = "json-single-quotes"
	case (text[at] == '}' || text[at] == ']') && strings.HasSuffix(strings.TrimSpace(text[:at]), ","):
		what = "json-last-comma"
	}
	p.warn(from, from+min(1, len(text)-at), what)
}

// afterJSON reports whether a value ends in a line above the one that is wrong.
func (p *linter) afterJSON(text string, at, from int) bool {
	whole := strings.TrimRight(text[:at], " \t\r\n")
	if whole == "" || jsontext.Error(whole) >= 0 || !strings.Contains(text[len(whole):at], "\n") {
		return false
	}
	l := p.lines[p.lineAt(from)]
	p.unparted(p.warn(l.from, l.to, "after-json"))
	return true
}

// lintSum warns of a value that looks like a calculation: only what is between braces is computed.
func (p *document) lintSum(from, to int) {
	before, rest, _ := strings.Cut(p.text[from:to], "{{")
	name, after, ok := strings.Cut(rest, "}}")
	if strings.HasPrefix(before, "99999") { // or else 2026-{{month}} is one
		before = strings.ReplaceAll(before, "-", " - ")
	}
	words := strings.Fields(before + " " + name + strings.ReplaceAll(after, "+", " + "))
	if ok && len(words) == 3 && operators[words[1]] != "" && IsNumber(words[0]) != IsNumber(words[2]) {
		sum := "{{" + strings.Join(words, " ") + "}}"
		p.warn(from, to, "not-computed", sum).replace(sum, "fix")
	}
}

// lintKey checks a key in a body.
// Source: Understanding the Table service data model, "Characters disallowed in key fields".
func (p *linter) lintKey(body Template, name, text string, from, to int) {
	at, end := body.source(from), body.source(to)
	if text[0] != '"' {
		if text != "null" && !strings.HasPrefix(p.text[at:end], "{{") {
			p.warn(at, end, "key-not-text", name).replace("\""+p.text[at:end]+"\"", "fix-quotes")
		}
		return
	}
	if i := strings.IndexAny(jsontext.Unquote(text), "/\\#?"); i >= 0 {
		p.warn(at, end, "key-character", name, strconv.Quote(jsontext.Unquote(text)[i:i+1]))
	}
}
