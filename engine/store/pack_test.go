package store_test

import (
	"errors"
	"testing"
	"time"

	"rowkey/engine/store"
)

func TestPackReturnsWhatWasPacked(t *testing.T) {
	t.Parallel()
	moments := []time.Time{
		{}, time.Unix(0, 0).UTC(), time.Date(2026, 1, 5, 8, 0, 0, 123456700, time.UTC),
		time.Date(9999, 12, 31, 23, 59, 59, 999999900, time.UTC),
	}
	for _, moment := range moments {
		for _, text := range []string{"", "a", "\x00\xff", string(make([]byte, 300))} {
			for _, n := range []int64{0, 1, -1, 1 << 40, -1 << 63} {
				var p store.Packer
				p.Text(text)
				p.Time(moment)
				p.Int(n)
				p.Bool(n > 0)
				u := store.Unpack(p.String() + "rest")
				if got := u.Text(); got != text {
					t.Errorf("Text() = %q, want %q", got, text)
				}
				if got := u.Time(); !got.Equal(moment) {
					t.Errorf("Time() = %v, want %v", got, moment)
				}
				if got := u.Int(); got != n {
					t.Errorf("Int() = %d, want %d", got, n)
				}
				if got := u.Bool(); got != (n > 0) {
					t.Errorf("Bool() = %v, want %v", got, n > 0)
				}
				if u.Err() != nil || u.Rest() != "rest" {
					t.Errorf("Err() = %v and Rest() = %q, want nil and rest", u.Err(), u.Rest())
				}
			}
		}
	}
}

func TestUnpackReportsDamagedValues(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{
		"nothing-at-all":               "",
		"a-text-that-is-cut-short":     "\x05abc",
		"a-length-without-an-end":      "\x80",
		"a-length-that-is-out-of-hand": "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
	} {
		t.Run(name, func(t *testing.T) {
			u := store.Unpack(value)
			if got := u.Text() + u.Text(); got != "" || !errors.Is(u.Err(), store.ErrValue) {
				t.Errorf("Text() = %q with error %v, want an empty text and ErrValue", got, u.Err())
			}
			if got := u.Time(); !got.IsZero() {
				t.Errorf("Time() = %v, want the zero time", got)
			}
		})
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add("\x01a\x02\x04")
	f.Add("\xff\xff\xff\xff\x0f")
	f.Fuzz(func(t *testing.T, value string) {
		u := store.Unpack(value)
		text, n := u.Text(), u.Int()
		if u.Err() != nil {
			return
		}
		var p store.Packer
		p.Text(text)
		p.Int(n)
		v := store.Unpack(p.String())
		if v.Text() != text || v.Int() != n || v.Err() != nil {
			t.Errorf("a value read as %q and %d changes when it is packed again", text, n)
		}
	})
}
