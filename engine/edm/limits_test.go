package edm_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
)

func one(name string, v edm.Value) edm.Entity {
	return edm.Entity{Properties: []edm.Property{{Name: name, Value: v}}}
}

func many(n int, v edm.Value) edm.Entity {
	var e edm.Entity
	for i := range n {
		e.Properties = append(e.Properties, edm.Property{Name: fmt.Sprintf("P%d", i), Value: v})
	}
	return e
}

// ENG-E6: properties, sizes, keys and names have limits, and errors of their own.
func TestValidate(t *testing.T) {
	t.Parallel()
	date := func(year int) edm.Value { return edm.DateTime(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)) }
	twice := many(2, edm.Int32(1))
	twice.Properties[1].Name = twice.Properties[0].Name
	tests := []struct {
		name string
		e    edm.Entity
		want apierr.Code
	}{
		{"empty-keys", edm.Entity{}, ""},
		{"keys-with-odd-characters", edm.Entity{PartitionKey: `'" %+,$:@=&-_.~`, RowKey: "中é😀"}, ""},
		{"key-of-512-units", edm.Entity{RowKey: strings.Repeat("é", 512)}, ""},
		{"key-of-513-units", edm.Entity{RowKey: strings.Repeat("é", 513)}, apierr.PropertyValueTooLarge},
		{"key-of-257-surrogate-pairs", edm.Entity{PartitionKey: strings.Repeat("😀", 257)}, apierr.PropertyValueTooLarge},
		{"slash", edm.Entity{RowKey: "a/b"}, apierr.OutOfRangeInput},
		{"backslash", edm.Entity{PartitionKey: `a\b`}, apierr.OutOfRangeInput},
		{"number-sign", edm.Entity{RowKey: "a#b"}, apierr.OutOfRangeInput},
		{"question-mark", edm.Entity{RowKey: "a?b"}, apierr.OutOfRangeInput},
		{"tab", edm.Entity{RowKey: "a\tb"}, apierr.OutOfRangeInput},
		{"delete-character", edm.Entity{PartitionKey: "a\u007Fb"}, apierr.OutOfRangeInput},
		{"c1-control", edm.Entity{PartitionKey: "a\u009Fb"}, apierr.OutOfRangeInput},
		{"no-break-space", edm.Entity{PartitionKey: "a\u00A0b"}, ""},
		{"252-properties", many(252, edm.Int32(1)), ""},
		{"253-properties", many(253, edm.Int32(1)), apierr.TooManyProperties},
		{"name-of-255", one(strings.Repeat("n", 255), edm.Int32(1)), ""},
		{"name-of-256", one(strings.Repeat("n", 256), edm.Int32(1)), apierr.PropertyNameTooLong},
		{"name-with-a-dash", one("a-b", edm.Int32(1)), apierr.PropertyNameInvalid},
		{"name-that-begins-with-a-digit", one("1a", edm.Int32(1)), apierr.PropertyNameInvalid},
		{"empty-name", one("", edm.Int32(1)), apierr.PropertyNameInvalid},
		{"chinese-name", one("啊齄丂狛狜", edm.Int32(1)), ""},
		{"name-with-digits-and-underscore", one("_a1_b2", edm.Int32(1)), ""},
		{"etag-is-an-ordinary-name", one("etag", edm.Int32(1)), ""},
		{"same-name-twice", twice, apierr.DuplicateProperties},
		{"system-name", one("RowKey", edm.String("x")), apierr.DuplicateProperties},
		{"text-of-32-ki", one("s", edm.String(strings.Repeat("é", 32*1024))), ""},
		{"text-above-32-ki", one("s", edm.String(strings.Repeat("x", 32*1024+1))), apierr.PropertyValueTooLarge},
		{"binary-of-64-ki", one("b", edm.Binary(make([]byte, 64*1024))), ""},
		{"binary-above-64-ki", one("b", edm.Binary(make([]byte, 64*1024+1))), apierr.PropertyValueTooLarge},
		{"year-1601", one("d", date(1601)), ""},
		{"year-1600", one("d", date(1600)), apierr.OutOfRangeInput},
		{"year-9999", one("d", date(9999)), ""},
		{"year-10000", one("d", date(10000)), apierr.OutOfRangeInput},
		{"entity-below-1-mib", many(15, edm.String(strings.Repeat("x", 32*1024))), ""},
		{"entity-above-1-mib", many(16, edm.String(strings.Repeat("x", 32*1024))), apierr.EntityTooLarge},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := apierr.Of(test.e.Validate()); got != test.want {
				t.Errorf("Validate: code = %q, want %q", got, test.want)
			}
		})
	}
}

func TestValidateKeySaysWhichKey(t *testing.T) {
	t.Parallel()
	tests := []struct{ value, want string }{
		{"a/b", "OutOfRangeInput: The 'RowKey' parameter of value 'a/b' is out of range."},
		{"a\nb", "OutOfRangeInput: The 'RowKey' parameter of value 'a\nb' is out of range."},
	}
	for _, test := range tests {
		if err := edm.ValidateKey(edm.RowKey, test.value); err == nil || err.Error() != test.want {
			t.Errorf("ValidateKey(%q) = %v, want %s", test.value, err, test.want)
		}
	}
}

func TestADateBefore1601IsNamed(t *testing.T) {
	t.Parallel()
	doc, err := edm.ParseJSON(`{"V@odata.type":"Edm.DateTime","V":"1600-12-31T23:59:59Z"}`)
	if err != nil {
		t.Fatal(err)
	}
	const want = "OutOfRangeInput: The 'V' parameter of value '12/31/1600 23:59:59' is out of range."
	if err := doc.Validate(); err == nil || err.Error() != want {
		t.Errorf("Validate = %v, want %s", err, want)
	}
}

// ENG-E6: what an entity weighs.
func TestSize(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		e    edm.Entity
		want int
	}{
		{"nothing", edm.Entity{}, 4},
		{"worked-example", edm.Entity{PartitionKey: "ab", RowKey: "c", Properties: []edm.Property{
			{Name: "Age", Value: edm.Int32(23)}, {Name: "Name", Value: edm.String("Bob")}}}, 54},
		{"surrogate-pairs-count-twice", edm.Entity{PartitionKey: "😀"}, 8},
		{"name-counts-two-bytes-a-unit", one("é", edm.Boolean(true)), 4 + 8 + 2 + 1},
		{"text", one("a", edm.String("é")), 4 + 10 + 2 + 4},
		{"binary", one("a", edm.Binary([]byte("xyz"))), 4 + 10 + 3 + 4},
		{"int32", one("a", edm.Int32(1)), 4 + 10 + 4},
		{"int64", one("a", edm.Int64(1)), 4 + 10 + 8},
		{"double", one("a", edm.Double(1)), 4 + 10 + 8},
		{"date-time", one("a", edm.DateTime(time.Unix(0, 0))), 4 + 10 + 8},
		{"guid", one("a", guid(t, guidText)), 4 + 10 + 16},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := test.e.Size(); got != test.want {
				t.Errorf("Size() = %d, want %d", got, test.want)
			}
		})
	}
}
