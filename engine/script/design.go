package script

import (
	"slices"
	"strings"

	"rowkey/engine/message"
	"rowkey/engine/template"
	"rowkey/engine/workload"
)

// Store is one store of a design, as it is written after "@keys"; package plan reads its options.
type Store struct {
	Name string
	Text string
	Line int
}

// parseKeys reads "@keys {dept} | {id} | Table | include dept,id": where every entity is stored.
func (p *directiveParser) parseKeys(b *Block, v argument) {
	parts := strings.Split(v.text, "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	for i, part := range parts[:min(3, len(parts))] {
		if template.IsOption(part) && i == 2 {
			break
		}
		if template.IsOption(part) {
			p.fail(v.from, v.to, "keys-option-early", part, [...]string{"PartitionKey", "RowKey"}[i])
			return
		}
		if keys, list, ok := strings.Cut(part, " include "); ok {
			p.includeWithoutBar(v, keys, list, i > 0)
			return
		}
		if wrong := templateProblem(part); wrong != nil {
			p.report(SeverityError, v.from, v.to, wrong)
			return
		}
	}
	for _, part := range parts[min(3, len(parts)):] {
		if word, _, _ := strings.Cut(part, " "); !slices.Contains(template.Options, word) {
			p.fail(v.from, v.to, "keys-too-many-parts")
			return
		}
	}
	if len(parts) < 2 {
		p.fail(v.from, v.to, "keys-without-bar")
		return
	}
	b.Meta.Keys = append(b.Meta.Keys, &Store{b.Title, v.text, v.line.n})
}

// templateProblem says what is wrong with a template, nil if nothing is.
func templateProblem(text string) message.Text {
	switch _, wrong, where := template.Parse(text); wrong {
	case template.Close:
		return message.New("template-close", text)
	case template.Open:
		return message.New("template-open", text)
	case template.Attr, template.Shape:
		return message.New("template-form", where[1:len(where)-1])
	}
	return nil
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
	w, err := workload.Parse(text)
	if err != nil {
		p.fail(v.from, v.to, "bad-workload", file, err.Error())
		return
	}
	b.Meta.Workload = w
}
