package store

// write is one step of a transaction that goes to a file.
type write struct {
	key, value string
	kind       writeKind
}

type writeKind uint8

const (
	put    writeKind = iota + 1
	remove           // has no value
	clear            // removes everything that was there; has neither key nor value
)

// note records a step of a transaction that goes to a file.
func (tx *Tx) note(w write) {
	if tx.onDisk {
		tx.writes = append(tx.writes, w)
	}
}
