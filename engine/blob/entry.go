package blob

import (
	"rowkey/engine/catalog"
	"rowkey/engine/store"
)

// ReadEntry returns the blob that an entry of the store is about, and its container. ok is false for any other entry.
func ReadEntry(e store.Entry) (container string, p Properties, ok bool) {
	parts := store.Parts(e.Key)
	if len(parts) != 4 || catalog.KindOf(e.Key) != kindBlob {
		return "", p, false
	}
	if !e.Exists {
		return parts[2], Properties{Name: parts[3]}, true
	}
	p, err := unpack(e.Value)
	return parts[2], p, err == nil
}

// Check returns an error if a key of this service holds a value that cannot be read: what is loaded from
// elsewhere is checked before it replaces anything.
func (s *Service) Check(key, value string) error {
	return s.containers.Check(key, value, func(kind, value string) (err error) {
		switch kind {
		case kindContainer:
			_, err = LeaseOf(&catalog.Item{Lease: value})
		case kindBlob:
			_, err = unpack(value)
		default:
			_, _, err = unpackPiece(value)
		}
		return err
	})
}
