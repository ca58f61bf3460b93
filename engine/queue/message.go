package queue

import (
	"encoding/base64"
	"encoding/binary"
	"time"

	"rowkey/engine/catalog"
	"rowkey/engine/clock"
	"rowkey/engine/store"
)

// Message is one message of a queue.
type Message struct {
	ID       string
	Text     string
	Inserted time.Time
	Expires  time.Time
	Visible  time.Time // when it can be taken
	Dequeued int       // how often it has been taken
	Updated  bool      // an update gave the pop receipt
}

// Receipt returns the pop receipt, which a client needs to change or delete the message. Each
// put, get and update gives a new one. To clients it is opaque.
// Source: recorded traffic, whose receipts hold the time at which the message becomes visible.
func (m *Message) Receipt() string {
	kind := uint32(2)
	if m.Updated {
		kind = 3
	}
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, 24), kind)
	b = append(b, 3, 0, 0, 0, 0, 0, 0, 0)
	b = binary.LittleEndian.AppendUint64(b, uint64(clock.FileTime(m.Visible)))
	if m.Updated {
		b = append(b, 1, 0, 0, 0)
	}
	return base64.StdEncoding.EncodeToString(b)
}

// IsReceipt reports whether a text has the form of a pop receipt.
func IsReceipt(text string) bool {
	b, err := base64.StdEncoding.DecodeString(text)
	return err == nil && (len(b) == 20 || len(b) == 24)
}

func (m *Message) pack() string {
	var p store.Packer
	p.Time(m.Inserted)
	p.Time(m.Expires)
	p.Time(m.Visible)
	p.Int(int64(m.Dequeued))
	p.Bool(m.Updated)
	p.Text(m.Text)
	return p.String()
}

func unpack(id, value string) (Message, error) {
	u := store.Unpack(value)
	m := Message{ID: id, Inserted: u.Time(), Expires: u.Time(), Visible: u.Time()}
	m.Dequeued, m.Updated = int(u.Int()), u.Bool()
	m.Text = u.Text()
	return m, u.Err()
}

// orderEntry is an entry in the order in which messages are taken.
type orderEntry struct {
	id      string
	expires time.Time
}

func (m *Message) orderEntry() string {
	var p store.Packer
	p.Time(m.Expires)
	p.Text(m.ID)
	return p.String()
}

func unpackOrderEntry(value string) (orderEntry, error) {
	u := store.Unpack(value)
	p := orderEntry{expires: u.Time(), id: u.Text()}
	return p, u.Err()
}

// stamp writes a time so that the order of strings is that of times.
func stamp(t time.Time) string {
	const digits = "0123456789abcdef"
	n := uint64(clock.Ticks(t))
	b := make([]byte, 16)
	for i := range b {
		b[i] = digits[n>>(60-4*i)&15]
	}
	return string(b)
}

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
	return s.Catalog.Check(key, value, func(kind, value string) (err error) {
		if kind == kindOrder {
			_, err = unpackOrderEntry(value)
		} else {
			_, err = unpack("", value)
		}
		return err
	})
}
