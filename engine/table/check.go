package table

import "rowkey/engine/edm"

// Check returns an error if a key of this service holds a value that cannot be read: what is loaded from
// elsewhere is checked before it replaces anything.
func (s *Service) Check(key, value string) error {
	return s.tables.Check(key, value, func(_, value string) error {
		_, err := edm.Row(value).Decode()
		return err
	})
}
