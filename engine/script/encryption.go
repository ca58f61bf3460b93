package script

import (
	"errors"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/message"
	"rowkey/engine/odata"
)

// Encryption is one @encrypt: a key, and which properties of an entity it is for.
type Encryption struct {
	Key   string
	Names []string   // of properties
	Rule  odata.Expr // over Name, PartitionKey and RowKey, in place of names
	Demo  bool       // do what loses data, to show it
	Line  int

	from, to int // bytes
}

// parseEncrypt reads "KEY where FILTER" or "KEY properties A,B", with "demo" at the end.
func (p *directiveParser) parseEncrypt(b *Block, v argument) {
	words := p.words(v.from, v.to)
	e := Encryption{Line: v.line.n, from: v.from, to: v.to}
	if n := len(words); n > 3 && words[n-1].text == "demo" {
		e.Demo, words = true, words[:n-1]
	}
	if len(words) < 3 || !isName(words[0].text) {
		p.fail(v.line.from, v.line.to, "bad-encrypt")
		return
	}
	e.Key = words[0].text
	from, to := words[2].from, words[len(words)-1].to
	switch words[1].text {
	case "properties":
		p.sealNames(&e, words[2:])
	case "where":
		p.sealRule(&e, from, to)
	default:
		p.fail(words[1].from, words[1].to, "unknown-encrypt-word").suggest(words[1].text, []string{"properties", "where"})
	}
	b.Meta.Encryptions = append(b.Meta.Encryptions, e)
}

func (p *document) sealNames(e *Encryption, words []word) {
	for _, w := range words {
		for _, name := range strings.Split(w.text, ",") {
			switch {
			case name == "":
			case IsSystem(name):
				p.fail(w.from, w.to, "encrypt-system", name)
			case !edm.ValidName(name):
				p.fail(w.from, w.to, "bad-property-name", name)
			default:
				e.Names = append(e.Names, name)
			}
		}
	}
}

// sealRule reads a filter over Name, PartitionKey and RowKey.
func (p *document) sealRule(e *Encryption, from, to int) {
	rule, err := odata.Parse(p.text[from:to])
	switch syntax, ok := errors.AsType[*odata.SyntaxError](err); {
	case ok:
		p.refuse(from, to, syntax)
		return
	case rule == nil:
		p.fail(from, to, "rule-unreadable")
	}
	for _, t := range odata.Tokens(p.text[from:to]) {
		name := p.text[from+t.Pos : from+t.End]
		if t.Kind == "prop" && name != "Name" {
			p.fail(from+t.Pos, from+t.End, "rule-property", name)
			return
		}
	}
	e.Rule = rule
}

// refuse says why the rule between two bytes cannot be read, and what to write.
func (p *document) refuse(from, to int, e *odata.SyntaxError) {
	problem := message.New("in-rule").And(hintOf(e))
	if pos, end, with, ok := odata.Mend(p.text[from:to], e); ok {
		p.report(SeverityError, from+pos, from+end, problem).replace(with, "fix")
		return
	}
	p.report(SeverityError, from+e.Pos, from+e.End, problem)
}

// parseDecrypt reads "KEY,KEY".
func (p *directiveParser) parseDecrypt(b *Block, v argument) {
	b.Meta.DecryptKeys = strings.Fields(strings.ReplaceAll(v.text, ",", " "))
	if len(b.Meta.DecryptKeys) == 0 {
		p.fail(v.line.from, v.line.to, "decrypt-without-key")
	}
}

func isMerge(method string) bool { return method == "PATCH" || method == "MERGE" }
