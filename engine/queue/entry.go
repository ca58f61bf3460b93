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
