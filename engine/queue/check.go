package queue

// Check returns an error if a key of this service holds a value that cannot be read: what is loaded from
// elsewhere is checked before it replaces anything.
func (s *Service) Check(key, value string) error {
	return s.queues.Check(key, value, func(kind, value string) (err error) {
		if kind == kindOrder {
			_, err = unpackOrderEntry(value)
		} else {
			_, err = unpack("", value)
		}
		return err
	})
}
