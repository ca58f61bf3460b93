package edm

import (
	"encoding/binary"
	"errors"
	"time"

	"rowkey/engine/clock"
)

// Row is an entity as it is stored: readable in place, only what is asked for is decoded.
//
// The layout: one byte version; eight bytes Timestamp in ticks, big endian; PartitionKey; RowKey;
// the number of properties; then of each its type in one byte, its name, its value. Strings and
// Binaries begin with their length in bytes, a varint; a Boolean takes one byte, an Int32 four, a
// GUID 36, the others eight, big endian.
type Row string

const (
	rowVersion = 1
	rowKeysAt  = 9 // offset of the PartitionKey's length
	guidLen    = 36
)

var errRow = errors.New("edm: row is damaged")

// AppendRow appends the stored form of e.
func AppendRow(b []byte, e *Entity) []byte {
	b = append(b, rowVersion)
	b = binary.BigEndian.AppendUint64(b, uint64(ticksOf(e.Timestamp)))
	b = appendText(b, e.PartitionKey)
	b = appendText(b, e.RowKey)
	b = binary.AppendUvarint(b, uint64(len(e.Properties)))
	for i := range e.Properties {
		p := &e.Properties[i]
		b = append(b, byte(p.Value.typ))
		b = appendText(b, p.Name)
		b = appendValue(b, p.Value)
	}
	return b
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendValue(b []byte, v Value) []byte {
	switch v.typ {
	case TypeString, TypeBinary:
		return appendText(b, v.str)
	case TypeGUID:
		return append(b, v.str...)
	case TypeBoolean:
		return append(b, byte(v.num))
	case TypeInt32:
		return binary.BigEndian.AppendUint32(b, uint32(v.num))
	}
	return binary.BigEndian.AppendUint64(b, v.num)
}

// Lookup returns the value of a property, system properties included. The value shares the row's
// memory; nothing is allocated. A damaged row has no properties.
func (r Row) Lookup(name string) (Value, bool) {
	switch name {
	case PartitionKey:
		pk, _ := r.Key()
		return String(pk), true
	case RowKey:
		_, rk := r.Key()
		return String(rk), true
	case Timestamp:
		return Value{typ: TypeDateTime, num: r.ticks()}, true
	}
	i, t := r.find(name)
	if i < 0 {
		return Value{}, false
	}
	v, end := readValue(string(r), i, t)
	return v, end >= 0
}

// HasText reports whether a property is there, is a String, and is this one. Scans ask that of every row,
// and it takes less than Lookup.
func (r Row) HasText(name, text string) bool {
	switch name {
	case PartitionKey:
		pk, _ := r.Key()
		return equal(pk, text)
	case RowKey:
		_, rk := r.Key()
		return equal(rk, text)
	}
	i, t := r.find(name)
	if i < 0 || t != TypeString {
		return false
	}
	n, i := length(string(r), i)
	return n == len(text) && valueAt(string(r), i, n) >= 0 && equal(string(r[i:i+n]), text)
}

// find returns where the value of a property begins, and its type; -1 if there is none. System properties
// are not among those that it finds.
func (r Row) find(name string) (int, Type) {
	s, i := string(r), r.properties()
	n, i := length(s, i)
	for ; n > 0 && i >= 0 && i+1 < len(s); n-- {
		t, size, at := Type(s[i]), int(s[i+1]), i+2
		if size >= 0x80 {
			size, at = longLength(s, i+1)
		}
		if i = valueAt(s, at, size); i < 0 {
			break
		}
		if size == len(name) && equal(s[at:i], name) {
			return i, t
		}
		if (t == TypeString || t == TypeBinary) && i < len(s) && s[i] < 0x80 {
			i = valueAt(s, i+1, int(s[i])) // what follows, for short texts
		} else {
			i = skipValue(s, i, t)
		}
	}
	return -1, 0
}

// Decode returns the whole entity. Its strings share the row's memory. It fails for a damaged row.
func (r Row) Decode() (Entity, error) {
	s, i := string(r), r.properties()
	n, i := length(s, i)
	if i < 0 || n > len(s) { // a property takes more than one byte
		return Entity{}, errRow
	}
	e := Entity{Timestamp: r.Timestamp()}
	e.PartitionKey, e.RowKey = r.Key()
	if n > 0 {
		e.Properties = make([]Property, n)
	}
	for k := range e.Properties {
		if i >= len(s) {
			return Entity{}, errRow
		}
		t := Type(s[i])
		size, at := length(s, i+1)
		p := &e.Properties[k]
		if i = valueAt(s, at, size); i < 0 {
			return Entity{}, errRow
		}
		p.Name = s[at:i]
		if p.Value, i = readValue(s, i, t); i < 0 {
			return Entity{}, errRow
		}
	}
	if i != len(s) {
		return Entity{}, errRow
	}
	return e, nil
}

// Timestamp returns when the row was written, in UTC; the year 1 for a damaged row.
func (r Row) Timestamp() time.Time { return clock.FromTicks(int64(r.ticks())) }

func (r Row) ticks() uint64 {
	if len(r) < rowKeysAt || r[0] != rowVersion {
		return 0
	}
	return fixed(string(r), 1, 8)
}

// Key returns both keys. They share the row's memory and are "" if the row is damaged.
func (r Row) Key() (pk, rk string) {
	s := string(r)
	if len(s) <= rowKeysAt || s[0] != rowVersion {
		return "", ""
	}
	if n := int(s[rowKeysAt]); n < 0x80 {
		at := rowKeysAt + 1
		if end := at + n; end < len(s) && s[end] < 0x80 && int(s[end]) < len(s)-end {
			return s[at:end], s[end+1 : end+1+int(s[end])] // what follows, for short keys
		}
	}
	n, at := length(s, rowKeysAt)
	end := valueAt(s, at, n)
	if end < 0 {
		return "", ""
	}
	m, next := length(s, end)
	last := valueAt(s, next, m)
	if last < 0 {
		return "", ""
	}
	return s[at:end], s[next:last]
}

// SamePartition reports whether two rows have the same PartitionKey.
func (r Row) SamePartition(q Row) bool {
	if len(q) > rowKeysAt && q[rowKeysAt] < 0x80 {
		end := rowKeysAt + 1 + int(q[rowKeysAt])
		return end <= min(len(q), len(r)) && equal(string(r[rowKeysAt:end]), string(q[rowKeysAt:end]))
	}
	pk, _ := r.Key()
	other, _ := q.Key()
	return pk == other
}

// properties returns where the number of properties is, -1 in a damaged row.
func (r Row) properties() int {
	s := string(r)
	if len(s) <= rowKeysAt || s[0] != rowVersion {
		return -1
	}
	if n := int(s[rowKeysAt]); n < 0x80 {
		if i := rowKeysAt + 1 + n; i < len(s) && s[i] < 0x80 && int(s[i]) < len(s)-i {
			return i + 1 + int(s[i]) // what follows, for short keys
		}
	}
	n, at := length(s, rowKeysAt)
	n, at = length(s, valueAt(s, at, n))
	return valueAt(s, at, n)
}

// valueAt returns where a string of n bytes ends that begins at i, -1 if that is not inside s.
func valueAt(s string, i, n int) int {
	if i < 0 || n > len(s)-i {
		return -1
	}
	return i + n
}

// length reads a varint at i and returns it and where it ends, -1 if there is none.
func length(s string, i int) (n, next int) {
	if uint(i) < uint(len(s)) && s[i] < 0x80 {
		return int(s[i]), i + 1
	}
	return longLength(s, i)
}

func longLength(s string, i int) (n, next int) {
	if i < 0 {
		return 0, -1
	}
	for shift := 0; shift < 28 && i < len(s); shift += 7 {
		n |= int(s[i]&0x7F) << shift
		if s[i] < 0x80 {
			return n, i + 1
		}
		i++
	}
	return 0, -1
}

// readValue reads a value of type t at i and returns where it ends, -1 if there is none.
func readValue(s string, i int, t Type) (v Value, end int) {
	if t == TypeString || t == TypeBinary {
		n, at := length(s, i)
		if end = valueAt(s, at, n); end < 0 {
			return Value{}, -1
		}
		return Value{typ: t, str: s[at:end]}, end
	}
	end = skipValue(s, i, t)
	if end < 0 {
		return Value{}, -1
	}
	switch t {
	case TypeGUID:
		return Value{typ: t, str: s[i:end]}, end
	case TypeInt32:
		return Int32(int32(fixed(s, i, 4))), end
	}
	return Value{typ: t, num: fixed(s, i, end-i)}, end
}

// skipValue returns where a value of type t ends that begins at i, -1 if there is none.
func skipValue(s string, i int, t Type) int {
	size := 8
	switch t {
	case TypeString, TypeBinary:
		size, i = length(s, i)
	case TypeBoolean:
		size = 1
	case TypeInt32:
		size = 4
	case TypeGUID:
		size = guidLen
	case TypeDateTime, TypeDouble, TypeInt64:
	default:
		return -1
	}
	return valueAt(s, i, size)
}

// fixed reads a big-endian number.
func fixed(s string, i, bytes int) uint64 {
	n := uint64(0)
	for _, c := range []byte(s[i : i+bytes]) {
		n = n<<8 | uint64(c)
	}
	return n
}
