package keys

import (
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"rowkey/engine/edm"
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// kinds are values of each type from the smallest to the greatest, with the forms that it can have in a key.
var kinds = []struct {
	attribute, forms string
	values           []edm.Value
}{
	{"text 40", "{a} {a:4%} {a:3<}", texts("", " ", "!", "!!", "!A", "\"", "-", "0", "1", "A", "Ann", "Ann!", "Ann1",
		"Ann_", "B", "_", "a", "b", "Ä", "Ö", "ä", strings.Repeat("ö", 40))},
	{"text 8", "{a:low}", texts("", "!", "0", "_", "a", "ab", "b", "ä")},
	{"int", "{a} {a:-} {a:10} {a:12.1} {a:8%}", ints(0, 1, 9, 10, 11, 99, 100, 1<<20, math.MaxInt32)},
	{"int, 99 values", "{a:2} {a:6}", ints(0, 1, 9, 10, 98, 99)},
	{"long", "{a} {a:-} {a:19} {a:64.9}", longs(0, 1, 10, 99, 1<<40)},
	{"double", "{a} {a:20.4}", doubles(0, 0.0001, 0.5, 1, 9.25, 10, 1e9)},
	{"bool", "{a} {a:2%}", []edm.Value{edm.Boolean(false), edm.Boolean(true)}},
	{"time", "{a} {a:-} {a:tick} {a:-tick} {a:second} {a:minute} {a:-hour} {a:day} {a:-week} {a:month} {a:16%}",
		times("1601-01-01T00:00:00Z", "1969-12-31T23:59:59.9999999Z",
			"1970-01-01T00:00:00Z", "2026-11-22T09:59:59Z", "2026-11-22T10:00:00Z", "2026-11-22T10:00:00.0000001Z",
			"2026-12-28T00:00:00Z", "2027-01-01T00:00:00Z", "9999-12-31T23:59:59.9999999Z")},
	{"time day", "{a} {a:day} {a:-day} {a:week} {a:month}",
		times("1601-01-01T00:00:00Z", "2026-11-22T00:00:00Z", "2026-11-23T00:00:00Z", "2027-01-03T00:00:00Z",
			"9999-12-31T00:00:00Z")},
	{"time week", "{a} {a:week} {a:-week}", times("2026-12-28T00:00:00Z", "2027-01-04T00:00:00Z", "2027-01-11T00:00:00Z")},
	{"guid", "{a} {a:4<}", guids("00000000-0000-0000-0000-000000000000", "9fffffff-0000-0000-0000-000000000000",
		"ffffffff-ffff-ffff-ffff-ffffffffffff")},
	{"binary 3", "{a}", []edm.Value{edm.Binary(nil), edm.Binary([]byte{0, 255}), edm.Binary([]byte{1, 0, 0})}},
}

// Keys have the order that a segment says, and different values have different keys where it tells the value.
func TestKeysAreInTheOrderThatTheirFormSays(t *testing.T) {
	for _, k := range kinds {
		for _, form := range strings.Fields(k.forms) {
			t.Run(k.attribute+" "+form, func(t *testing.T) {
				m, template := templateOf(t, k.attribute, form)
				s := &template.Segments[0]
				keys := make([]string, len(k.values))
				for i, v := range k.values {
					keys[i] = template.Write(m, func(sheet.Ref) edm.Value { return v })
					checkKey(t, m, s, keys[i])
				}
				checkOrder(t, m, s, keys)
			})
		}
	}
}

// The numbers of buckets have as many digits as the last one needs, which is one less than there are.
func TestBucketsHaveAsManyDigitsAsTheLastOne(t *testing.T) {
	for buckets, digits := range map[string]int{"2": 1, "10": 1, "11": 2, "64": 2} {
		m, template := templateOf(t, "text 8", "{a:"+buckets+"%}")
		key := template.Write(m, func(sheet.Ref) edm.Value { return edm.String("x") })
		if len(key) != digits || template.Length(m) != digits {
			t.Errorf("%s buckets: %q, and %d digits, want %d", buckets, key, template.Length(m), digits)
		}
	}
}

// templateOf reads a template of a kind with one attribute a, beside its identity.
func templateOf(t *testing.T, attribute, text string) (*facts.Facts, *Template) {
	t.Helper()
	s, messages := sheet.Parse("# @sheet keys\n# @entity thing, 1000\n# @attribute thing.id, text 8, identity\n" +
		"# @attribute thing.a, " + attribute)
	if sheet.Failed(messages) {
		t.Fatalf("%+v", messages)
	}
	m := facts.New(s)
	d := Parse(m, &sheet.Design{Stores: []string{"x | " + text}})
	if len(d.Problems) > 0 {
		t.Fatalf("%+v", d.Problems)
	}
	return m, &d.Stores[0].Row
}

// checkKey checks that a key is allowed, no longer than was said, and as long as all others if its form says so.
func checkKey(t *testing.T, m *facts.Facts, s *Segment, key string) {
	t.Helper()
	n := len(utf16.Encode([]rune(key)))
	if edm.ValidateKey(edm.RowKey, key) != nil || n > s.Length(m) && !strings.Contains(key, "!") || s.FixedWidth(m) &&
		n != s.Length(m) {
		t.Errorf("the key %q has %d characters, and %d were said", key, n, s.Length(m))
	}
}

func checkOrder(t *testing.T, m *facts.Facts, s *Segment, keys []string) {
	t.Helper()
	coarse := s.Form == template.Beginning || s.Form == template.Lower || s.Unit != "" && !s.Fine(m)
	for i := range keys {
		for j := range i {
			order := edm.CompareText(keys[j], keys[i]) * s.Sorts(m)
			if order > 0 || order == 0 && s.Sorts(m) != 0 && !coarse {
				t.Errorf("%q is not in order with %q", keys[j], keys[i])
			}
			if s.Tells(m) && keys[i] == keys[j] {
				t.Errorf("two values have the key %q", keys[i])
			}
		}
	}
}

// What comes after ! keeps the order of texts of letters and digits, and no two pairs have the same key.
func TestATextWithAnExclamationMarkAfterItKeepsItsOrder(t *testing.T) {
	m, template := templateOf(t, "text 40", "{a}!{id}")
	seen, last := map[string]bool{}, ""
	for _, a := range []string{"", "!", "!!", "0", "A", "Ann", "Ann!", "Ann1", "Ann_", "Anne", "_", "Ä"} {
		for _, id := range []string{"0", "21", "2Fz", "Z"} {
			key := template.Write(m, func(r sheet.Ref) edm.Value {
				return edm.String(map[int]string{0: id, 1: a}[r.Attr])
			})
			if seen[key] || edm.CompareText(key, last) < 0 && a != "Ann!" && a != "!!" && a != "!" {
				t.Errorf("%q comes after %q", key, last)
			}
			seen[key], last = true, key
		}
	}
}

func texts(list ...string) (out []edm.Value) {
	for _, s := range list {
		out = append(out, edm.String(s))
	}
	return out
}

func ints(list ...int32) (out []edm.Value) {
	for _, n := range list {
		out = append(out, edm.Int32(n))
	}
	return out
}

func longs(list ...int64) (out []edm.Value) {
	for _, n := range list {
		out = append(out, edm.Int64(n))
	}
	return out
}

func doubles(list ...float64) (out []edm.Value) {
	for _, f := range list {
		out = append(out, edm.Double(f))
	}
	return out
}

func times(list ...string) (out []edm.Value) {
	for _, s := range list {
		at, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			panic(err)
		}
		out = append(out, edm.DateTime(at))
	}
	return out
}

func guids(list ...string) (out []edm.Value) {
	for _, s := range list {
		v, err := edm.GUID(s)
		if err != nil {
			panic(err)
		}
		out = append(out, v)
	}
	return out
}
