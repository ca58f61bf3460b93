package script

import (
	"rowkey/engine/edm"
	"rowkey/engine/odata"
)

// viewType is a type that a script declares: which properties a program expects, and of which type.
type viewType struct {
	name   string
	fields []viewField
}

// viewField is one declared property.
type viewField struct {
	name     string
	typ      edm.Type
	optional bool // an entity without it is fine, and so is null
}

// field returns a declared property, nil if there is none.
func (t *viewType) field(name string) *viewField {
	for i := range t.fields {
		if t.fields[i].name == name {
			return &t.fields[i]
		}
	}
	return nil
}

// view says as what the entities of an answer are read: as one type that the caller knows, or as
// the type that a property or the beginning of a key tells.
type view struct {
	property string // "" for a type that the caller knows
	cases    []viewCase
	line     int
}

// viewCase leads from a value to a type.
type viewCase struct {
	value, name string
	from, to    int // bytes of the name
}

// typeNamed returns a type of the script or of those that set it up, nil if there is none.
func (s *Script) typeNamed(name string) *viewType {
	if t := s.types[name]; t != nil {
		return t
	}
	for _, su := range s.setups {
		if su.script != nil {
			if t := su.script.typeNamed(name); t != nil {
				return t
			}
		}
	}
	return nil
}

func isSystem(name string) bool {
	return name == edm.PartitionKey || name == edm.RowKey || name == edm.Timestamp
}

// seal is one @encrypt: a key, and which properties of an entity it is for.
type seal struct {
	key   string
	names []string   // of properties
	rule  odata.Expr // over Name, PartitionKey and RowKey, in place of names
	demo  bool       // do what loses data, so that one sees it
	line  int

	from, to int // bytes
}

const noMerge = "@encrypt does not go with a merge: the metadata of the entity would be overwritten, " +
	"and what is encrypted already could not be read any more. Replace the entity with PUT, " +
	"or add `demo` to see what is lost."

func isMerge(method string) bool { return method == "PATCH" || method == "MERGE" }
