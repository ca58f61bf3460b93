package catalog

import "slices"

// Check returns an error if a value that is kept under a key cannot be read. Content is checked by decode, which is
// given its kind, and so is the lease of an item, with the kind of the item. Keys of other kinds are not checked.
func (c *Catalog) Check(key, value string, decode func(kind, value string) error) error {
	kind := KindOf(key)
	var err error
	switch {
	case kind == c.kind:
		var it Item
		if it, err = unpack(value); err == nil && it.Lease != "" {
			err = decode(kind, it.Lease)
		}
	case kind == c.kind+suffixBusy:
		_, _, err = unpackBusy(value)
	case slices.Contains(c.content, kind):
		err = decode(kind, value)
	}
	return err
}
