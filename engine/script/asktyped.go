package script

import (
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
)

// inner is what a query looks for inside of a text: "json(Profile).Skills[0]" or
// "xml(Profile)//Skill".
type inner struct {
	path    []step // in the JSON text
	element string // of the XML text
}

// innerArgument reads a path of that form; ok is false for any other.
func (p *parser) innerArgument(a *Assertion, w word) (ok bool) {
	kind, rest, open := strings.Cut(w.text, "(")
	outer, below, closed := strings.Cut(rest, ")")
	if !open || kind != "json" && kind != "xml" {
		return false
	}
	problem := "behind `" + kind + "(` stands the name of a property, then `)`."
	if closed {
		a.path, problem = parsePath(outer)
	}
	a.inner = &inner{}
	switch {
	case problem != "":
	case kind == "json":
		a.inner.path, problem = parsePath(below)
	case !strings.HasPrefix(below, "//") || len(below) == 2:
		problem = "behind `xml(…)` stands `//` and the name of an element."
	default:
		a.inner.element = below[2:]
	}
	if problem != "" {
		p.failIn(a, w.from, w.to, problem)
	}
	return true
}

// in looks into a text.
func (i *inner) in(v value) value {
	switch {
	case !v.found:
		return v
	case i.element != "":
		if text, ok := element(v.text, i.element); ok {
			return textValue(text)
		}
		return missing("no such element in the text")
	case jsontext.Error(v.text) >= 0:
		return missing("the text is not JSON")
	}
	if text, ok := lookup(v.text, i.path); ok {
		return jsonValue(text)
	}
	return missing("no such property in the text")
}

// typeArgument reads what may stand behind "type": [n], [n].Property, [*], error, or a type.
func (p *parser) typeArgument(a *Assertion, words []word) ([]word, bool) {
	if len(words) == 0 || isPredicate(words[0].text) {
		a.path = []step{{"", 0}}
		return words, true
	}
	w := words[0]
	a.arg = w.text
	if isName(a.arg) {
		return words[1:], true
	}
	path, problem := parsePath(a.arg)
	if problem == "" && (path[0].index == isMember || len(path) > 2) {
		problem = "behind `type` stands [0], [0].Property, [*], error, or the name of a type to count."
	}
	if problem != "" {
		p.failIn(a, w.from, w.to, problem)
		return nil, false
	}
	a.path = path
	return words[1:], true
}

// askType answers about the types of the entities.
func (a *answer) askType(q *Assertion) value {
	why := "no @as, @resolve or @decrypt"
	var list []string
	n := 0
	for i := range a.typed {
		t := &a.typed[i]
		text, problem := t.ask(q.path)
		switch {
		case q.arg == "error" && t.Error != "":
			return textValue(t.Error)
		case q.path == nil && t.Type == q.arg && t.Error == "":
			n++
		case q.path != nil && q.path[0].index == i && problem == "":
			return textValue(text)
		case q.path != nil && q.path[0].index == i:
			return missing(problem)
		}
		list = append(list, text)
	}
	switch {
	case a.typed == nil:
	case q.arg == "error":
		why = "no error"
	case q.path == nil:
		return numberValue(n)
	case q.path[0].index == isEvery:
		return listValue(list)
	default:
		why = "no such entity"
	}
	return missing(why)
}

// ask returns the type or, behind a number, the value of a property as a program of that type sees
// it.
func (t *Typed) ask(path []step) (text, problem string) {
	if len(path) < 2 {
		return t.Type, t.Error
	}
	for i := range t.Fields {
		if t.Fields[i][0] == path[1].name {
			return t.Fields[i][2], ""
		}
	}
	return "", "no such property"
}

// askSize answers with the bytes that the service counts for the entity that was sent or, if none
// was sent, for the one that came back.
func (a *answer) askSize() value {
	text, key := a.body, a.key
	if a.sent != "" {
		text = a.sent
	}
	doc, err := edm.ParseJSON([]byte(text))
	if err != nil {
		return missing("no entity")
	}
	if !doc.HasPartitionKey {
		doc.PartitionKey = key.Partition
	}
	if !doc.HasRowKey {
		doc.RowKey = key.Row
	}
	return numberValue(doc.Size())
}
