package lab

import (
	"encoding/binary"
	"sort"
)

// gone is the value of a key that is not there, unchanged that of one that holds what it held at first.
const (
	gone      int32 = -1
	unchanged int32 = -2
)

// cell is a key that holds something else than at first.
type cell struct{ key, value int32 }

// overlay is what has changed in the store, ordered by key. It is never changed itself.
type overlay []cell

// get returns the value of a key.
func (o overlay) get(key int32) int32 {
	i := sort.Search(len(o), func(i int) bool { return o[i].key >= key })
	if i < len(o) && o[i].key == key {
		return o[i].value
	}
	return unchanged
}

// with returns an overlay in which some keys hold something else.
func (o overlay) with(writes []cell) overlay {
	next := append(make(overlay, 0, len(o)+len(writes)), o...)
	for _, w := range writes {
		i := sort.Search(len(next), func(i int) bool { return next[i].key >= w.key })
		switch found := i < len(next) && next[i].key == w.key; {
		case found && w.value == unchanged:
			next = append(next[:i], next[i+1:]...)
		case found:
			next[i].value = w.value
		case w.value != unchanged:
			next = append(next, cell{})
			copy(next[i+1:], next[i:])
			next[i] = w
		}
	}
	return next
}

// append writes an overlay as bytes.
func (o overlay) append(b []byte) []byte {
	for _, c := range o {
		b = binary.AppendVarint(b, int64(c.key))
		b = binary.AppendVarint(b, int64(c.value))
	}
	return b
}
