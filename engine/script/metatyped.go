package script

import (
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/message"
	"rowkey/engine/odata"
)

// parseType reads "NAME Property:Type Property:Type?".
func (p *parser) parseType(_ *Block, v metaValue) {
	words := p.words(v.from, v.to)
	if len(words) == 0 || !isName(words[0].text) {
		p.fail(v.line.from, v.line.to,
			"bad-type")
		return
	}
	t := &EntityType{Name: words[0].text}
	if p.script.types[t.Name] != nil {
		p.fail(words[0].from, words[0].to, "type-twice", t.Name)
	}
	for _, w := range words[1:] {
		p.typeField(t, w)
	}
	if p.script.types == nil {
		p.script.types = map[string]*EntityType{}
	}
	p.script.types[t.Name] = t
}

// typeField reads "Property:Type", with "?" for a property that may be absent.
func (p *parser) typeField(t *EntityType, w word) {
	name, typ, typed := strings.Cut(w.text, ":")
	f := Field{Name: name}
	typ, f.Optional = strings.CutSuffix(typ, "?")
	var ok bool
	switch f.Type, ok = edm.ParseType("Edm." + strings.TrimPrefix(typ, "Edm.")); {
	case !typed || !edm.ValidName(name):
		p.fail(w.from, w.to, "bad-type-property", w.text)
	case !ok:
		p.fail(w.from+len(name)+1, w.to, "unknown-property-type", typ).
			suggest(typ, strings.Split(TypeNames, ", "))
	case t.field(name) != nil:
		p.fail(w.from, w.to, "property-twice", name)
	}
	t.Fields = append(t.Fields, f)
}

// TypeNames are the types that a property can have.
const TypeNames = "String, Binary, Boolean, DateTime, Double, Guid, Int32, Int64"

func (p *parser) parseAs(b *Block, v metaValue) {
	if !isName(v.text) {
		p.fail(v.line.from, v.line.to, "as-without-type")
		return
	}
	p.putView(b, View{Line: v.line.n, Cases: []ViewCase{{"", v.text, v.from, v.to}}}, v)
}

// parseResolve reads "PROPERTY value=TYPE value=TYPE"; for a key the values are its beginnings.
func (p *parser) parseResolve(b *Block, v metaValue) {
	words := p.words(v.from, v.to)
	if len(words) < 2 || !edm.ValidName(words[0].text) {
		p.fail(v.line.from, v.line.to, "bad-resolve")
		return
	}
	by := View{Property: words[0].text, Line: v.line.n}
	for _, w := range words[1:] {
		at := strings.LastIndexByte(w.text, '=')
		if at < 0 || !isName(w.text[at+1:]) {
			p.fail(w.from, w.to, "bad-resolve-case", w.text)
			return
		}
		by.Cases = append(by.Cases, ViewCase{w.text[:at], w.text[at+1:], w.from + at + 1, w.to})
	}
	p.putView(b, by, v)
}

func (p *parser) putView(b *Block, by View, v metaValue) {
	if b.Meta.View != nil {
		p.fail(v.line.from, v.line.to, "two-views")
	}
	b.Meta.View = &by
}

// parseEncrypt reads "KEY where FILTER" or "KEY properties A,B", with "demo" at the end.
func (p *parser) parseEncrypt(b *Block, v metaValue) {
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
		p.fail(words[1].from, words[1].to, "unknown-encrypt-word").
			suggest(words[1].text, []string{"properties", "where"})
	}
	b.Meta.Encryptions = append(b.Meta.Encryptions, e)
}

func (p *parser) sealNames(e *Encryption, words []word) {
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
func (p *parser) sealRule(e *Encryption, from, to int) {
	rule, err := odata.Parse(p.src.text[from:to])
	if err != nil || rule == nil {
		problem := message.New("rule-unreadable")
		if err != nil {
			problem = message.New("in-rule").And(message.Of(err))
		}
		p.report(SeverityError, from, to, problem)
		return
	}
	for _, t := range odata.Tokens(p.src.text[from:to]) {
		name := p.src.text[from+t.Pos : from+t.End]
		if t.Kind == "prop" && name != "Name" {
			p.fail(from+t.Pos, from+t.End,
				"rule-property", name)
			return
		}
	}
	e.Rule = rule
}

// parseDecrypt reads "KEY,KEY".
func (p *parser) parseDecrypt(b *Block, v metaValue) {
	b.Meta.DecryptKeys = strings.Fields(strings.ReplaceAll(v.text, ",", " "))
	if len(b.Meta.DecryptKeys) == 0 {
		p.fail(v.line.from, v.line.to, "decrypt-without-key")
	}
}

// parseSet reads "NAME text".
func (p *parser) parseSet(b *Block, v metaValue) {
	name, _, ok := strings.Cut(v.text, " ")
	if !ok || !isName(name) {
		p.fail(v.line.from, v.line.to, "bad-set")
		return
	}
	at := skipBlanks(p.src.text, v.from+len(name), v.to)
	b.Meta.Sets = append(b.Meta.Sets, Assignment{name, p.template(at, v.to)})
	if p.script.Sets == nil {
		p.script.Sets = map[string]bool{}
	}
	p.script.Sets[name] = true
}

// endTyped checks what can only be seen at the end of a block with a request.
func (p *parser) endTyped(b *Block) {
	r, m := b.Request, &b.Meta
	switch writes := r.Method == "POST" || r.Method == "PUT"; {
	case m.View != nil && r.Method != "GET":
		p.fail(r.from, r.to, "view-without-get")
	case m.DecryptKeys != nil && r.Method != "GET":
		p.fail(r.from, r.to, "decrypt-without-get")
	case m.Encryptions != nil && !writes && !isMerge(r.Method):
		p.fail(r.from, r.to, "encrypt-without-write")
	}
	for i, e := range m.Encryptions {
		if isMerge(r.Method) && !e.Demo {
			p.fail(e.from, e.to, "encrypt-with-merge")
			return
		}
		if i > 0 && e.Key != m.Encryptions[0].Key && !e.Demo {
			p.fail(e.from, e.to, "two-keys")
			return
		}
	}
}

// checkViews checks the types that blocks name against those of the whole file.
func (p *parser) checkViews() {
	for i := range p.script.Blocks {
		if by := p.script.Blocks[i].Meta.View; by != nil {
			for _, c := range by.Cases {
				if p.script.TypeNamed(c.Name) == nil {
					p.fail(c.from, c.to, "no-type", c.Name)
				}
			}
		}
	}
}
