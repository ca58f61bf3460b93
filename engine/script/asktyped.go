package script

import (
	"strconv"
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
	switch {
	case a.typed == nil:
		return missing("no @as, @resolve or @decrypt")
	case q.arg == "error":
		for _, t := range a.typed {
			if t.Error != "" {
				return textValue(t.Error)
			}
		}
		return missing("no error")
	case q.path == nil:
		n := 0
		for _, t := range a.typed {
			if t.Type == q.arg && t.Error == "" {
				n++
			}
		}
		return numberValue(n)
	case q.path[0].index == isEvery:
		list := []string{}
		for _, t := range a.typed {
			list = append(list, t.ask(q.path[1:]).text)
		}
		return listValue(list)
	case q.path[0].index >= len(a.typed):
		return missing("no entity " + strconv.Itoa(q.path[0].index))
	}
	return a.typed[q.path[0].index].ask(q.path[1:])
}

// ask returns the type, or the value of a property as a program of that type sees it.
func (t *Typed) ask(path []step) value {
	if len(path) == 0 {
		if t.Error != "" {
			return missing(t.Error)
		}
		return textValue(t.Type)
	}
	for _, f := range t.Fields {
		if f[0] == path[0].name {
			return textValue(f[2])
		}
	}
	return missing("no such property")
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
