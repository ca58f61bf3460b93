package edm_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
)

// show writes properties as name:type=JSON, in their order.
func show(d edm.Document) string {
	var b strings.Builder
	for _, p := range d.Properties {
		e := edm.Entity{Properties: []edm.Property{p}}
		json := string(edm.AppendJSON(nil, &e, &edm.Format{Select: edm.NewSelection([]string{p.Name})}))
		json = strings.TrimSuffix(json[strings.IndexByte(json, ':')+1:], "}")
		fmt.Fprintf(&b, " %s:%s=%s", p.Name, strings.TrimPrefix(p.Value.Type().String(), "Edm."), json)
	}
	return strings.TrimPrefix(b.String(), " ")
}

func TestParseJSONInfersTypes(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"nothing", `{}`, ``},
		{"white-space", " {\r\n\t\"a\" : 1 } \n", `a:Int32=1`},
		{"byte-order-mark", "\uFEFF{\"a\":1}", `a:Int32=1`},
		{"text", `{"a":"x"}`, `a:String="x"`},
		{"text-that-looks-like-a-date", `{"a":"2021-07-13T00:00:00Z"}`, `a:String="2021-07-13T00:00:00Z"`},
		{"truth", `{"a":true,"b":false}`, `a:Boolean=true b:Boolean=false`},
		{"int32", `{"a":-2147483648,"b":2147483647}`, `a:Int32=-2147483648 b:Int32=2147483647`},
		{"integer-outside-of-int32-is-a-double", `{"a":2147483648}`, `a:Double=2147483648.0`},
		{"fraction", `{"a":1.0}`, `a:Double=1.0`},
		{"exponent", `{"a":1e3,"b":2E-7}`, `a:Double=1000.0 b:Double=2E-07`},
		{"null-is-dropped", `{"a":null,"b":1}`, `b:Int32=1`},
		{"annotated-null-is-dropped", `{"a@odata.type":"Edm.Int64","a":null}`, ``},
		{"order-is-kept", `{"z":1,"a":2,"M":3}`, `z:Int32=1 a:Int32=2 M:Int32=3`},
		{"names-that-differ-in-case", `{"Birthday":1,"birthday":2}`, `Birthday:Int32=1 birthday:Int32=2`},
		{"timestamp-is-ignored", `{"Timestamp":"0001-01-01T00:00:00Z","a":1}`, `a:Int32=1`},
		{"timestamp-of-any-type-is-ignored", `{"Timestamp@odata.type":"Edm.Foo","Timestamp":[{}]}`, ``},
		{"odata-members-are-ignored", `{"odata.etag":"x","odata.y":{"a":[1,{"b":null}]},"a":1}`, `a:Int32=1`},
		{"etag-is-data", `{"ETag":"a","etag":"b","Etag":"c"}`, `ETag:String="a" etag:String="b" Etag:String="c"`},
		{"escapes", `{"a":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}`, `a:String="\"\\/\b\f\n\r\t\u00e9\ud83d\ude00"`},
		{"escaped-name", `{"\u00e9":1}`, `é:Int32=1`},
		{"half-a-surrogate-pair", `{"a":"\ud83dx","b":"\ude00","c":"\ud83d\u0041"}`,
			`a:String="\ufffdx" b:String="\ufffd" c:String="\ufffdA"`},
		{"invalid-utf-8", "{\"a\":\"\xff\"}", `a:String="\ufffd"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d, err := edm.ParseJSON([]byte(test.in))
			if got := show(d); err != nil || got != test.want {
				t.Errorf("ParseJSON(%s) = %s, %v, want %s", test.in, got, err, test.want)
			}
		})
	}
}

func TestParseJSONFollowsAnnotations(t *testing.T) {
	t.Parallel()
	tests := []struct{ typ, value, want string }{
		{"Edm.String", `"x"`, `String="x"`},
		{"Edm.String", `5`, ``},
		{"Edm.Int64", `"9223372036854775807"`, `Int64="9223372036854775807"`},
		{"Edm.Int64", `"-1125899906842625"`, `Int64="-1125899906842625"`},
		{"Edm.Int64", `5`, `Int64="5"`},
		{"Edm.Int64", `8589934592`, ``},
		{"Edm.Int64", `"9223372036854775808"`, ``},
		{"Edm.Int64", `"1.5"`, ``},
		{"Edm.Int64", `true`, ``},
		{"Edm.Int32", `10`, `Int32=10`},
		{"Edm.Int32", `"10"`, `Int32=10`},
		{"Edm.Int32", `1.0`, ``},
		{"Edm.Int32", `2147483648`, ``},
		{"Edm.Double", `5`, `Double=5.0`},
		{"Edm.Double", `"200.23"`, `Double=200.23`},
		{"Edm.Double", `8589934592`, `Double=8589934592.0`},
		{"Edm.Double", `"1.23456789012346e+24"`, `Double=1.23456789012346E+24`},
		{"Edm.Double", `16.100000000000001`, `Double=16.1`},
		{"Edm.Double", `"NaN"`, `Double="NaN"`},
		{"Edm.Double", `"Infinity"`, `Double="Infinity"`},
		{"Edm.Double", `"-Infinity"`, `Double="-Infinity"`},
		{"Edm.Double", `1.8e308`, ``},
		{"Edm.Double", `"0x10"`, ``},
		{"Edm.Double", `""`, ``},
		{"Edm.Double", `"inf"`, ``},
		{"Edm.Double", `true`, ``},
		{"Edm.Boolean", `true`, `Boolean=true`},
		{"Edm.Boolean", `"True"`, `Boolean=true`},
		{"Edm.Boolean", `"false"`, `Boolean=false`},
		{"Edm.Boolean", `1`, ``},
		{"Edm.DateTime", `"1970-10-04T02:00:00+02:00"`, `DateTime="1970-10-04T00:00:00Z"`},
		{"Edm.DateTime", `"soon"`, ``},
		{"Edm.DateTime", `5`, ``},
		{"Edm.Guid", `"C9DA6455-213D-42C9-9A79-3E9149A57833"`, `Guid="c9da6455-213d-42c9-9a79-3e9149a57833"`},
		{"Edm.Guid", `"5"`, ``},
		{"Edm.Binary", `"YmluYXJ5"`, `Binary="YmluYXJ5"`},
		{"Edm.Binary", `""`, `Binary=""`},
		{"Edm.Binary", `"?"`, ``},
		{"EdmType.INT64", `"5"`, ``},
		{"edm.int32", `5`, ``},
		{"", `5`, ``},
	}
	for _, test := range tests {
		before := fmt.Sprintf(`{"a@odata.type":%q,"a":%s}`, test.typ, test.value)
		behind := fmt.Sprintf(`{"a":%s,"a@odata.type":%q}`, test.value, test.typ)
		for _, in := range []string{before, behind} {
			d, err := edm.ParseJSON([]byte(in))
			if got := strings.TrimPrefix(show(d), "a:"); got != test.want || (err == nil) != (test.want != "") {
				t.Errorf("ParseJSON(%s) = %s, %v, want %s", in, got, err, test.want)
			}
		}
	}
}

func TestParseJSONIgnoresOtherAnnotations(t *testing.T) {
	t.Parallel()
	in := `{"a@odata.type@odata.type":"x","b@odata.type":"Edm.Int64","c@x.y":{"z":1},"d":1,` +
		`"PartitionKey@odata.type":"Edm.String","PartitionKey":"p"}`
	d, err := edm.ParseJSON([]byte(in))
	if got, want := show(d), "d:Int32=1"; err != nil || got != want || d.PartitionKey != "p" {
		t.Errorf("ParseJSON = %s, %v, want %s", got, err, want)
	}
}

func TestParseJSONKeepsTheOrderOfValues(t *testing.T) {
	t.Parallel()
	in := `{"b@odata.type":"Edm.Double","a":1,"b":2,"c":3,"a@odata.type":"Edm.Int64"}`
	d, err := edm.ParseJSON([]byte(in))
	if got, want := show(d), `a:Int64="1" b:Double=2.0 c:Int32=3`; err != nil || got != want {
		t.Errorf("ParseJSON = %s, %v, want %s", got, err, want)
	}
}

func TestParseJSONKnowsWhichKeysWereSent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in     string
		pk, rk bool
	}{
		{`{}`, false, false},
		{`{"PartitionKey":"","RowKey":""}`, true, true},
		{`{"PartitionKey":"p","RowKey":null}`, true, false},
		{`{"partitionkey":"p","RowKey":"r"}`, false, true},
	}
	for _, test := range tests {
		d, err := edm.ParseJSON([]byte(test.in))
		if err != nil || d.HasPartitionKey != test.pk || d.HasRowKey != test.rk {
			t.Errorf("ParseJSON(%s): keys = %v, %v, %v", test.in, d.HasPartitionKey, d.HasRowKey, err)
		}
	}
}

func TestParseJSONRefuses(t *testing.T) {
	t.Parallel()
	const body = apierr.InvalidInput
	tests := []struct {
		name, in string
		want     apierr.Code
	}{
		{"empty-body", ``, body},
		{"blank-body", ` `, body},
		{"text", `"a"`, body},
		{"array", `[]`, body},
		{"open-object", `{`, body},
		{"open-object-behind-a-member", `{"a":1`, body},
		{"comma-at-the-beginning", `{,"a":1}`, body},
		{"comma-at-the-end", `{"a":1,}`, body},
		{"no-comma", `{"a":1 "b":2}`, body},
		{"no-colon", `{"a" 1}`, body},
		{"no-value", `{"a":}`, body},
		{"no-quotes", `{a:1}`, body},
		{"single-quotes", `{'a':1}`, body},
		{"something-behind", `{} x`, body},
		{"object-as-value", `{"a":{}}`, body},
		{"array-as-value", `{"a":[1]}`, body},
		{"key-that-is-a-number", `{"PartitionKey":5}`, body},
		{"key-of-another-type", `{"RowKey@odata.type":"Edm.Guid","RowKey":"` + guidText + `"}`, body},
		{"leading-zero", `{"a":01}`, body},
		{"lone-minus", `{"a":-}`, body},
		{"point-without-digit", `{"a":1.}`, body},
		{"exponent-without-digit", `{"a":1e}`, body},
		{"double-out-of-range", `{"a":1e309}`, body},
		{"wrong-word", `{"a":nil}`, body},
		{"open-text", `{"a":"x`, body},
		{"open-escape", `{"a":"\`, body},
		{"unknown-escape", `{"a":"\x"}`, body},
		{"short-unicode-escape", `{"a":"\u12"}`, body},
		{"bad-unicode-escape", `{"a":"\u12g4"}`, body},
		{"bad-second-escape-of-a-pair", `{"a":"\ud83d\u"}`, body},
		{"line-feed-in-text", "{\"a\":\"x\ny\"}", body},
		{"line-feed-behind-an-escape", "{\"a\":\"\\t\n\"}", body},
		{"two-annotations", `{"a@odata.type":"Edm.Int32","a@odata.type":"Edm.Int32","a":1}`, body},
		{"annotation-that-is-no-text", `{"a@odata.type":5,"a":1}`, body},
		{"open-object-in-an-ignored-member", `{"odata.a":{"b":1`, body},
		{"bad-name-in-an-ignored-member", `{"odata.a":{b:1}}`, body},
		{"ignored-member-too-deep", `{"odata.a":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, body},
		{"duplicate", `{"a":1,"a":2}`, apierr.DuplicateProperties},
		{"duplicate-null", `{"a":null,"a":2}`, apierr.DuplicateProperties},
		{"duplicate-key", `{"RowKey":"a","RowKey":"a"}`, apierr.DuplicateProperties},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d, err := edm.ParseJSON([]byte(test.in))
			if got := apierr.Of(err); got != test.want {
				t.Fatalf("ParseJSON: code = %q, want %q (%s)", got, test.want, show(d))
			}
			if msg := apierr.From(err).Message; test.want == body && msg != "An error occurred while processing this request." {
				t.Errorf("ParseJSON: message = %q", msg)
			}
		})
	}
}

func TestParseJSONFindsNamesAmongMany(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`{"x":0`)
	for i := range 300 {
		fmt.Fprintf(&b, `,"p%d@odata.type":"Edm.Int64","p%d":"%d"`, i, i, i)
	}
	d, err := edm.ParseJSON([]byte(b.String() + "}"))
	if err != nil || len(d.Properties) != 301 {
		t.Fatalf("ParseJSON: %d properties, %v, want 301", len(d.Properties), err)
	}
	if v, ok := d.Get("p299"); !ok || v != edm.Int64(299) {
		t.Errorf("Get(p299) = %v, %v, want 299", v, ok)
	}
	_, err = edm.ParseJSON([]byte(b.String() + `,"p150":1}`))
	if got := apierr.Of(err); got != apierr.DuplicateProperties {
		t.Errorf("ParseJSON: code = %q, want %q", got, apierr.DuplicateProperties)
	}
}
