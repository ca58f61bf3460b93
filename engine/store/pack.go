package store

import (
	"encoding/binary"
	"errors"
	"time"
)

// ErrValue says that a stored value is not what its reader expects.
var ErrValue = errors.New("store: damaged value")

// Packer writes values of several parts, which an [Unpacker] reads back in the same order. The
// zero value is empty.
type Packer struct{ b []byte }

// Text adds a string of any bytes.
func (p *Packer) Text(s string) {
	p.b = append(binary.AppendUvarint(p.b, uint64(len(s))), s...)
}

// Int adds a number.
func (p *Packer) Int(n int64) { p.b = binary.AppendVarint(p.b, n) }

// Bool adds a boolean.
func (p *Packer) Bool(yes bool) {
	n := int64(0)
	if yes {
		n = 1
	}
	p.Int(n)
}

// Time adds a time, to the nanosecond.
func (p *Packer) Time(t time.Time) {
	p.Int(t.Unix())
	p.Int(int64(t.Nanosecond()))
}

// String returns the value.
func (p *Packer) String() string { return string(p.b) }

// Unpacker reads a value part by part. After the first mistake every part is its zero value, and
// Err returns it.
type Unpacker struct {
	rest string
	err  error
}

// Unpack begins to read a value.
func Unpack(value string) *Unpacker { return &Unpacker{rest: value} }

// Err returns [ErrValue] if a part was missing or damaged.
func (u *Unpacker) Err() error { return u.err }

// Rest returns what has not been read, for values that end with a string of their own.
func (u *Unpacker) Rest() string { return u.rest }

// Text reads a string.
func (u *Unpacker) Text() string {
	n, size := uvarint(u.rest)
	if size <= 0 || n > uint64(len(u.rest)-size) {
		u.fail()
		return ""
	}
	s := u.rest[size : size+int(n)]
	u.rest = u.rest[size+int(n):]
	return s
}

// Int reads a number.
func (u *Unpacker) Int() int64 {
	n, size := uvarint(u.rest)
	if size <= 0 {
		u.fail()
		return 0
	}
	u.rest = u.rest[size:]
	return int64(n>>1) ^ -int64(n&1) // as binary.Varint decodes the sign
}

// Bool reads a boolean.
func (u *Unpacker) Bool() bool { return u.Int() != 0 }

// Time reads a time, in UTC.
func (u *Unpacker) Time() time.Time {
	seconds, nanos := u.Int(), u.Int()
	if u.err != nil {
		return time.Time{}
	}
	return time.Unix(seconds, nanos).UTC()
}

func (u *Unpacker) fail() { u.rest, u.err = "", ErrValue }

// uvarint is binary.Uvarint for a string: values are strings, and large ones should not be copied.
func uvarint(s string) (n uint64, size int) {
	for i := 0; i < len(s) && i < binary.MaxVarintLen64; i++ {
		n |= uint64(s[i]&0x7f) << (7 * i)
		if s[i] < 0x80 {
			return n, i + 1
		}
	}
	return 0, 0
}
