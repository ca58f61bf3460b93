package script

import (
	"strings"

	"rowkey/engine/design"
	"rowkey/engine/message"
)

// parseKeys reads "@keys {dept} | {id} | Table | include dept,id": one copy of every entity.
func (p *directiveParser) parseKeys(b *Block, v argument) {
	c := design.Copy{Name: b.Title, Line: v.line.n}
	c.Table, _ = design.ParseTemplate("Main")
	to := []*design.Template{&c.Partition, &c.Row, &c.Table}
	parts := strings.Split(v.text, "|")
	for i, part := range parts {
		part = strings.TrimSpace(part)
		if list, ok := strings.CutPrefix(part, "include "); ok && i >= 2 {
			c.Include = strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
			continue
		}
		if i >= len(to) {
			p.fail(v.from, v.to, "keys-too-many-parts")
			return
		}
		if i < 2 && strings.HasPrefix(part, "include ") {
			p.fail(v.from, v.to, "keys-option-early", part, [...]string{"PartitionKey", "RowKey"}[i])
			return
		}
		if keys, list, ok := strings.Cut(part, " include "); ok {
			p.includeWithoutBar(v, keys, list, i > 0)
			return
		}
		t, err := design.ParseTemplate(part)
		if err != nil {
			p.report(SeverityError, v.from, v.to, message.Of(err))
			return
		}
		*to[i] = t
	}
	if len(parts) < 2 {
		p.fail(v.from, v.to, "keys-without-bar")
		return
	}
	b.Meta.Keys = &c
}

// includeWithoutBar says how a list of properties is written that would otherwise become part of a key. A bar alone
// corrects it if both keys are there.
func (p *document) includeWithoutBar(v argument, keys, list string, both bool) {
	keys, list = strings.TrimSpace(keys), strings.TrimSpace(list)
	d := p.fail(v.from, v.to, "keys-include", keys, list)
	if both {
		d.replace(strings.Replace(v.text, " include ", " | include ", 1), "fix")
	}
}

// parseWorkload reads "@workload name", which is the file workload-name.json.
func (p *directiveParser) parseWorkload(b *Block, v argument) {
	file := "workload-" + v.text + ".json"
	_, text, ok := p.files.find(file)
	if !ok {
		p.fail(v.from, v.to, "no-workload", v.text)
		return
	}
	w, err := design.ParseWorkload(text)
	if err != nil {
		p.fail(v.from, v.to, "bad-workload", file, err.Error())
		return
	}
	b.Meta.Workload = w
}
