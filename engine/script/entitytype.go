package script

import (
	"slices"
	"strings"

	"rowkey/engine/edm"
)

// EntityType is a type that a script declares: which properties a program expects, and of which type.
type EntityType struct {
	Name   string
	Fields []Field
}

// Field is one declared property.
type Field struct {
	Name     string
	Type     edm.Type
	Optional bool // an entity without it is fine, and so is null
}

// View says as which type the entities of an answer are read: one that the caller knows, or
// the type that a property or the beginning of a key gives.
type View struct {
	Property string // "" for a type that the caller knows
	Cases    []ViewCase
	Line     int
}

// ViewCase leads from a value to a type.
type ViewCase struct {
	Value, Name string
	from, to    int // bytes of the name
}

// TypeNamed returns a type of the script or of those that set it up, nil if there is none.
func (s *Script) TypeNamed(name string) *EntityType {
	if t := s.types[name]; t != nil {
		return t
	}
	for _, su := range s.Setups {
		if su.Script != nil {
			if t := su.Script.TypeNamed(name); t != nil {
				return t
			}
		}
	}
	return nil
}

// IsSystem reports whether a name is that of a system property.
func IsSystem(name string) bool {
	return name == edm.PartitionKey || name == edm.RowKey || name == edm.Timestamp
}

// TypeNames are the types that a property can have.
const TypeNames = "String, Binary, Boolean, DateTime, Double, Guid, Int32, Int64"

// parseType reads "NAME Property:Type Property:Type?".
func (p *directiveParser) parseType(_ *Block, v argument) {
	words := p.words(v.from, v.to)
	if len(words) == 0 || !isName(words[0].text) {
		p.fail(v.line.from, v.line.to, "bad-type")
		return
	}
	t := &EntityType{Name: words[0].text}
	if p.script.types[t.Name] != nil {
		p.fail(words[0].from, words[0].to, "type-twice", t.Name)
	}
	for _, w := range words[1:] {
		p.typeField(t, w)
	}
	p.script.types[t.Name] = t
}

// typeField reads "Property:Type", with "?" for a property that may be absent.
func (p *document) typeField(t *EntityType, w word) {
	name, typ, typed := strings.Cut(w.text, ":")
	f := Field{Name: name}
	typ, f.Optional = strings.CutSuffix(typ, "?")
	var ok bool
	switch f.Type, ok = edm.ParseType("Edm." + strings.TrimPrefix(typ, "Edm.")); {
	case !typed || !edm.ValidName(name):
		p.fail(w.from, w.to, "bad-type-property", w.text)
	case !ok:
		p.fail(w.from+len(name)+1, w.to, "unknown-property-type", typ).suggest(typ, strings.Split(TypeNames, ", "))
	case slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Name == name }):
		p.fail(w.from, w.to, "property-twice", name)
	}
	t.Fields = append(t.Fields, f)
}

func (p *directiveParser) parseAs(b *Block, v argument) {
	if !isName(v.text) {
		p.fail(v.line.from, v.line.to, "as-without-type")
		return
	}
	p.putView(b, View{Line: v.line.n, Cases: []ViewCase{{"", v.text, v.from, v.to}}}, v)
}

// parseResolve reads "PROPERTY value=TYPE value=TYPE"; for a key the values are its beginnings.
func (p *directiveParser) parseResolve(b *Block, v argument) {
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

func (p *document) putView(b *Block, by View, v argument) {
	if b.Meta.View != nil {
		p.fail(v.line.from, v.line.to, "two-views")
	}
	b.Meta.View = &by
}
