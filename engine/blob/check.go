package blob

import "rowkey/engine/catalog"

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
