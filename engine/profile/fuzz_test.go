package profile_test

import (
	"reflect"
	"strings"
	"testing"

	"rowkey/engine/profile"
)

// FuzzProfile reads anything: it never panics, slices do not matter, and what it reads becomes a sheet.
func FuzzProfile(f *testing.F) {
	for _, seed := range []string{"a,b\n1,2\n", "a;b\r\n\"x\"\"\n\";\r\n", "{\"a\":1}\n{\"b\":\"x\"}", "[{\"a\":1.5}]",
		"{\"value\":[{}]}",
		"a,a@type\n1,Edm.Int64\n", "\uFEFFa\n\"", "a\r", "{\"table\":\"t\"}\n{\"n@odata.type\":\"Edm.Binary\"," +
			"\"n\":\"AA==\"}"} {
		f.Add(seed, 3, "a eq 1")
	}
	f.Fuzz(func(t *testing.T, text string, size int, filter string) {
		if size < 1 || len(text) > 1<<13 {
			return
		}
		whole, cut := read(text, len(text)+1), read(text, size)
		if (whole == nil) != (cut == nil) {
			t.Fatalf("slices of %d matter for %q", size, text)
		}
		if whole == nil {
			return
		}
		if a, b := whole.Report(true), cut.Report(true); !reflect.DeepEqual(a, b) {
			t.Fatalf("slices of %d give\n%+v\nwant\n%+v", size, b, a)
		}
		sheetText(t, whole.Fill(profile.Choices{Filters: strings.Repeat(filter+"\n", 3)}))
		whole.AppendSample(nil)
	})
}

// read returns the profile of a text, nil if it cannot be read.
func read(text string, size int) *profile.Profile {
	p, err := profile.New("rows.csv", len(text))
	if err != nil || feed(p, text, size) != nil {
		return nil
	}
	return p
}
