package client

import (
	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/message"
	"rowkey/engine/script"
)

// lookInside looks for a value inside a string.
func lookInside(i *script.Inner, v value) value {
	switch {
	case !v.found:
		return v
	case i.Element != "":
		if text, ok := element(v.text, i.Element); ok {
			return textValue(text)
		}
		return missing("no-inner-element")
	case jsontext.Error(v.text) >= 0:
		return missing("inner-not-json")
	}
	if text, ok := script.Lookup(v.text, i.Path); ok {
		return jsonValue(text)
	}
	return missing("no-inner-property")
}

// askType answers about the types of the entities.
func (a *answer) askType(q *script.Assertion) value {
	why := message.Code("no-view")
	var list []string
	n := 0
	for i := range a.typed {
		t := &a.typed[i]
		text, problem := t.ask(q.Path)
		switch {
		case q.Arg == "error" && t.Error != "":
			return textValue(t.Error)
		case q.Path == nil && t.Type == q.Arg && t.Error == "":
			n++
		case q.Path != nil && q.Path[0].Index == i && problem == nil:
			return textValue(text)
		case q.Path != nil && q.Path[0].Index == i:
			return lacking(problem)
		}
		list = append(list, text)
	}
	switch {
	case a.typed == nil:
	case q.Arg == "error":
		why = "no-type-error"
	case q.Path == nil:
		return numberValue(n)
	case q.Path[0].Index == script.Every:
		return listValue(list)
	default:
		why = "no-such-entity"
	}
	return missing(why)
}

// ask returns the type or, after a number, the value of a property as a program of that type sees
// it.
func (t *Typed) ask(path []script.Step) (text string, problem message.Text) {
	if len(path) < 2 {
		return t.Type, t.Sentences
	}
	for i := range t.Fields {
		if t.Fields[i][0] == path[1].Name {
			return t.Fields[i][2], nil
		}
	}
	return "", message.New("no-property")
}

// askSize answers with the bytes that the service counts for the entity that was sent or, if none
// was sent, for the one that came back.
func (a *answer) askSize() value {
	text, key := a.body, a.key
	if a.sent != "" {
		text = a.sent
	}
	doc, err := edm.ParseJSON(text)
	if err != nil {
		return missing("no-entity")
	}
	if !doc.HasPartitionKey {
		doc.PartitionKey = key.Partition
	}
	if !doc.HasRowKey {
		doc.RowKey = key.Row
	}
	return numberValue(doc.Size())
}
