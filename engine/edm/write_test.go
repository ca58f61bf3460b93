package edm_test

import (
	"math"
	"testing"
	"time"

	"rowkey/engine/edm"
)

func sample(t testing.TB) edm.Entity {
	return edm.Entity{
		PartitionKey: "pk", RowKey: "r'k",
		Timestamp: time.Date(2020, 12, 18, 17, 9, 12, 967_438_800, time.UTC),
		Properties: []edm.Property{
			{Name: "age", Value: edm.Int32(39)},
			{Name: "ratio", Value: edm.Double(3)},
			{Name: "nan", Value: edm.Double(math.NaN())},
			{Name: "large", Value: edm.Int64(933311100)},
			{Name: "Birthday", Value: edm.DateTime(time.Date(1973, 10, 4, 0, 0, 0, 0, time.UTC))},
			{Name: "binary", Value: edm.Binary([]byte("binary"))},
			{Name: "clsid", Value: guid(t, guidText)},
			{Name: "married", Value: edm.Boolean(true)},
			{Name: "sex", Value: edm.String("é")},
		},
	}
}

func TestAppendJSONAtEachLevel(t *testing.T) {
	t.Parallel()
	f := edm.Format{Context: "h/$metadata#t/@Element", Type: "a.t", ID: "h/t(1)", ETag: `W/"x"`, EditLink: "t(1)"}
	tests := []struct {
		name  string
		level edm.Metadata
		want  string
	}{
		{"none", edm.NoMetadata, `{"PartitionKey":"pk","RowKey":"r'k","Timestamp":"2020-12-18T17:09:12.9674388Z",` +
			`"age":39,"ratio":3.0,"nan":"NaN","large":"933311100","Birthday":"1973-10-04T00:00:00Z","binary":"YmluYXJ5",` +
			`"clsid":"c9da6455-213d-42c9-9a79-3e9149a57833","married":true,"sex":"\u00e9"}`},
		{"minimal", edm.MinimalMetadata, `{"odata.metadata":"h/$metadata#t/@Element","odata.etag":"W/\"x\"",` +
			`"PartitionKey":"pk","RowKey":"r'k","Timestamp":"2020-12-18T17:09:12.9674388Z","age":39,"ratio":3.0,` +
			`"nan@odata.type":"Edm.Double","nan":"NaN","large@odata.type":"Edm.Int64","large":"933311100",` +
			`"Birthday@odata.type":"Edm.DateTime","Birthday":"1973-10-04T00:00:00Z",` +
			`"binary@odata.type":"Edm.Binary","binary":"YmluYXJ5",` +
			`"clsid@odata.type":"Edm.Guid","clsid":"c9da6455-213d-42c9-9a79-3e9149a57833","married":true,"sex":"\u00e9"}`},
		{"full", edm.FullMetadata, `{"odata.metadata":"h/$metadata#t/@Element","odata.type":"a.t","odata.id":"h/t(1)",` +
			`"odata.etag":"W/\"x\"","odata.editLink":"t(1)","PartitionKey":"pk","RowKey":"r'k",` +
			`"Timestamp@odata.type":"Edm.DateTime","Timestamp":"2020-12-18T17:09:12.9674388Z","age":39,"ratio":3.0,` +
			`"nan@odata.type":"Edm.Double","nan":"NaN","large@odata.type":"Edm.Int64","large":"933311100",` +
			`"Birthday@odata.type":"Edm.DateTime","Birthday":"1973-10-04T00:00:00Z",` +
			`"binary@odata.type":"Edm.Binary","binary":"YmluYXJ5",` +
			`"clsid@odata.type":"Edm.Guid","clsid":"c9da6455-213d-42c9-9a79-3e9149a57833","married":true,"sex":"\u00e9"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			e, f := sample(t), f
			f.Metadata = test.level
			if got := string(edm.AppendJSON(nil, &e, &f)); got != test.want {
				t.Errorf("AppendJSON = %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestAppendJSONSelects(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		level edm.Metadata
		sel   []string
		want  string
	}{
		{"stored-order", edm.MinimalMetadata, []string{"sex", "age"}, `{"odata.etag":"e","age":39,"sex":"\u00e9"}`},
		{"missing-is-null-at-the-end", edm.MinimalMetadata, []string{"xyz", "age", "Age"},
			`{"odata.etag":"e","age":39,"xyz":null,"Age":null}`},
		{"missing-between-those-that-are-there", edm.NoMetadata, []string{"x", "sex", "y", "z", "age", "v"},
			`{"age":39,"sex":"\u00e9","x":null,"y":null,"z":null,"v":null}`},
		{"missing-twice-is-written-once", edm.NoMetadata, []string{"x", "x"}, `{"x":null}`},
		{"keys-only-when-selected", edm.NoMetadata, []string{"RowKey"}, `{"RowKey":"r'k"}`},
		{"timestamp-at-full-metadata", edm.FullMetadata, []string{"Timestamp"}, `{"odata.etag":"e",` +
			`"Timestamp@odata.type":"Edm.DateTime","Timestamp":"2020-12-18T17:09:12.9674388Z"}`},
		{"nothing", edm.NoMetadata, []string{}, `{}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			e := sample(t)
			f := edm.Format{Metadata: test.level, ETag: "e", Select: edm.NewSelection(test.sel)}
			if got := string(edm.AppendJSON(nil, &e, &f)); got != test.want {
				t.Errorf("AppendJSON = %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestAppendJSONAppends(t *testing.T) {
	t.Parallel()
	e := edm.Entity{Properties: []edm.Property{{Name: "é", Value: edm.Int64(1)}, {Name: "none"}}}
	f := edm.Format{Metadata: edm.MinimalMetadata, Select: edm.NewSelection([]string{"é", "none"})}
	got := string(edm.AppendJSON([]byte(`[`), &e, &f))
	if want := `[{"\u00e9@odata.type":"Edm.Int64","\u00e9":"1","none":null}`; got != want {
		t.Errorf("AppendJSON = %s, want %s", got, want)
	}
}

func TestAppendString(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"", `""`},
		{"/<>&'~\u007F", "\"/<>&'~\u007F\""},
		{"\"\\\b\f\n\r\t\x00\x1f", `"\"\\\b\f\n\r\t\u0000\u001f"`},
		{"\u0080é中\u2028\uFFFF", `"\u0080\u00e9\u4e2d\u2028\uffff"`},
		{"a😀b", `"a\ud83d\ude00b"`},
		{"a\xffb\xc3", `"a\ufffdb\ufffd"`},
	}
	for _, test := range tests {
		if got := string(edm.AppendString(nil, test.in)); got != test.want {
			t.Errorf("AppendString(%q) = %s, want %s", test.in, got, test.want)
		}
	}
}

func TestAppendDouble(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   float64
		want string
	}{
		{0, "0.0"}, {math.Copysign(0, -1), "-0.0"}, {5, "5.0"}, {-5, "-5.0"}, {3.1, "3.1"}, {16.100000000000001, "16.1"},
		{8589934592, "8589934592.0"}, {1e14, "100000000000000.0"}, {999999999999999, "999999999999999.0"},
		{1e15, "1E+15"}, {-1e15, "-1E+15"}, {1.23456789012346e24, "1.23456789012346E+24"}, {1e100, "1E+100"},
		{0.0001, "0.0001"}, {-0.00012, "-0.00012"}, {0.00001, "1E-05"}, {1.5e-7, "1.5E-07"},
		{math.MaxFloat64, "1.7976931348623157E+308"}, {math.SmallestNonzeroFloat64, "5E-324"},
		{0.30000000000000004, "0.30000000000000004"},
	}
	for _, test := range tests {
		if got := string(edm.AppendDouble(nil, test.in)); got != test.want {
			t.Errorf("AppendDouble(%g) = %s, want %s", test.in, got, test.want)
		}
	}
}

func TestSortPropertiesIsOrdinal(t *testing.T) {
	t.Parallel()
	e := edm.Entity{Properties: []edm.Property{{Name: "b"}, {Name: "_x"}, {Name: "é"}, {Name: "B"}, {Name: "age"}}}
	e.SortProperties()
	got := ""
	for _, p := range e.Properties {
		got += p.Name + " "
	}
	if want := "B _x age b é "; got != want {
		t.Errorf("SortProperties: %s, want %s", got, want)
	}
}
