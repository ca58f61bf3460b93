package catalog

import (
	"slices"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/order"
	"rowkey/engine/store"
)

// MaxMetadata is the largest size of names and values together, in bytes.
// Source: Setting and retrieving properties and metadata for blob resources, "Limits".
const MaxMetadata = 8 << 10

// Pair is one name and its value.
type Pair struct{ Name, Value string }

// Metadata are the pairs that a client has attached to a thing, in the order in which it sent them.
type Metadata []Pair

// Validate applies the rules for names and sizes.
// Errors: EmptyMetadataKey, InvalidMetadata, MetadataTooLarge.
// Source: Naming and referencing containers, blobs and metadata, "Metadata names".
func (m Metadata) Validate() error {
	size := 0
	for _, p := range m {
		if p.Name == "" {
			return apierr.New(apierr.EmptyMetadataKey)
		}
		if !identifier(p.Name) {
			return apierr.New(apierr.InvalidMetadata)
		}
		size += len(p.Name) + len(p.Value)
	}
	if size > MaxMetadata {
		return apierr.New(apierr.MetadataTooLarge)
	}
	return nil
}

// identifier reports whether a name could be one in a program.
func identifier(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// Equal reports whether both have the same pairs. Order and the letter case of names do not matter.
func (m Metadata) Equal(other Metadata) bool { return slices.Equal(m.sorted(), other.sorted()) }

func (m Metadata) sorted() Metadata {
	s := slices.Clone(m)
	for i := range s {
		s[i].Name = strings.ToLower(s[i].Name)
	}
	order.By(s, func(a, b Pair) int { return strings.Compare(a.Name, b.Name) })
	return s
}

// Pack adds the metadata to a stored value.
func (m Metadata) Pack(p *store.Packer) {
	p.Int(int64(len(m)))
	for _, pair := range m {
		p.Text(pair.Name)
		p.Text(pair.Value)
	}
}

// UnpackMetadata reads what Pack has added.
func UnpackMetadata(u *store.Unpacker) Metadata {
	var m Metadata
	for n := u.Int(); n > 0 && u.Err() == nil; n-- {
		m = append(m, Pair{u.Text(), u.Text()})
	}
	return m
}
