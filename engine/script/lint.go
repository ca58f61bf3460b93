package script

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rowkey/engine/jsontext"
)

// maxTop is the largest $top. Source: Query Entities, "Remarks".
const maxTop = 1000

const secret = "a signature opens an account to everybody who reads it. None is needed here."

// lint warns of what can be sent but will be refused, or costs more than its author thinks.
func (p *parser) lint() {
	for i := range p.script.Blocks {
		b := &p.script.Blocks[i]
		if len(b.Meta.when) > 0 {
			l := p.src.lines[b.FirstLine-1]
			p.warn(l.from, l.to, "@when is followed by the @feedback that it is for.")
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

func (p *parser) lintRequest(b *Block) {
	r := b.Request
	if r.Method == "MERGE" {
		d := p.warn(r.verb.from, r.verb.to, "MERGE is not known everywhere; PATCH does the same.")
		d.replace("PATCH", "Use PATCH")
	}
	if r.Method == "GET" && len(r.Body) > 0 {
		from, to := r.bodyLine()
		p.warn(from, to, "a GET has no body. Is a ### missing above this line?")
	}
	target := r.Target.masked("1")
	q := queryStart(target)
	p.lintPath(r, target[:q])
	for _, o := range splitQuery(target[q:]) {
		o.at += q
		p.lintOption(r, o, target)
	}
	if h, ok := r.get("Authorization"); ok && strings.HasPrefix(h.Value.masked(" "), "Shared") {
		p.warn(h.from, h.to, secret)
	}
	p.lintBody(b)
}

func (p *parser) lintPath(r *Request, path string) {
	from := r.Target.source(0)
	for i, c := range path {
		if isTypographic(c) {
			at := r.Target.source(i)
			d := p.warn(at, at+len(string(c)), string(c)+" is a typographic quote. An address wants '.")
			d.replace("'", "Fix")
		}
	}
	one := strings.Contains(path, "(PartitionKey=") && !strings.Contains(path, "RowKey=")
	if one || strings.Contains(path, "(RowKey=") && !strings.Contains(path, "PartitionKey=") {
		p.warn(from, from+len(path), "an address with one key names no entity. "+
			"Ask for a partition with ()?$filter=PartitionKey eq '…'.")
	}
	if r.Method == "DELETE" && strings.Contains(path, "(PartitionKey=") {
		p.lintDelete(r)
	}
}

func (p *parser) lintDelete(r *Request) {
	if _, ok := r.get("If-Match"); !ok {
		d := p.warn(r.from, r.to, "DELETE needs If-Match: an ETag, or * for whatever is there.")
		d.insert(r.to, "\nIf-Match: *")
	}
}

// insert is a fix that puts text at a place.
func (d *Diagnostic) insert(at int, text string) {
	d.From, d.To = at, at
	d.replace(text, "Insert "+strings.TrimSpace(text))
}

func isTypographic(c rune) bool { return strings.ContainsRune("‘’‚‛“”„‟", c) }

func (p *parser) lintOption(r *Request, o option, target string) {
	from := r.Target.source(o.at)
	value := o.at + len(o.name) + 1
	switch o.name {
	case "$filter":
		p.lintFilter(r, o.value, value, target)
	case "$top":
		end := value + len(o.value)
		if n, err := strconv.ParseInt(o.value, 10, 64); err == nil && (n < 0 || n > maxTop) && !r.Target.dynamicIn(value, end) {
			p.warn(r.Target.source(value), r.Target.source(end),
				"$top is a number from 0 to "+strconv.Itoa(maxTop)+".")
		}
	case "sig":
		p.warn(from, from+len(o.name), secret)
	}
}

// lintBody checks JSON as the service will read it; references count as numbers or as parts of
// texts.
func (p *parser) lintBody(b *Block) {
	r := b.Request
	if !r.IsJSON || r.Body.repeats() {
		return
	}
	if h, ok := r.get("Content-Type"); ok && !strings.Contains(h.Value.masked(" "), "json") {
		return
	}
	text := r.Body.masked("1")
	if at := jsontext.Error(text); at >= 0 {
		p.brokenJSON(r.Body, text, at)
		return
	}
	jsontext.Each(text, 0, func(name string, from, to int) bool {
		if name == "PartitionKey" || name == "RowKey" {
			p.lintKey(r.Body, name, text[from:to], from, to)
		}
		return true
	})
}

func (p *parser) brokenJSON(body Template, text string, at int) {
	from := body.source(at)
	if c, size := utf8.DecodeRuneInString(text[at:]); isTypographic(c) {
		p.warn(from, from+size, string(c)+" is a typographic quote. JSON wants \".").replace("\"", "Fix")
		return
	}
	what := "the body ends too early to be JSON."
	if at < len(text) {
		what = "the body is not JSON from here on."
	}
	comma := strings.HasSuffix(strings.TrimSpace(text[:at]), ",")
	if comma && at < len(text) && (text[at] == '}' || text[at] == ']') {
		what = "no comma stands before the last bracket in JSON."
	}
	if strings.HasPrefix(text[at:], "'") {
		what = "JSON has its texts and names between double quotes."
	}
	p.warn(from, from+min(1, len(text)-at), what)
}

// lintKey checks a key in a body.
// Source: Understanding the Table service data model, "Characters disallowed in key fields".
func (p *parser) lintKey(body Template, name, text string, from, to int) {
	at, end := body.source(from), body.source(to)
	if text[0] != '"' {
		if text != "null" && !strings.HasPrefix(p.src.text[at:end], "{{") {
			d := p.warn(at, end, name+" is a text: put it between quotes.")
			d.replace("\""+p.src.text[at:end]+"\"", "Add quotes")
		}
		return
	}
	if i := strings.IndexAny(jsontext.Unquote(text), "/\\#?"); i >= 0 {
		p.warn(at, end, name+" must not hold "+strconv.Quote(jsontext.Unquote(text)[i:i+1])+".")
	}
}
