package profile

import (
	"strings"

	"rowkey/engine/order"
)

const (
	exactValues   = 4096      // different values of a column that are counted exactly
	exactText     = 128 << 10 // bytes of the texts of a column that are kept
	shownText     = 64        // bytes of a value that are kept to be shown
	firstCapacity = 64
)

// dictionary counts the values of a column exactly, up to 4,096 of them. Values are told apart by their hash: that two
// of 4,096 share one of 64 bits has a probability of 5e-13.
type dictionary struct {
	slots  []uint16 // code+1 of a value, 0 for none; a power of two, at least twice the values
	hashes []uint64 // by code
	counts []int
	texts  []string // "" beyond exactText
	bytes  int      // bytes of texts
}

// add counts a value and returns its code; false if it is one too many, and then it is not counted.
func (d *dictionary) add(h uint64, text string) (code int, ok bool) {
	if len(d.slots) < 2*len(d.hashes)+2 {
		d.grow()
	}
	at := d.slot(h)
	if d.slots[at] > 0 {
		code = int(d.slots[at]) - 1
		d.counts[code]++
		return code, true
	}
	if len(d.hashes) == exactValues {
		return 0, false
	}
	d.hashes, d.counts, d.texts = append(d.hashes, h), append(d.counts, 1), append(d.texts, d.intern(text))
	d.slots[at] = uint16(len(d.hashes))
	return len(d.hashes) - 1, true
}

// slot returns where a hash is, or would be.
func (d *dictionary) slot(h uint64) int {
	mask := len(d.slots) - 1
	for i := int(h>>32) & mask; ; i = (i + 1) & mask {
		if code := d.slots[i]; code == 0 || d.hashes[code-1] == h {
			return i
		}
	}
}

func (d *dictionary) grow() {
	d.slots = make([]uint16, max(firstCapacity, 2*len(d.slots)))
	for code, h := range d.hashes {
		d.slots[d.slot(h)] = uint16(code + 1)
	}
}

func (d *dictionary) intern(text string) string {
	if d.bytes >= exactText {
		return ""
	}
	text = short(text)
	d.bytes += len(text)
	return text
}

// short returns a copy of the beginning of a text, so that the slice of the file can go.
func short(text string) string {
	if len(text) > shownText {
		return strings.ToValidUTF8(text[:shownText], "") + "…"
	}
	return strings.Clone(text)
}

// frequent returns all values, the most frequent first; of two that occur equally often, the one that came first.
func (d *dictionary) frequent() []counter {
	list := make([]counter, len(d.hashes))
	for i, h := range d.hashes {
		list[i] = counter{hash: h, text: d.texts[i], count: d.counts[i]}
	}
	order.By(list, func(a, b counter) int { return b.count - a.count })
	return list
}
