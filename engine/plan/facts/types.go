package facts

import (
	"math"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/sheet"
)

// Property returns the name of the property that holds an attribute: attributes of a kind above have its name in front.
func (f *Facts) Property(kind int, ref sheet.Ref) string {
	name := f.Attribute(ref).Name
	if ref.Kind != kind && ref.Attr != sheet.Whole {
		return f.Sheet.Kinds[ref.Kind].Name + "_" + name
	}
	return name
}

// IdentityOf returns the attributes that name an entity of a kind.
func (f *Facts) IdentityOf(kind int) []sheet.Ref { return f.Identity(kind).Refs() }

// TypeOf returns the type of an attribute.
func (f *Facts) TypeOf(ref sheet.Ref) sheet.Type {
	t, _ := f.Type(ref)
	return t
}

// JSONBytes returns the bytes of attributes of one entity in an answer with $select and without metadata: a name and a
// value as JSON for each, at their greatest length.
func (f *Facts) JSONBytes(kind int, of Attrs) float64 {
	return float64(2 + lists.Sum(of, func(a Attr) int { return len(f.Sheet.NameOf(kind, a.Ref)) + 6 + f.Width(a.Ref) }))
}

// Attribute returns an attribute, and a text for the assumed identity of a kind without attributes.
func (f *Facts) Attribute(ref sheet.Ref) sheet.Attribute {
	if ref.Attr == sheet.Whole {
		return sheet.Attribute{Name: f.Sheet.Kinds[ref.Kind].Name}
	}
	return f.Sheet.Kinds[ref.Kind].Attributes[ref.Attr]
}

// PropertyBytes returns the bytes of a property with its name.
func (f *Facts) PropertyBytes(ref sheet.Ref) float64 {
	a := f.Attribute(ref)
	e := edm.Entity{Properties: []edm.Property{{Name: a.Name, Value: a.Type.Greatest()}}}
	return float64(e.Size() - 4)
}

// FreeText reports whether a text identifies nothing, so that it may have any characters.
func (f *Facts) FreeText(ref sheet.Ref) bool {
	if ref.Attr == sheet.Whole || f.Names(ref) {
		return false
	}
	a := &f.Sheet.Kinds[ref.Kind].Attributes[ref.Attr]
	return !a.Identity && len(a.Skew.Weights) == 0
}

// EmptyBytes returns what a property takes beside its value: its name, and the length of a text.
func EmptyBytes(f *Facts, ref sheet.Ref) float64 {
	return 8 + 2*float64(len(f.Attribute(ref).Name)) + 4
}

// Quarters are how many decimal numbers a sample has from one whole number to the next.
const Quarters = 4

// Ends returns the smallest and the largest number that values of an attribute have in a sample. A sheet does not say
// them, and no cost depends on them.
func (f *Facts) Ends(ref sheet.Ref) (low, high float64) {
	n := f.Sheet.Distinct(f.Canonical(ref))
	if f.TypeOf(ref).Name == sheet.Double {
		return 0, n / Quarters
	}
	return 1, n + 1
}

// Finest returns the unit of a time.
func (f *Facts) Finest(ref sheet.Ref) string {
	if t, _ := f.Type(ref); t.Unit != "" {
		return t.Unit
	}
	return "tick"
}

// DigitsNeeded returns how many digits the values of a whole number need if it is known how many there are: the sheet
// says it, or each entity that arrives has the next one.
func (f *Facts) DigitsNeeded(ref sheet.Ref) float64 {
	if ref.Attr == sheet.Whole {
		return math.Inf(1)
	}
	a := &f.Sheet.Kinds[ref.Kind].Attributes[ref.Attr]
	if a.Values == 0 && a.Follows != sheet.Now {
		return math.Inf(1)
	}
	return math.Ceil(math.Log10(f.Sheet.Distinct(ref) + 1))
}

// Width returns the greatest number of characters that an attribute takes in a key.
func (f *Facts) Width(ref sheet.Ref) int { return f.Sheet.KeyLength([]sheet.Ref{ref}) }

// SameOrder reports whether two attributes are one, or one follows the other.
func (f *Facts) SameOrder(a, b sheet.Ref) bool {
	a, b = f.Canonical(a), f.Canonical(b)
	return a == b || leads(f, a, b) || leads(f, b, a)
}

// Canonical returns the attribute that identifies a kind in place of the kind.
func (f *Facts) Canonical(r sheet.Ref) sheet.Ref {
	if l := f.NameOf(r).Refs; len(l) == 1 {
		return l[0]
	}
	return r
}

// leads reports whether a follows b.
func leads(f *Facts, a, b sheet.Ref) bool {
	if a.Attr == sheet.Whole || a.Kind != b.Kind || b.Attr == sheet.Whole {
		return false
	}
	attrs := f.Sheet.Kinds[a.Kind].Attributes
	return attrs[a.Attr].Follows != "" && attrs[a.Attr].Follows == attrs[b.Attr].Name
}

// Digits returns how many digits a key needs to put the whole numbers of an attribute in order.
func (f *Facts) Digits(ref sheet.Ref) int {
	return int(math.Min(float64(f.Width(ref)), f.DigitsNeeded(ref)))
}
