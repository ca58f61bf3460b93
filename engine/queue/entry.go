package queue

import (
	"rowkey/engine/catalog"
	"rowkey/engine/store"
)

// ReadEntry returns the message that an entry of the store holds, and its queue. ok is false for any other entry.
func ReadEntry(e store.Entry) (queue string, m Message, ok bool) {
	parts := store.Parts(e.Key)
	if len(parts) != 4 || catalog.KindOf(e.Key) != kindMessage {
		return "", m, false
	}
	if !e.Exists {
		return parts[2], Message{ID: parts[3]}, true
	}
	m, err := unpack(parts[3], e.Value)
	return parts[2], m, err == nil
}

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
