package pack_test

import (
	"bytes"
	"testing"

	"rowkey/wasm/pack"
)

// module returns a module with a custom section and the given data section.
func module(data ...byte) []byte {
	b := append([]byte("\x00asm\x01\x00\x00\x00"), 0, 3, 2, 'h', 'i')
	return append(append(b, 11, byte(len(data))), data...)
}

func TestJoinKeepsWhatMemoryHolds(t *testing.T) {
	tests := []struct {
		name       string
		data, want []byte
	}{
		{"no-segments", []byte{0}, []byte{0}},
		{"one-segment-stays", []byte{1, 0, 0x41, 8, 0x0b, 2, 'a', 'b'}, []byte{1, 0, 0x41, 8, 0x0b, 2, 'a', 'b'}},
		{"neighbours-without-a-gap", []byte{2, 0, 0x41, 8, 0x0b, 2, 'a', 'b', 0, 0x41, 10, 0x0b, 1, 'c'},
			[]byte{1, 0, 0x41, 8, 0x0b, 3, 'a', 'b', 'c'}},
		{"a-gap-becomes-zeros", []byte{2, 0, 0x41, 8, 0x0b, 1, 'a', 0, 0x41, 12, 0x0b, 1, 'b'},
			[]byte{1, 0, 0x41, 8, 0x0b, 5, 'a', 0, 0, 0, 'b'}},
		{"a-long-gap-stays", []byte{2, 0, 0x41, 0, 0x0b, 1, 'a', 0, 0x41, 0xc2, 0, 0x0b, 1, 'b'},
			[]byte{2, 0, 0x41, 0, 0x0b, 1, 'a', 0, 0x41, 0xc2, 0, 0x0b, 1, 'b'}},
		{"segments-that-go-backwards-stay", []byte{2, 0, 0x41, 12, 0x0b, 1, 'a', 0, 0x41, 8, 0x0b, 1, 'b'},
			[]byte{2, 0, 0x41, 12, 0x0b, 1, 'a', 0, 0x41, 8, 0x0b, 1, 'b'}},
		{"addresses-beyond-63-have-two-bytes", []byte{1, 0, 0x41, 0x80, 0x7f, 0x0b, 1, 'a'},
			[]byte{1, 0, 0x41, 0x80, 0x7f, 0x0b, 1, 'a'}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := pack.Join(module(test.data...))
			if want := module(test.want...); err != nil || !bytes.Equal(got, want) {
				t.Errorf("Join = % x, %v, want % x", got, err, want)
			}
		})
	}
}

func TestJoinRefusesWhatIsNotAModule(t *testing.T) {
	tests := []struct {
		name   string
		module []byte
	}{
		{"nothing", nil},
		{"text", []byte("hello, world")},
		{"a-section-that-ends-early", append(module(0), 1, 9)},
		{"a-passive-segment", module(1, 1, 1, 'a')},
		{"an-address-that-is-computed", module(1, 0, 0x23, 0, 0x0b, 1, 'a')},
		{"a-segment-that-ends-early", module(1, 0, 0x41, 8, 0x0b, 2, 'a')},
		{"bytes-behind-the-segments", module(0, 7)},
		{"a-fixed-number-of-segments", append(module(0), 12, 1, 0)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := pack.Join(test.module); err == nil {
				t.Error("Join = nil, want an error")
			}
		})
	}
}

func FuzzJoin(f *testing.F) {
	f.Add(module(2, 0, 0x41, 8, 0x0b, 1, 'a', 0, 0x41, 12, 0x0b, 1, 'b'))
	f.Add(module(0, 7))
	f.Fuzz(func(t *testing.T, b []byte) {
		once, err := pack.Join(b)
		if err != nil {
			return
		}
		if twice, err := pack.Join(once); err != nil || !bytes.Equal(once, twice) {
			t.Errorf("Join(Join(b)) = % x, %v, want % x", twice, err, once)
		}
	})
}
