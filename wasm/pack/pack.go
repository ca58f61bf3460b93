// Package pack makes the WebAssembly module of a Go program smaller to download. The linker begins a new data segment
// after every eight zero bytes, which cuts the table of functions into 80,000 pieces of two bytes with ten bytes of
// address each. [Join] merges them: the compressed engine becomes 85 KB smaller, and stays well below the 100,000
// segments that browsers accept.
//
// Rule book: WebAssembly core specification 2.0, "Binary format". Nothing here depends on a release of Go. Not here:
// how a module is built.
package pack

import (
	"encoding/binary"
	"errors"
)

// maxGap is how many zero bytes are written between two segments in order to join them. A larger gap
// saves nothing more.
const maxGap = 64

// Section numbers and the bytes of a segment's head.
// Source: WebAssembly core specification, "Modules", sections 5.5.2 and 5.5.14.
const (
	dataSection  = 11
	countSection = 12 // has the number of segments, and so fixes it
	headerSize   = 8
	opConst      = 0x41 // i32.const
	opEnd        = 0x0b
)

var errModule = errors.New("this is not a WebAssembly module that Go has linked")

// segment is a piece of memory at a constant address.
type segment struct {
	at   int64
	data []byte
}

// Join returns the module with neighbouring data segments joined. What the module does is the same.
// Errors: bytes that are not a module, segments without a constant address.
func Join(module []byte) ([]byte, error) {
	if len(module) < headerSize || string(module[:4]) != "\x00asm" {
		return nil, errModule
	}
	out := append(make([]byte, 0, len(module)), module[:headerSize]...)
	for r := (&reader{b: module, at: headerSize}); r.at < len(r.b); {
		from := r.at
		id, size := r.byte(), r.unsigned()
		body := r.take(size)
		if r.bad || id == countSection {
			return nil, errModule
		}
		if id != dataSection {
			out = append(out, module[from:r.at]...)
			continue
		}
		segments, err := readSegments(body)
		if err != nil {
			return nil, err
		}
		body = appendSegments(nil, join(segments))
		out = append(binary.AppendUvarint(append(out, dataSection), uint64(len(body))), body...)
	}
	return out, nil
}

// join fills short gaps with the zero bytes that memory holds there anyway.
func join(list []segment) []segment {
	var out []segment
	for _, s := range list {
		if len(out) > 0 {
			last := &out[len(out)-1]
			if gap := s.at - last.at - int64(len(last.data)); 0 <= gap && gap <= maxGap {
				last.data = append(append(last.data, make([]byte, gap)...), s.data...)
				continue
			}
		}
		out = append(out, segment{s.at, append([]byte(nil), s.data...)})
	}
	return out
}

func readSegments(body []byte) ([]segment, error) {
	r := &reader{b: body}
	list := make([]segment, 0, 1024)
	for n := r.unsigned(); n > 0 && !r.bad; n-- {
		if r.byte() != 0 || r.byte() != opConst {
			return nil, errModule
		}
		at := r.signed()
		if r.byte() != opEnd {
			return nil, errModule
		}
		list = append(list, segment{at, r.take(r.unsigned())})
	}
	if r.bad || r.at != len(body) {
		return nil, errModule
	}
	return list, nil
}

func appendSegments(b []byte, list []segment) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, s := range list {
		b = append(appendSigned(append(b, 0, opConst), s.at), opEnd)
		b = append(binary.AppendUvarint(b, uint64(len(s.data))), s.data...)
	}
	return b
}

// reader reads numbers and bytes of a section; bad stays set after something did not fit.
type reader struct {
	b   []byte
	at  int
	bad bool
}

func (r *reader) byte() byte {
	b := r.take(1)
	if r.bad {
		return 0
	}
	return b[0]
}

func (r *reader) take(n uint64) []byte {
	if r.bad || n > uint64(len(r.b)-r.at) {
		r.bad = true
		return nil
	}
	from := r.at
	r.at += int(n)
	return r.b[from:r.at]
}

func (r *reader) unsigned() uint64 {
	n, size := binary.Uvarint(r.b[r.at:])
	if size <= 0 {
		r.bad = true
		return 0
	}
	r.at += size
	return n
}

// signed reads a number in signed LEB128.
func (r *reader) signed() int64 {
	n := int64(0)
	for shift := 0; shift < 64; shift += 7 {
		c := r.byte()
		n |= int64(c&0x7f) << shift
		if c&0x80 == 0 {
			if c&0x40 != 0 && shift < 57 {
				n -= 1 << (shift + 7)
			}
			return n
		}
	}
	r.bad = true
	return 0
}

// appendSigned appends a number in signed LEB128.
func appendSigned(b []byte, n int64) []byte {
	for {
		c := byte(n & 0x7f)
		n >>= 7
		if n == 0 && c&0x40 == 0 || n == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
