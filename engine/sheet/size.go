package sheet

import (
	"strings"

	"rowkey/engine/edm"
)

// maxText is the longest text that a property holds, in characters: 64 KiB of UTF-16.
// Source: Understanding the Table service data model, "Property limitations".
const maxText = edm.MaxPropertyValue / 2

// Size returns the bytes that the service counts for an entity of a kind whose identity is in its keys and nowhere
// else, each value at its greatest length and times as 19 digits of ticks. Values that fit into no property
// are left out: a blob will keep them. A design may need more, for copies and separators.
func (s *Sheet) Size(kind int) int {
	e := edm.Entity{RowKey: strings.Repeat("0", s.KeyLength(s.Identity(kind)))}
	k := &s.Kinds[kind]
	for i := range k.Attributes {
		if a := &k.Attributes[i]; !a.Identity && !a.tooLarge() {
			e.Properties = append(e.Properties, edm.Property{Name: a.Name, Value: a.Type.Greatest()})
		}
	}
	return e.Size()
}

// length returns the greatest length of a text or a binary.
func (t Type) length() int { return or(t.Length, DefaultLength) }

// tooLarge reports whether a value does not fit into a property.
func (a *Attribute) tooLarge() bool { return a.most() < a.Type.length() }

// most returns the greatest length that a value may have to fit into a property.
func (a *Attribute) most() int {
	if a.Type.Name == Binary {
		return edm.MaxPropertyValue
	}
	return maxText
}

// Greatest returns a value of the size that values of a type have at most.
func (t Type) Greatest() edm.Value {
	switch t.Name {
	case Int:
		return edm.Int32(0)
	case Bool:
		return edm.Boolean(false)
	case Long, Double, Time:
		return edm.Int64(0) // all three take 8 bytes
	case GUID:
		v, _ := edm.GUID("00000000-0000-0000-0000-000000000000")
		return v
	case Binary:
		return edm.Binary(make([]byte, t.length()))
	}
	return edm.String(strings.Repeat("0", t.length()))
}

// KeyLength returns the characters that values have in keys together, at most.
func (s *Sheet) KeyLength(identity []Ref) int {
	n := 0
	for _, r := range identity {
		switch {
		case r.Attr != Whole:
			n += s.Kinds[r.Kind].Attributes[r.Attr].Type.digits()
		case s.Kinds[r.Kind].implied():
			n += DefaultLength
		default:
			n += s.KeyLength(s.Identity(r.Kind))
		}
	}
	return n
}

// digits returns the characters of a value in a key.
func (t Type) digits() int {
	switch t.Name {
	case Int:
		return 10
	case Long, Double:
		return 19
	case Bool:
		return 5
	case Time:
		return timeUnits[or(t.Unit, "tick")].digits
	case GUID:
		return 36
	case Binary:
		return 2 * t.length() // as hex digits
	}
	return t.length()
}
