package edm

import (
	"strings"
	"unicode"

	"rowkey/engine/apierr"
	"rowkey/engine/utf16text"
)

// Limits of an entity. Source: Understanding the Table service data model, "Property limitations".
const (
	MaxEntitySize    = 1 << 20   // bytes, as [Entity.Size] counts them
	MaxProperties    = 252       // without PartitionKey, RowKey and Timestamp
	MaxPropertyName  = 255       // UTF-16 code units
	MaxPropertyValue = 64 * 1024 // bytes of a Binary, or of the UTF-16 encoding of a String
	MaxKeySize       = 1024      // bytes of the UTF-16 encoding of one key
)

// firstTicks is 1601-01-01T00:00:00Z, the first DateTime that the service stores.
const firstTicks = 504_911_232_000_000_000

// Validate checks all limits of an entity.
// Errors: OutOfRangeInput for a key with forbidden characters,
// TooManyProperties, PropertyNameTooLong, PropertyNameInvalid, DuplicatePropertiesSpecified,
// PropertyValueTooLarge, OutOfRangeInput for a DateTime before 1601, EntityTooLarge.
// Source: Understanding the Table service data model, "Property limitations" and "Characters
// disallowed in key fields".
func (e *Entity) Validate() error {
	if err := ValidateKey(PartitionKey, e.PartitionKey); err != nil {
		return err
	}
	if err := ValidateKey(RowKey, e.RowKey); err != nil {
		return err
	}
	if len(e.Properties) > MaxProperties {
		return apierr.New(apierr.TooManyProperties)
	}
	for i := range e.Properties {
		if err := e.validateProperty(i); err != nil {
			return err
		}
	}
	if e.Size() > MaxEntitySize {
		return apierr.New(apierr.EntityTooLarge)
	}
	return nil
}

// ValidateKey checks the value of the key that is called name.
// Errors: PropertyValueTooLarge, as for any other value; OutOfRangeInput for / \ # ? and control characters.
// Source: Understanding the Table service data model, "Characters disallowed in key fields"; for the code, the test
// suites of the official clients.
func ValidateKey(name, value string) error {
	if 2*utf16text.Len(value) > MaxKeySize {
		return apierr.New(apierr.PropertyValueTooLarge)
	}
	for _, c := range value {
		if !InKey(c) {
			e := outOfRange(name, value)
			e.Early = true
			return e
		}
	}
	return nil
}

// InKey reports whether a key may hold a character.
func InKey(c rune) bool { return !strings.ContainsRune(`/\#?`, c) && !unicode.IsControl(c) }

func outOfRange(name, value string) *apierr.Error {
	return apierr.Newf(apierr.OutOfRangeInput, "The '%s' parameter of value '%s' is out of range.", name, value)
}

func (e *Entity) validateProperty(i int) error {
	p := &e.Properties[i]
	if utf16text.Len(p.Name) > MaxPropertyName {
		return apierr.New(apierr.PropertyNameTooLong)
	}
	if !ValidName(p.Name) {
		return apierr.New(apierr.PropertyNameInvalid)
	}
	if p.Name == PartitionKey || p.Name == RowKey || p.Name == Timestamp {
		return apierr.New(apierr.DuplicateProperties)
	}
	for j := range i {
		if e.Properties[j].Name == p.Name {
			return apierr.New(apierr.DuplicateProperties)
		}
	}
	switch v := p.Value; v.typ {
	case TypeString, TypeBinary:
		if v.size()-4 > MaxPropertyValue {
			return apierr.New(apierr.PropertyValueTooLarge)
		}
	case TypeDateTime:
		if int64(v.num) < firstTicks {
			return outOfRange(p.Name, v.Time().Format("01/02/2006 15:04:05"))
		}
	}
	return nil
}

// ValidName reports whether a property can have that name: a C# identifier, of any length.
// Source: Understanding the Table service data model, "Property names".
func ValidName(name string) bool {
	for i, c := range name {
		if !InName(c, i == 0) {
			return false
		}
	}
	return name != ""
}

// InName reports whether a name of a property may hold a character, at its beginning if first.
// Source: C# language specification, "Identifiers".
func InName(c rune, first bool) bool {
	if c == '_' || unicode.IsLetter(c) || unicode.Is(unicode.Nl, c) {
		return true
	}
	return !first && unicode.In(c, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Cf)
}

// Size returns the bytes that the service counts, for the limit of one entity and for billing:
// 4, both keys in UTF-16, and per property 8, its name in UTF-16, and its value.
// Source: "Understanding Windows Azure Storage Billing", storage team blog.
func (e *Entity) Size() int {
	n := 4 + 2*(utf16text.Len(e.PartitionKey)+utf16text.Len(e.RowKey))
	for i := range e.Properties {
		p := &e.Properties[i]
		n += 8 + 2*utf16text.Len(p.Name) + p.Value.size()
	}
	return n
}

// size returns the bytes that the service counts for a value.
func (v Value) size() int {
	switch v.typ {
	case TypeString:
		return 2*utf16text.Len(v.str) + 4
	case TypeBinary:
		return len(v.str) + 4
	case TypeBoolean:
		return 1
	case TypeInt32:
		return 4
	case TypeGUID:
		return 16
	}
	return 8
}
