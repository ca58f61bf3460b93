package store_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"rowkey/engine/store"
)

// compareTuples is the order that keys promise, written down naively.
func compareTuples(a, b []string) int {
	return slices.CompareFunc(a, b, func(x, y string) int {
		return slices.Compare(utf16.Encode([]rune(x)), utf16.Encode([]rune(y)))
	})
}

func TestKeyOrder(t *testing.T) {
	ascending := [][]string{
		{},
		{""},
		{"", ""},
		{"", "a"},
		{"\x00"},
		{"\x00\x00"},
		{"\x00\x01"},
		{"\x01"},
		{"10"},
		{"9"},
		{"A"},
		{"Z"},
		{"a"},
		{"a", ""},
		{"a", "\x00"},
		{"a", "b"},
		{"a", "b", "c"},
		{"a\x00"},
		{"a\x00", "b"},
		{"ab"},
		{"é"},
		{"한"},
		{"\ud7ff"},
		{"\U00010000"},
		{"\U0001F600"},
		{"\U0010FFFF"},
		{"\ue000"},
		{"\uf900"},
		{"\uffff"},
	}
	for i, a := range ascending {
		for j, b := range ascending {
			if got, want := strings.Compare(store.Key(a...), store.Key(b...)), cmp.Compare(i, j); got != want {
				t.Errorf("order of the keys of %q and %q = %d, want %d", a, b, got, want)
			}
		}
	}
}

func FuzzKeyOrder(f *testing.F) {
	f.Add("a", "b", "a", "b\x00")
	f.Add("a\x00", "\x01", "a", "\x00\x01")
	f.Add("\uffff", "", "\U00010000", "")
	f.Add("\ue000\U0010ffff", "x", "\ue000\ufffd", "x")
	f.Add("\x00\xff", "", "\x00", "\xff")
	f.Fuzz(func(t *testing.T, a1, a2, b1, b2 string) {
		a, b := []string{a1, a2}, []string{b1, b2}
		got := strings.Compare(store.Key(a...), store.Key(b...))
		if (got == 0) != slices.Equal(a, b) {
			t.Fatalf("keys of %q and %q: equal is %v", a, b, got == 0)
		}
		if !utf8.ValidString(a1 + "|" + a2 + "|" + b1 + "|" + b2) {
			return // no order is promised
		}
		if want := compareTuples(a, b); got != want {
			t.Fatalf("order of the keys of %q and %q = %d, want %d", a, b, got, want)
		}
	})
}

func TestPrefixHoldsWhatBeginsWithTheParts(t *testing.T) {
	low, high := store.Prefix("e", "a")
	for _, c := range []struct {
		parts []string
		in    bool
	}{
		{[]string{"e", "a"}, true},
		{[]string{"e", "a", ""}, true},
		{[]string{"e", "a", "\uffff", "\uffff"}, true},
		{[]string{"e"}, false},
		{[]string{"e", "", "a"}, false},
		{[]string{"e", "a\x00"}, false},
		{[]string{"e", "aa"}, false},
		{[]string{"f"}, false},
	} {
		if k := store.Key(c.parts...); (low <= k && k < high) != c.in {
			t.Errorf("Prefix(e, a) holds %q: %v, want %v", c.parts, !c.in, c.in)
		}
	}
}

func TestExtendIsTheKeyOfBothTuples(t *testing.T) {
	got, want := store.Extend(store.Key("e", "x\x00"), "\ue000", ""), store.Key("e", "x\x00", "\ue000", "")
	if got != want {
		t.Errorf("Extend = %q, want %q", got, want)
	}
}

func TestBeginningHoldsTheKeysWhosePartBeginsWithTheText(t *testing.T) {
	t.Parallel()
	above := store.Key("c")
	parts := []string{"", "a", "a\x00", "a\x00b", "ab", "b", "\xef", "\ue000", "\ue000a", "\U0010ffff", "z"}
	for _, text := range parts {
		low, high := store.Beginning(above, text)
		for _, part := range parts {
			for _, key := range []string{store.Extend(above, part), store.Extend(above, part, "more")} {
				if got, want := key >= low && key < high, strings.HasPrefix(part, text); got != want {
					t.Errorf("Beginning(%q) holds %q: %v, want %v", text, part, got, want)
				}
			}
		}
		if other := store.Key("d"); other < high {
			t.Errorf("Beginning(%q) reaches into another key", text)
		}
	}
}

func TestEndingIsTheEndOfTheKeysWithThatLastPart(t *testing.T) {
	parts := []string{"", "a", "ba", "\x00", "\x00\x01", "a\x00\x01", "\x00\x01a", "\x01a", "\x00\xff", "\ue000",
		"\U00010000", "\ufffd"}
	for _, first := range parts {
		for _, last := range parts {
			for _, part := range parts {
				if got := strings.HasSuffix(store.Key("t", first, last), store.Ending(part)); got != (part == last) {
					t.Errorf("Key(%q, %q) ends with Ending(%q) = %v", first, last, part, got)
				}
			}
		}
	}
}

func TestPartsAreWhatAKeyWasMadeOf(t *testing.T) {
	for _, parts := range [][]string{
		{"e", "account", "people", "Sales", "000123"}, {"a", "", "b"}, {"\x00", "x\x00\x01y"},
		{"\ue000", "\uffff", "\U00010000", "\U0010ffff"},
	} {
		if got := store.Parts(store.Key(parts...)); !slices.Equal(got, parts) {
			t.Errorf("Parts(Key(%q)) = %q", parts, got)
		}
	}
}
