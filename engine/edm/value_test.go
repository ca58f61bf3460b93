package edm_test

import (
	"math"
	"testing"
	"testing/quick"
	"time"
	"unicode/utf16"

	"rowkey/engine/edm"
)

const guidText = "c9da6455-213d-42c9-9a79-3e9149a57833"

func guid(t testing.TB, s string) edm.Value {
	t.Helper()
	v, err := edm.GUID(s)
	if err != nil {
		t.Fatalf("GUID(%q): %v", s, err)
	}
	return v
}

// ENG-E4: eight types.
func TestValuesKeepTheirContent(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 5, 8, 0, 0, 123_456_700, time.UTC)
	tests := []struct {
		typ       string
		v         edm.Value
		got, want any
	}{
		{"Edm.String", edm.String("é"), edm.String("é").Text(), "é"},
		{"Edm.Binary", edm.Binary([]byte{0, 255}), string(edm.Binary([]byte{0, 255}).Bytes()), "\x00\xff"},
		{"Edm.Boolean", edm.Boolean(true), edm.Boolean(true).Bool(), true},
		{"Edm.Boolean", edm.Boolean(false), edm.Boolean(false).Bool(), false},
		{"Edm.DateTime", edm.DateTime(now), edm.DateTime(now).Time(), now},
		{"Edm.Double", edm.Double(-1.5), edm.Double(-1.5).Float(), -1.5},
		{"Edm.Guid", guid(t, guidText), guid(t, guidText).Text(), guidText},
		{"Edm.Int32", edm.Int32(math.MinInt32), edm.Int32(math.MinInt32).Int(), int64(math.MinInt32)},
		{"Edm.Int64", edm.Int64(math.MinInt64), edm.Int64(math.MinInt64).Int(), int64(math.MinInt64)},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: content = %v, want %v", test.typ, test.got, test.want)
		}
		if got := test.v.Type().String(); got != test.typ {
			t.Errorf("Type() = %s, want %s", got, test.typ)
		}
		if typ, ok := edm.ParseType(test.typ); !ok || typ != test.v.Type() {
			t.Errorf("ParseType(%s) = %v, %v", test.typ, typ, ok)
		}
	}
}

func TestParseTypeKnowsNothingElse(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "Edm.int32", "Edm.Single", "EdmType.INT64", "Int32"} {
		if typ, ok := edm.ParseType(name); ok {
			t.Errorf("ParseType(%q) = %v, want none", name, typ)
		}
	}
	if got := edm.Type(99).String(); got != "" {
		t.Errorf("Type(99).String() = %q, want empty", got)
	}
}

func TestDateTimeIsCutToTicks(t *testing.T) {
	t.Parallel()
	in := time.Date(2026, 1, 5, 8, 0, 0, 199, time.FixedZone("", 3600))
	want := time.Date(2026, 1, 5, 7, 0, 0, 100, time.UTC)
	if got := edm.DateTime(in).Time(); got != want {
		t.Errorf("Time() = %v, want %v", got, want)
	}
}

func TestGUIDReadsTheFormsOfTheService(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"dashed", guidText, guidText},
		{"upper-case", "C9DA6455-213D-42C9-9A79-3E9149A57833", guidText},
		{"digits-only", "c9da6455213d42c99a793e9149a57833", guidText},
		{"in-braces", "{" + guidText + "}", guidText},
		{"in-parentheses", "(" + guidText + ")", guidText},
		{"empty", "", ""},
		{"braces-that-differ", "{" + guidText + ")", ""},
		{"dash-in-the-wrong-place", "c9da645-5213d-42c9-9a79-3e9149a57833", ""},
		{"letter-g", "g9da6455-213d-42c9-9a79-3e9149a57833", ""},
		{"too-long", guidText + "0", ""},
		{"too-short", "c9da6455213d42c99a793e9149a5783", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			v, err := edm.GUID(test.in)
			if (err == nil) != (test.want != "") || v.Text() != test.want {
				t.Errorf("GUID(%q) = %q, %v, want %q", test.in, v.Text(), err, test.want)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	day := func(n int) edm.Value { return edm.DateTime(time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC)) }
	tests := []struct {
		name  string
		v, w  edm.Value
		order int
		ok    bool
	}{
		{"text-before-longer-text", edm.String("b"), edm.String("bB"), -1, true},
		{"upper-case-before-lower-case", edm.String("B"), edm.String("b"), -1, true},
		{"ten-before-nine-as-text", edm.String("10"), edm.String("9"), -1, true},
		{"false-before-true", edm.Boolean(false), edm.Boolean(true), -1, true},
		{"negative-before-positive", edm.Int32(-1), edm.Int32(1), -1, true},
		{"equal-int64", edm.Int64(7), edm.Int64(7), 0, true},
		{"later-day", day(2), day(1), 1, true},
		{"doubles", edm.Double(1.5), edm.Double(1.25), 1, true},
		{"zero-and-negative-zero", edm.Double(0), edm.Double(math.Copysign(0, -1)), 0, true},
		{"nan-and-nan", edm.Double(math.NaN()), edm.Double(math.NaN()), edm.Unordered, true},
		{"nan-and-number", edm.Double(math.NaN()), edm.Int32(1), edm.Unordered, true},
		{"bytes", edm.Binary([]byte{3}), edm.Binary([]byte{3, 1}), -1, true},
		{"guids", guid(t, guidText), guid(t, "d"+guidText[1:]), -1, true},
		{"int32-literal-for-int64-property", edm.Int64(3), edm.Int32(3), 0, true},
		{"int32-literal-for-double-property", edm.Double(3), edm.Int32(2), 1, true},
		{"int64-literal-for-double-property", edm.Double(3), edm.Int64(3), 0, true},
		{"int64-literal-for-int32-property", edm.Int32(3), edm.Int64(3), 0, false},
		{"double-literal-for-int64-property", edm.Int64(3), edm.Double(3), 0, false},
		{"text-and-number", edm.String("3"), edm.Int32(3), 0, false},
		{"no-value", edm.Value{}, edm.Value{}, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if order, ok := test.v.Compare(test.w); order != test.order || ok != test.ok {
				t.Errorf("Compare = %d, %v, want %d, %v", order, ok, test.order, test.ok)
			}
		})
	}
}

func TestCompareTextIsOrderOfUTF16(t *testing.T) {
	t.Parallel()
	words := []string{"", "a", "B", "b", "é", "\uD7FF", "\uE000", "\uFFFD", "\uFFFF", "\U00010000",
		"😀", "a😀", "a\uE000", "\U0010FFFF", "中", "中😀", "中\uF000"}
	for _, a := range words {
		for _, b := range words {
			if got, want := edm.CompareText(a, b), compareUnits(a, b); got != want {
				t.Errorf("CompareText(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
	}
	same := func(a, b string) bool { return edm.CompareText(a, b) == compareUnits(a, b) }
	if err := quick.Check(same, nil); err != nil {
		t.Error(err)
	}
}

func compareUnits(a, b string) int {
	x, y := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return sign(int(x[i]) - int(y[i]))
		}
	}
	return sign(len(x) - len(y))
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
