package script

import (
	"slices"
	"strings"
)

// Request is a request as written.
type Request struct {
	Line     int
	from, to int // bytes of the first line
	verb     word
	Method   string
	Target   Template
	Headers  []Header
	Body     Template
	IsJSON   bool // the body begins like JSON
}

// Header is one header line.
type Header struct {
	Name     string
	Value    Template
	from, to int // bytes of the name
}

// get returns a header.
func (r *Request) get(name string) (Header, bool) {
	for _, h := range r.Headers {
		if strings.EqualFold(h.Name, name) {
			return h, true
		}
	}
	return Header{}, false
}

// bodyLine returns the bytes of the beginning of the body.
func (r *Request) bodyLine() (from, to int) {
	return r.Body[0].At, r.Body[0].At + len(r.Body[0].Text)
}

// earlyAssertion is an assertion above the request line.
type earlyAssertion struct {
	*Assertion
	from, to int
}

// knownHeaders are recognised without their colon, in any case.
var knownHeaders = []string{
	"Accept", "Content-Type", "If-Match", "If-None-Match", "Prefer", "x-ms-version",
}

func isKnownHeader(name string) bool {
	return slices.ContainsFunc(knownHeaders, func(known string) bool { return strings.EqualFold(known, name) })
}

var methods = []string{"GET", "POST", "PUT", "PATCH", "MERGE", "DELETE", "HEAD", "OPTIONS"}

// requestLine reads "[METHOD] target [HTTP/1.1]". It returns false after an error that makes the
// rest of the block unreadable.
func (p *parser) requestLine(b *Block, l line, from int) bool {
	to := trimRight(p.src.text, from, l.to)
	text := p.src.text[from:to]
	if i := strings.LastIndex(text, " HTTP/"); i > 0 && isVersion(text[i+6:]) {
		p.put(from+i+1, to, kindCom)
		to = trimRight(p.src.text, from, from+i)
	}
	first, rest, _ := strings.Cut(p.src.text[from:to], " ")
	r := &Request{Line: l.n, from: from, to: to, Method: "GET"}
	target := from
	switch method := strings.ToUpper(first); {
	case method == "DELETE" && p.sql(from, to):
		return false
	case slices.Contains(methods, method):
		r.Method, r.verb = method, word{first, from, from + len(first)}
		target = to - len(strings.TrimLeft(rest, " \t"))
		p.put(from, from+len(first), kindVerb)
	case !looksLikeTarget(first):
		p.notARequest(l, from, to, first, rest)
		return false
	}
	if target >= to {
		p.fail(from, to, "no-address", r.Method)
		return false
	}
	if text := p.src.text[target:to]; !looksLikeTarget(text) {
		d := p.fail(target, to, "address-without-slash")
		d.replace("/"+text, "fix-insert", "/")
	}
	p.markTarget(target, to)
	r.Target = p.template(target, to)
	b.Request, b.Line, b.Method = r, l.n, r.Method
	return true
}

// isVersion reports whether s is what may come after "HTTP/".
func isVersion(s string) bool { return strings.Trim(s, ".0123456789") == "" }

// notARequest explains a line that begins like nothing known.
func (p *parser) notARequest(l line, from, to int, first, rest string) {
	if looksLikeTarget(strings.TrimSpace(rest)) {
		p.fail(from, from+len(first), "unknown-method", first).suggest(first, methods)
		return
	}
	if p.sql(from, to) {
		return
	}
	name := strings.TrimSuffix(first, ":")
	if near := nearestDirective(strings.TrimPrefix(name, "@")); strings.HasPrefix(name, "@") && near != "" {
		d := p.fail(from, to, "meta-outside-comment", near)
		d.replace("# "+p.src.text[from:to], "fix")
		return
	}
	p.fail(from, to, "not-a-request")
}

func looksLikeTarget(s string) bool {
	for _, beginning := range [...]string{"/", "{{", "http://", "https://"} {
		if strings.HasPrefix(s, beginning) {
			return true
		}
	}
	return false
}

// header reads "Name: value".
func (p *parser) header(b *Block, l line, from int) {
	colon := strings.IndexByte(p.src.text[from:l.to], ':')
	name := ""
	if colon > 0 {
		name = strings.TrimRight(p.src.text[from:from+colon], " \t")
	}
	if !isToken(name) {
		p.notAHeader(l, from, colon)
		return
	}
	p.put(from, from+colon+1, kindHead)
	p.mark(from+colon+1, l.to, "")
	value := skipBlanks(p.src.text, from+colon+1, l.to)
	h := Header{name, p.template(value, trimRight(p.src.text, value, l.to)), from, from + len(name)}
	if _, twice := b.Request.get(name); twice {
		p.warn(h.from, h.to, "header-twice", name)
	}
	b.Request.Headers = append(b.Request.Headers, h)
}

// notAHeader explains a line that is meant for a header or for the body.
func (p *parser) notAHeader(l line, from, colon int) {
	text := p.src.text[from:l.to]
	d := p.fail(from, l.to,
		"header-without-colon")
	first, rest, _ := strings.Cut(text, " ")
	switch {
	case isKnownHeader(first):
		d.replace(first+": "+strings.TrimSpace(rest), "fix-insert", "\":\"")
	case colon < 0 || strings.IndexByte("{[<\"", text[0]) >= 0:
		d.replace("\n"+text, "fix-insert-line")
	}
}

// isToken reports whether s can be the name of a header.
// Source: RFC 9110, section 5.6.2.
func isToken(s string) bool {
	for _, c := range []byte(s) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return s != ""
}

// endRequest checks what can only be seen at the end of a block.
func (p *parser) endRequest(b *Block) {
	r := b.Request
	for n := len(r.Body); n > 0 && r.Body[n-1].blank(); n-- {
		r.Body = r.Body[:n-1]
	}
	for _, a := range b.early {
		p.fail(a.from, a.to, "assertion-above")
	}
	if len(r.Body) > 0 && strings.HasPrefix(r.Body[0].Text, "< ") {
		from, to := r.bodyLine()
		p.fail(from, to, "body-from-file")
	}
	if b.Meta.Follow > 0 && b.Batch != "" {
		p.fail(r.from, r.to, "follow-in-batch")
	}
	if b.Meta.While != nil && b.Batch != "" {
		p.fail(r.from, r.to, "while-in-batch")
	}
	p.endTyped(b)
	if b.Meta.Load != nil {
		p.endLoad(b)
	}
	if b.Meta.Follow > 0 && r.Method != "GET" {
		p.fail(r.from, r.to, "follow-without-get")
	}
}
