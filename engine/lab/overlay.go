package lab

import (
	"encoding/binary"
	"sort"

	"rowkey/engine/store"
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

// names gives texts numbers, and keeps what keys hold at first.
type names struct {
	numbers map[string]int32
	texts   []string
}

func (n *names) number(text string) int32 {
	if i, ok := n.numbers[text]; ok {
		return i
	}
	if n.numbers == nil {
		n.numbers = map[string]int32{}
	}
	i := int32(len(n.texts))
	n.texts = append(n.texts, text)
	n.numbers[text] = i
	return i
}

// entries returns an overlay as entries of the store.
func (w *World) entries(o overlay) []store.Entry {
	list := make([]store.Entry, len(o))
	for i, c := range o {
		list[i] = store.Entry{Key: w.keys.texts[c.key], Exists: c.value != gone}
		if c.value != gone {
			list[i].Value = w.values.texts[c.value]
		}
	}
	return list
}

// between returns the changes of a range of keys.
func (w *World) between(o overlay, low, high string) overlay {
	var list overlay
	for _, c := range o {
		if k := w.keys.texts[c.key]; low <= k && (k < high || high == "") {
			list = append(list, c)
		}
	}
	return list
}
