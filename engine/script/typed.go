package script

import (
	"rowkey/engine/edm"
	"rowkey/engine/odata"
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

// field returns a declared property, nil if there is none.
func (t *EntityType) field(name string) *Field {
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return &t.Fields[i]
		}
	}
	return nil
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

func IsSystem(name string) bool {
	return name == edm.PartitionKey || name == edm.RowKey || name == edm.Timestamp
}

// Encryption is one @encrypt: a key, and which properties of an entity it is for.
type Encryption struct {
	Key   string
	Names []string   // of properties
	Rule  odata.Expr // over Name, PartitionKey and RowKey, in place of names
	Demo  bool       // do what loses data, to show it
	Line  int

	from, to int // bytes
}

func isMerge(method string) bool { return method == "PATCH" || method == "MERGE" }
