// Package edm holds the values and entities of the table service: the eight types that a property
// can have, their JSON form on the wire, their limits, and the form in which a row is stored.
//
// Rule book: "Understanding the Table service data model", "Payload format for Table service
// operations", and recorded traffic where the two are silent.
// Not here: table names, ETags, filters, anything about HTTP.
package edm

// Type is the type of a property. The zero Type belongs to the zero [Value] alone.
type Type uint8

// The eight types. Their numbers are part of the stored form of a row and never change.
// Source: Understanding the Table service data model, "Property types".
const (
	TypeString Type = iota + 1
	TypeBinary
	TypeBoolean
	TypeDateTime
	TypeDouble
	TypeGUID
	TypeInt32
	TypeInt64
)

var typeNames = [...]string{
	"", "Edm.String", "Edm.Binary", "Edm.Boolean", "Edm.DateTime",
	"Edm.Double", "Edm.Guid", "Edm.Int32", "Edm.Int64",
}

// String returns the name that annotations use, for example "Edm.Int32", and "" for no type.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return ""
}

// ParseType returns the type with that name. Letter case matters.
func ParseType(name string) (t Type, ok bool) {
	for i, n := range typeNames {
		if n == name && i > 0 {
			return Type(i), true
		}
	}
	return 0, false
}
