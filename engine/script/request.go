package script

import (
	"slices"
	"strings"

	"rowkey/engine/message"
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
	i := slices.IndexFunc(r.Headers, func(h Header) bool { return strings.EqualFold(h.Name, name) })
	if i < 0 {
		return Header{}, false
	}
	return r.Headers[i], true
}

// sendsJSON reports whether the request may have a body of JSON.
func (r *Request) sendsJSON() bool {
	h, ok := r.get("Content-Type")
	return !ok || strings.Contains(h.Value.masked(" "), "json")
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
var knownHeaders = []string{"Accept", "Content-Type", "If-Match", "If-None-Match", "Prefer", "x-ms-version"}

func isKnownHeader(name string) bool {
	return slices.ContainsFunc(knownHeaders, func(known string) bool { return strings.EqualFold(known, name) })
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

var methods = []string{"GET", "POST", "PUT", "PATCH", "MERGE", "DELETE", "HEAD", "OPTIONS"}

// requestParser reads the lines of a request.
type requestParser struct{ highlighter }

// line reads "[METHOD] target [HTTP/1.1]". It returns false after an error that makes the
// rest of the block unreadable.
func (p *requestParser) line(b *Block, l line, from int) bool {
	to := trimRight(p.text, from, l.to)
	text := p.text[from:to]
	if i := strings.LastIndex(text, " HTTP/"); i > 0 && isVersion(text[i+6:]) {
		p.put(from+i+1, to, kindCom)
		to = trimRight(p.text, from, from+i)
	}
	first, rest, _ := strings.Cut(p.text[from:to], " ")
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
	if text := p.text[target:to]; !looksLikeTarget(text) {
		p.fail(target, to, "address-without-slash").replace("/"+text, "fix-insert", "/")
	}
	p.markTarget(target, to)
	r.Target = p.template(target, to)
	b.Request, b.Line, b.Method = r, l.n, r.Method
	return true
}

// isVersion reports whether s is what may come after "HTTP/".
func isVersion(s string) bool { return strings.Trim(s, ".0123456789") == "" }

// notARequest explains a line that begins like nothing known.
func (p *requestParser) notARequest(l line, from, to int, first, rest string) {
	if looksLikeTarget(strings.TrimSpace(rest)) {
		p.fail(from, from+len(first), "unknown-method", first).suggest(first, methods)
		return
	}
	if p.sql(from, to) {
		return
	}
	name := strings.TrimSuffix(first, ":")
	if near := nearestDirective(strings.TrimPrefix(name, "@")); strings.HasPrefix(name, "@") && near != "" {
		p.fail(from, to, "meta-outside-comment", near).replace("# "+p.text[from:to], "fix")
		return
	}
	p.fail(from, to, "not-a-request")
}

// beginsRequest reports whether a line is that of a request with its method.
func beginsRequest(text string) bool {
	method, target, _ := strings.Cut(strings.TrimLeft(text, " \t"), " ")
	return slices.Contains(methods, method) && looksLikeTarget(strings.TrimLeft(target, " \t"))
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
func (p *requestParser) header(b *Block, l line, from int) {
	colon := strings.IndexByte(p.text[from:l.to], ':')
	name := ""
	if colon > 0 {
		name = strings.TrimRight(p.text[from:from+colon], " \t")
	}
	if !isToken(name) {
		p.notAHeader(l, from, colon)
		return
	}
	p.put(from, from+colon+1, kindHead)
	p.mark(from+colon+1, l.to, "")
	value := skipBlanks(p.text, from+colon+1, l.to)
	h := Header{name, p.template(value, trimRight(p.text, value, l.to)), from, from + len(name)}
	if _, twice := b.Request.get(name); twice {
		p.warn(h.from, h.to, "header-twice", name)
	}
	b.Request.Headers = append(b.Request.Headers, h)
}

// notAHeader explains a line that is meant for a header or for the body.
func (p *requestParser) notAHeader(l line, from, colon int) {
	text := p.text[from:l.to]
	first, rest, _ := strings.Cut(text, " ")
	switch {
	case beginsRequest(text):
		p.unparted(p.fail(from, l.to, "no-separator"))
	case p.sql(from, l.to): // which explains it
	case slices.Contains(clauses, strings.ToUpper(first)):
		p.fail(from, l.to, "sql-clause")
	case isKnownHeader(first):
		p.fail(from, l.to, "header-without-colon").replace(first+": "+strings.TrimSpace(rest), "fix-insert", "\":\"")
	default:
		d := p.fail(from, l.to, "header-without-colon")
		if colon < 0 || strings.IndexByte("{[<\"", text[0]) >= 0 {
			d.replace("\n"+text, "fix-insert-line")
		}
	}
}

// query reads a line that goes on with the query.
func (p *requestParser) query(b *Block, l line, from int) {
	p.markQuery(from, l.to)
	b.Request.Target = append(b.Request.Target, p.template(from, trimRight(p.text, from, l.to))...)
}

// body keeps a line of the body. Its end is sent as "\n".
func (p *requestParser) body(b *Block, l line) {
	r := b.Request
	if l.blank() && len(r.Body) == 0 {
		return
	}
	if len(r.Body) == 0 {
		r.IsJSON = strings.IndexByte("{[", strings.TrimLeft(l.text, " \t")[0]) >= 0
	} else {
		r.Body = append(r.Body, Piece{Text: "\n", At: l.from - 1})
	}
	r.Body = append(r.Body, p.template(l.from, l.to)...)
	if len(r.Body) == 0 { // the line held one broken reference and nothing else
		r.Body = append(r.Body, Piece{At: l.from})
	}
	if r.IsJSON {
		p.markJSON(l.from, l.to)
		return
	}
	p.mark(l.from, l.to, "")
}

// sql explains a line of SQL by the request that does the same, and reports whether it is one. A line that creates a
// table can be corrected if it says no more than the request needs.
func (p *requestParser) sql(from, to int) bool {
	code, table := sqlOf(p.text[from:to])
	if code == "" {
		return false
	}
	d := p.fail(from, to, code, table)
	if code == "sql-create" && len(strings.Fields(p.text[from:to])) == 3 && isName(table) {
		d.replace("POST {{table}}/Tables\nContent-Type: application/json\n\n{ \"TableName\": \""+table+"\" }", "fix")
	}
	return true
}

// clauses are words of SQL that come below an address, where people look for its options.
var clauses = strings.Fields("WHERE AND OR ORDER LIMIT OFFSET GROUP HAVING")

// sqlOf returns the message for a line of SQL and its table, "" for anything else.
func sqlOf(text string) (code message.Code, table string) {
	words := strings.Fields(text)
	code, at := sqlStatement(words)
	table = "TABLE"
	if at < len(words) {
		table, _, _ = strings.Cut(strings.Trim(strings.TrimPrefix(words[at], "{{table}}/"), "[]`\"';,"), "(")
	}
	return code, table
}

// sqlStatement returns the message for a statement, "" for anything else, and which of its words names the table.
func sqlStatement(words []string) (code message.Code, at int) {
	if len(words) == 0 {
		return "", 0
	}
	first, second := strings.ToUpper(words[0]), ""
	if len(words) > 1 {
		second = " " + strings.ToUpper(words[1])
	}
	switch strings.TrimSuffix(first+second, ";") {
	case "BEGIN", "BEGIN TRAN", "BEGIN TRANSACTION", "START TRANSACTION", "COMMIT", "COMMIT TRANSACTION", "ROLLBACK":
		return "sql-transaction", 2
	case "ALTER TABLE":
		return "sql-alter", 2
	case "CREATE INDEX", "CREATE UNIQUE":
		return "sql-index", 2
	case "TRUNCATE TABLE":
		return "sql-truncate", 2
	case "CREATE TABLE":
		return "sql-create", 2
	case "DROP TABLE":
		return "sql-drop", 2
	case "INSERT INTO":
		return "sql-insert", 2
	case "DELETE FROM":
		return "sql-delete", 2
	}
	if second == "" {
		return "", 0
	}
	switch first {
	case "UPDATE":
		return "sql-update", 1
	case "SELECT":
		for at = 1; at < len(words) && strings.ToUpper(words[at]) != "FROM"; at++ {
		}
		return "sql-select", at + 1
	}
	return "", 0
}
