package store

import "github.com/tidwall/buntdb"

// overhead is about what a command takes in the file beside key and value, in bytes.
const overhead = 40

// write is one step of a transaction that goes to a file.
type write struct {
	key, value string
	kind       writeKind
}

type writeKind uint8

const (
	put writeKind = iota
	remove
	clear // everything that was there
)

// note remembers a step of a transaction that goes to a file.
func (tx *Tx) note(w write) {
	if tx.onDisk {
		tx.writes = append(tx.writes, w)
	}
}

// commands returns how many commands buntdb writes for the transaction: one for each key, however
// often it was written.
func (tx *Tx) commands() int {
	if len(tx.writes) < 2 {
		return len(tx.writes)
	}
	keys, cleared := make(map[string]struct{}, len(tx.writes)), 0
	for _, w := range tx.writes {
		if w.kind == clear {
			cleared = 1
			continue
		}
		keys[w.key] = struct{}{}
	}
	return len(keys) + cleared
}

// fileSize returns about how many bytes the transaction takes in the file.
func (tx *Tx) fileSize() int64 {
	n := 0
	for _, w := range tx.writes {
		n += len(w.key) + len(w.value) + overhead
	}
	return int64(n)
}

// repeat makes the step again.
func (w write) repeat(b *buntdb.Tx) error {
	var err error
	switch w.kind {
	case put:
		_, _, err = b.Set(w.key, w.value, nil)
	case remove:
		_, err = b.Delete(w.key)
	case clear:
		err = b.DeleteAll()
	}
	return err
}
