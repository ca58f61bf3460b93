package client

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/client/encryption"
	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/lists"
	"rowkey/engine/message"
	"rowkey/engine/script"
)

// Typed is an entity as seen by a program that knows types. Type is "" if no type was asked for, or
// if none was found; Error says why the entity cannot be read as that type.
type Typed struct {
	Type      string       `json:"type"`
	Error     string       `json:"error"`
	Sentences message.Text `json:"sentences"` // of the error
	Fields    [][3]string  `json:"fields"`    // name, type with "?" if it may be absent, value
}

// reading reads the entities of an answer, one after the other: decrypts them, and finds their types.
type reading struct {
	script *script.Script
	by     *script.View // nil shows every property
	keys   []string     // that decrypt, by name; nil decrypts nothing
	bare   bool         // the answer names no types
	body   []byte       // what was decrypted
	typed  []Typed
}

// entity reads the next entity.
func (r *reading) entity(text string) {
	doc, err := edm.ParseJSON(text)
	problem := message.Text(nil)
	if r.keys != nil {
		problem = r.open(text, &doc.Entity)
	}
	t := Typed{}
	switch {
	case err != nil:
		t.Sentences = message.New("type-no-entity")
	case r.by == nil:
		t.Sentences, t.Fields = problem, untyped(&doc.Entity)
	default:
		r.view(&doc.Entity, &t)
	}
	if t.Sentences != nil {
		t.Sentences = entityAt(len(r.typed), &doc.Entity).And(t.Sentences)
		t.Error = t.Sentences.String()
	}
	r.typed = append(r.typed, t)
}

// open decrypts an entity, and adds it to the answer as a program sees it.
func (r *reading) open(text string, e *edm.Entity) (problem message.Text) {
	if len(r.body) > 0 {
		r.body = append(r.body, ',')
	}
	if !encryption.IsEncrypted(e) {
		r.body = append(r.body, text...)
		return nil
	}
	problem = encryption.Decrypt(e, r.keys)
	f := edm.Format{Context: jsontext.MemberText(text, "odata.metadata"), ETag: jsontext.MemberText(text, "odata.etag")}
	if f.Context+f.ETag != "" {
		f.Metadata = edm.MinimalMetadata
	}
	if v, err := edm.ParseDateTime(jsontext.MemberText(text, edm.Timestamp)); err == nil {
		e.Timestamp = v.Time()
	}
	r.body = edm.AppendJSON(r.body, e, &f)
	return problem
}

// stopOnType ends the run at an entity that cannot be read, unless an assertion is about types.
func (x *Exchange) stopOnType(b *script.Block) {
	aboutTypes := func(q *script.Assertion) bool { return q.Query == "type" && !q.Answer }
	if b.Meta.View == nil || x.answer == nil || slices.ContainsFunc(b.Assertions, aboutTypes) {
		return
	}
	for _, t := range x.answer.typed {
		if t.Error != "" && !x.Stopped {
			stopped(x, &Problem{Line: b.Meta.View.Line, Message: t.Error, Sentences: t.Sentences, answered: true})
		}
	}
}

// eachEntity calls visit with the text of every entity of an answer.
func eachEntity(body string, visit func(text string)) {
	if from, _, ok := valueArray(body); ok {
		jsontext.Each(body, from, func(_ string, from, to int) bool {
			visit(body[from:to])
			return true
		})
	} else if strings.HasPrefix(body, "{") {
		visit(body)
	}
}

// entityAt names an entity by its number and, if it has them, its keys.
func entityAt(n int, e *edm.Entity) message.Text {
	if e.PartitionKey+e.RowKey == "" {
		return message.New("entity-without-keys", strconv.Itoa(n))
	}
	return message.New("entity", strconv.Itoa(n), e.PartitionKey, e.RowKey)
}

// view reads one entity as the type that the view gives.
func (r *reading) view(e *edm.Entity, out *Typed) {
	out.Type, out.Sentences = typeOf(r.by, e)
	if out.Sentences != nil {
		out.Fields = untyped(e)
		return
	}
	t := r.script.TypeNamed(out.Type)
	for i := range t.Fields {
		f := &t.Fields[i]
		text, problem := readField(f, e)
		if problem != nil && r.bare && named(f) {
			problem = problem.And(message.New("type-nometadata"))
		}
		if out.Sentences == nil {
			out.Sentences = problem
		}
		typ := shortType(f.Type)
		if f.Optional {
			typ += "?"
		}
		out.Fields = append(out.Fields, [3]string{f.Name, typ, text})
	}
}

// typeOf returns the name of the type of an entity, or what is wrong. Of several beginnings of a
// key that fit the longest one counts.
func typeOf(by *script.View, e *edm.Entity) (name string, problem message.Text) {
	if by.Property == "" {
		return by.Cases[0].Name, nil
	}
	v, ok := e.Get(by.Property)
	if !ok {
		return "", message.New("resolve-no-property", by.Property)
	}
	text, size := valueText(v), -1
	for _, c := range by.Cases {
		fits := text == c.Value
		if script.IsSystem(by.Property) {
			fits = strings.HasPrefix(text, c.Value)
		}
		if fits && len(c.Value) > size {
			name, size = c.Name, len(c.Value)
		}
	}
	if size >= 0 {
		return name, nil
	}
	if script.IsSystem(by.Property) {
		return "", message.New("resolve-no-beginning", by.Property, text)
	}
	return "", message.New("resolve-no-value", by.Property, text)
}

// readField returns the value of a declared property: that of the entity or, if it has none, what a
// variable of that type holds at first. It returns what is wrong, nil if nothing is.
func readField(f *script.Field, e *edm.Entity) (text string, problem message.Text) {
	v, ok := e.Get(f.Name)
	switch {
	case !ok && f.Optional:
		return "null", nil
	case !ok:
		return zeroText(f.Type), nil
	case v.Type() != f.Type:
		return valueText(v), message.New("type-mismatch", f.Name, shortType(f.Type), shortType(v.Type()))
	}
	return valueText(v), nil
}

// named reports whether JSON alone does not tell the type from a string.
func named(f *script.Field) bool {
	return f.Type == edm.TypeInt64 || f.Type == edm.TypeDateTime || f.Type == edm.TypeGUID || f.Type == edm.TypeBinary
}

// zeroText is what a variable of a type holds before anything is put into it, in C#.
func zeroText(t edm.Type) string {
	switch t {
	case edm.TypeString, edm.TypeBinary:
		return "null"
	case edm.TypeBoolean:
		return "false"
	case edm.TypeDateTime:
		return "0001-01-01T00:00:00Z"
	case edm.TypeGUID:
		return "00000000-0000-0000-0000-000000000000"
	}
	return "0"
}

// untyped returns all properties of an entity, as seen by a program that knows no type.
func untyped(e *edm.Entity) [][3]string {
	return lists.Map(e.Properties, func(p edm.Property) [3]string {
		return [3]string{p.Name, shortType(p.Value.Type()), valueText(p.Value)}
	})
}

// shortType is the name of a type without "Edm.".
func shortType(t edm.Type) string { return strings.TrimPrefix(t.String(), "Edm.") }

// valueText writes a value as JSON does, without quotes.
func valueText(v edm.Value) string {
	one := edm.Entity{Properties: []edm.Property{{Name: "V", Value: v}}}
	format := edm.Format{Select: edm.NewSelection([]string{"V"})}
	return jsontext.MemberText(string(edm.AppendJSON(nil, &one, &format)), "V")
}

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

// ask returns the type or, after a number, the value of a property as a program of that type sees it.
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
