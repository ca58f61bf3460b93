package script

import (
	"context"
	"errors"
	"strings"

	"rowkey/engine/design"
)

// metaKeysOf reads "@keys {dept} | {id} | Table | include dept,id": one copy of every entity.
func (p *parser) metaKeysOf(b *Block, v metaValue) {
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
			p.fail(v.from, v.to, "@keys has too many parts: PartitionKey | RowKey | table | include properties.")
			return
		}
		t, err := design.ParseTemplate(part)
		if err != nil {
			p.fail(v.from, v.to, err.Error()+".")
			return
		}
		*to[i] = t
	}
	if len(parts) < 2 {
		p.fail(v.from, v.to, "@keys needs both keys with a bar between them, for example `{dept} | {id}`.")
		return
	}
	b.meta.keys = &c
}

// metaWorkload reads "@workload name", which is the file workload-name.json.
func (p *parser) metaWorkload(b *Block, v metaValue) {
	file := "workload-" + v.text + ".json"
	_, text, ok := p.find(file)
	if !ok {
		p.fail(v.from, v.to, "there is no workload \""+v.text+"\" here.")
		return
	}
	w, err := design.ParseWorkload(text)
	if err != nil {
		p.fail(v.from, v.to, file+": "+err.Error()+".")
		return
	}
	b.meta.workload = w
}

// runDesign judges all copies that the script describes.
func (s *Session) runDesign(ctx context.Context, j job) *Exchange {
	b := &s.script.Blocks[j.unit.first]
	x := s.begin(j)
	x.Line = b.FirstLine
	var copies []design.Copy
	for i := range s.script.Blocks {
		if c := &s.script.Blocks[i]; c.meta.keys != nil && !c.meta.disabled {
			copies = append(copies, *c.meta.keys)
		}
	}
	if len(copies) == 0 {
		why := "the workload has nothing to run on: `# @keys PartitionKey | RowKey` is missing."
		return stopped(x, &Problem{Line: x.Line, Message: why})
	}
	report, err := design.Judge(ctx, b.meta.workload, copies)
	if err != nil {
		p := &Problem{Line: x.Line, Message: err.Error()}
		if bad := (*design.Problem)(nil); errors.As(err, &bad) {
			p.Line = bad.Line
		}
		return stopped(x, p)
	}
	x.Design = report
	x.answer = &answer{design: report}
	if !s.hidden {
		s.last = x.answer
	}
	for _, a := range b.asserts {
		x.Checks = append(x.Checks, s.check(a, x.answer, scope{client: b.Client}))
	}
	return x
}

// designFields are what `design` can be asked, of a pattern and of the whole.
var (
	patternFields = []string{"class", "read", "returned", "requests", "roundtrips", "transactions", "pass"}
	wholeFields   = []string{"hottest", "bytes", "ratio", "entities", "transactions", "copies", "pass"}
)

// designArgument reads "hottest", or "by-number read".
func (p *parser) designArgument(a *Assertion, query word, words []word) ([]word, bool) {
	rest, ok := p.argument(a, query, words, "the name of a pattern and a number, for example `by-id read`")
	if !ok || len(rest) == 0 || isPredicate(rest[0].text) {
		return rest, ok
	}
	field := rest[0]
	for _, known := range patternFields {
		if field.text == known {
			a.arg += " " + known
			return rest[1:], true
		}
	}
	p.failIn(a, field.from, field.to, "unknown number \""+field.text+"\".").suggest(field.text, patternFields)
	return nil, false
}

// askDesign answers about the report of a design.
func (a *answer) askDesign(arg string) value {
	if a.design == nil {
		return missing("no design was run")
	}
	name, field, ofPattern := strings.Cut(arg, " ")
	if !ofPattern {
		return wholeValue(a.design, name)
	}
	for i := range a.design.Patterns {
		p := &a.design.Patterns[i]
		if strings.ReplaceAll(p.Name, " ", "-") == name {
			return patternValue(p, field)
		}
	}
	return missing("no pattern \"" + name + "\"")
}

func patternValue(p *design.PatternReport, field string) value {
	if p.Said != "" && field != "pass" {
		return missing(p.Said)
	}
	switch field {
	case "class":
		return textValue(p.Class)
	case "pass":
		return boolValue(p.Pass)
	}
	return numberValue(p.Field(field))
}

func wholeValue(r *design.Report, field string) value {
	switch field {
	case "hottest":
		return numberValue(r.Hottest)
	case "bytes":
		return numberValue(r.Bytes)
	case "ratio":
		return numberValue(r.Ratio)
	case "entities":
		return numberValue(r.Entities)
	case "transactions":
		return numberValue(r.Transactions)
	case "copies":
		return numberValue(len(r.Copies))
	case "pass":
		pass := true
		for i := range r.Patterns {
			pass = pass && r.Patterns[i].Pass
		}
		return boolValue(pass)
	}
	return missing("unknown: ask for one of " + strings.Join(wholeFields, ", "))
}

func boolValue(b bool) value {
	if b {
		return textValue("true")
	}
	return textValue("false")
}
