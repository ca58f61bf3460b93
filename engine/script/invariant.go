package script

import (
	"slices"
	"strings"

	"rowkey/engine/odata"
)

// Invariant is one @invariant: what has to be true of the data when all clients have ended. A run ignores it; the
// laboratories check it.
type Invariant struct {
	Line        int
	Text        string
	Always      bool // also after every step
	Left, Right []Term
	Comparison  string // ==, !=, <, <=, > or >=
}

// Term is one value of a sum.
type Term struct {
	Minus            bool
	Kind             string // count, sum, messages or blobs; "value" for a property, "" for a literal
	Store            string // a table, queue or container
	Keys             []string
	Property         string
	Filter           odata.Expr // of a count, nil for all
	Literal          string
	Quoted, Existing bool // a literal in quotes; any but null
}

// Functions that a term can begin with, and comparisons.
var (
	invariantWords       = []string{"count", "sum", "messages", "blobs"}
	invariantComparisons = []string{"==", "!=", "<=", ">=", "<", ">"}
)

// invariantBeginnings are the words that an invariant can begin with, apart from values.
var invariantBeginnings = append([]string{"always"}, invariantWords...)

// parseInvariant reads "[always] SUM COMPARISON SUM".
func (p *directiveParser) parseInvariant(_ *Block, v argument) {
	r := invariantReader{p: p.document, at: v.from, to: v.to}
	i := Invariant{Line: v.line.n, Text: v.text}
	if v.text == "" {
		r.to = v.line.to
		r.fail(v.line.from, v.line.to)
	}
	if rest, ok := strings.CutPrefix(v.text, "always "); ok {
		i.Always, r.at = true, v.to-len(rest)
	}
	if i.Left = r.sum(); r.failed {
		return
	}
	if i.Comparison = r.comparison(); i.Comparison != "" {
		i.Right = r.sum()
	}
	if r.skip(); !r.failed && r.at < r.to {
		r.fail(r.at, r.to)
	}
	if !r.failed {
		p.script.Invariants = append(p.script.Invariants, i)
	}
}

// invariantReader reads an invariant from left to right, up to the first mistake.
type invariantReader struct {
	p      *document
	at, to int
	failed bool
}

func (r *invariantReader) fail(from, to int) *Diagnostic {
	if r.failed {
		return &Diagnostic{}
	}
	r.failed = true
	d := r.p.fail(min(from, r.to-1), to, "bad-invariant")
	d.and("invariants")
	return d
}

func (r *invariantReader) skip() { r.at = skipBlanks(r.p.text, r.at, r.to) }

// take reads a sign if it comes next.
func (r *invariantReader) take(sign string) bool {
	r.skip()
	if !strings.HasPrefix(r.p.text[r.at:r.to], sign) {
		return false
	}
	r.at += len(sign)
	return true
}

func (r *invariantReader) expect(sign string) {
	if !r.take(sign) {
		r.fail(r.at, r.to)
	}
}

// name reads a name or a number.
func (r *invariantReader) name() string {
	r.skip()
	from := r.at
	for r.at < r.to && strings.IndexByte(" \t()'\"+,.=!<>", r.p.text[r.at]) < 0 {
		r.at++
	}
	return r.p.text[from:r.at]
}

// text reads a text between quotes, ok is false if there is none.
func (r *invariantReader) text() (text string, ok bool) {
	if r.skip(); r.at == r.to || r.p.text[r.at] != '\'' {
		return "", false
	}
	n := quotedLen(r.p.text[r.at:r.to])
	quoted := r.p.text[r.at : r.at+n]
	r.at += n
	if n < 2 || quoted[n-1] != '\'' {
		r.fail(r.at-n, r.to)
		return "", true
	}
	return odata.Unescape(quoted[1 : n-1]), true
}

func (r *invariantReader) comparison() string {
	for _, sign := range invariantComparisons {
		if r.take(sign) {
			return sign
		}
	}
	from := r.at
	r.name()
	if d := r.fail(from, r.to); r.p.text[from:min(from+1, r.to)] == "=" {
		d.and("use-instead", "==")
	}
	return ""
}

func (r *invariantReader) sum() (list []Term) {
	for minus := r.take("-"); !r.failed; minus = r.take("-") {
		t := r.term()
		t.Minus = minus
		list = append(list, t)
		if r.skip(); r.take("+") {
			continue
		}
		if r.at == r.to || r.p.text[r.at] != '-' {
			break
		}
	}
	return list
}

func (r *invariantReader) term() (t Term) {
	if text, ok := r.text(); ok {
		return Term{Literal: text, Quoted: true, Existing: true}
	}
	from := r.at
	name := r.name()
	switch {
	case name == "":
		r.fail(from, r.to)
	case slices.Contains(invariantWords, name) && r.take("("):
		t = r.call(name)
	case r.take("("):
		t = Term{Kind: "value", Store: name}
		if r.keys(&t, ","); t.Keys == nil {
			r.fail(from, r.at).suggest(name, invariantWords)
		}
		r.expect(")")
		r.expect(".")
		if t.Property = r.name(); len(t.Keys) != 2 || t.Property == "" {
			r.fail(from, r.at)
		}
	case IsNumber(name) && r.take("."):
		t = Term{Literal: name + "." + r.name(), Existing: true}
	case IsNumber(name), name == "true", name == "false", name == "null":
		t = Term{Literal: name, Existing: name != "null"}
	default:
		r.fail(from, r.at).suggest(name, invariantWords)
	}
	return t
}

// keys reads texts, with a sign between them that may be left out if it is "".
func (r *invariantReader) keys(t *Term, between string) {
	for {
		text, ok := r.text()
		if !ok {
			return
		}
		t.Keys = append(t.Keys, text)
		if between != "" && !r.take(between) {
			return
		}
	}
}

// call reads what is between the brackets of a function.
func (r *invariantReader) call(name string) Term {
	from := r.at
	t := Term{Kind: name, Store: r.name()}
	if name == "sum" {
		r.expect(".")
		t.Property = r.name()
	}
	r.keys(&t, "")
	most := map[string]int{"count": 2, "sum": 1, "blobs": 1}[name]
	if t.Store == "" || len(t.Keys) > most || name == "sum" && t.Property == "" {
		r.fail(from, r.at)
	}
	if name == "count" && len(t.Keys) == 0 && r.take("filter ") {
		r.filter(&t)
	}
	r.expect(")")
	return t
}

// filter reads a filter up to the bracket that closes its function.
func (r *invariantReader) filter(t *Term) {
	end, open := r.at, 0
	for ; end < r.to; end++ {
		switch c := r.p.text[end]; {
		case c == '\'':
			end += quotedLen(r.p.text[end:r.to]) - 1
			continue
		case c == '(':
			open++
			continue
		case c != ')':
			continue
		}
		if open--; open < 0 {
			break
		}
	}
	end = min(end, r.to)
	x, err := odata.Parse(strings.TrimSpace(r.p.text[r.at:end]))
	if err != nil || x == nil {
		r.fail(r.at, end)
	}
	t.Filter, r.at = x, end
}
