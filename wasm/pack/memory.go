package pack

import (
	"cmp"
	"encoding/binary"
	"iter"
	"slices"
)

// memory is what the data segments fill, in order of their addresses; everything else is zero. It
// shares the bytes of the module.
type memory []segment

// maxOffset is the largest offset that a header of tables may hold, in bytes.
const maxOffset = 1 << 30

// newMemory sorts the segments, which the linker does not.
func newMemory(segments []segment) memory {
	slices.SortFunc(segments, func(s, t segment) int { return cmp.Compare(s.at, t.at) })
	return segments
}

// words yields the addresses of multiples of eight that a segment fills.
func (m memory) words() iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, s := range m {
			end := int(s.at) + len(s.data)
			for a := int(s.at+7) &^ 7; a < end; a += 8 {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// byte returns where the byte at an address is kept, nil if no segment fills it.
func (m memory) byte(address int) *byte {
	i, found := slices.BinarySearchFunc(m, int64(address), func(s segment, at int64) int { return cmp.Compare(s.at, at) })
	if !found {
		i--
	}
	if i < 0 || int64(address)-m[i].at >= int64(len(m[i].data)) {
		return nil
	}
	return &m[i].data[int64(address)-m[i].at]
}

func (m memory) get(address int) byte {
	if b := m.byte(address); b != nil {
		return *b
	}
	return 0
}

func (m memory) u32(address int) uint32 {
	var b [4]byte
	for i := range b {
		b[i] = m.get(address + i)
	}
	return binary.LittleEndian.Uint32(b[:])
}

// put32 writes a number where segments keep its bytes.
func (m memory) put32(address int, n uint32) {
	for i := range 4 {
		if b := m.byte(address + i); b != nil {
			*b = byte(n >> (8 * i))
		}
	}
}

// word reads an offset of 64 bits; one that is out of range is -1.
func (m memory) word(address int) int {
	if m.u32(address+4) != 0 || m.u32(address) > maxOffset {
		return -1
	}
	return int(m.u32(address))
}

// zero clears the bytes [from, to).
func (m memory) zero(from, to int) {
	for a := from; a < to; a++ {
		if b := m.byte(a); b != nil {
			*b = 0
		}
	}
}

// programEnd returns where a table of pairs ends that begins at an address: a pair of varints is a
// step of the value and a step of the counter; a value step of zero ends the table, but for the
// first. No table is longer than limit bytes.
func (m memory) programEnd(address, limit int) (int, error) {
	for a := address; a < address+limit; {
		value, next := m.varint(a)
		if value == 0 && a != address {
			return next, nil
		}
		_, a = m.varint(next)
	}
	return 0, layout("a table has no end")
}

func (m memory) varint(address int) (value uint32, next int) {
	for shift := 0; shift < 35; shift += 7 {
		b := m.get(address)
		address++
		value |= uint32(b&0x7f) << shift
		if b < 0x80 {
			break
		}
	}
	return value, address
}
