package edm_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"rowkey/engine/edm"
)

func FuzzParseJSON(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"PartitionKey":"p","RowKey":"r","a":1,"b":1.5e3,"c":null,"d":true}`,
		`{"a@odata.type":"Edm.Int64","a":"5","b":"x","b@odata.type":"Edm.Guid"}`,
		`{"d@odata.type":"Edm.DateTime","d":"2021-07-13T00:00:00.1234567+02:00"}`,
		`{"b@odata.type":"Edm.Binary","b":"AQID","f@odata.type":"Edm.Double","f":"NaN"}`,
		`{"odata.x":{"a":[1,"\u00e9",{}]},"Timestamp":[],"s":"\ud83d\ude00\n"}`,
		`{"a":1,"a":2}`, `{"a":`, "{\"\xff\":\"\xff\"}", `[1]`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := edm.ParseJSON(b)
		if err != nil {
			return
		}
		_, _ = d.Validate(), d.Size()
		out := edm.AppendJSON(nil, &d.Entity, &edm.Format{Metadata: edm.MinimalMetadata})
		if !json.Valid(out) {
			t.Fatalf("AppendJSON is no JSON: %s", out)
		}
		again, err := edm.ParseJSON(out)
		if err != nil {
			t.Fatalf("ParseJSON(%s): %v", out, err)
		}
		if !reflect.DeepEqual(again.Properties, d.Properties) {
			t.Fatalf("second reading = %+v, want %+v", again.Properties, d.Properties)
		}
	})
}

func FuzzRow(f *testing.F) {
	e := sample(f)
	f.Add([]byte(rowOf(&e)))
	f.Add([]byte(rowOf(&edm.Entity{})))
	f.Add([]byte("\x01\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := edm.Row(b)
		r.Lookup("age")
		r.Lookup("RowKey")
		got, err := r.Decode()
		if err != nil {
			return
		}
		if pk, rk := r.Key(); pk != got.PartitionKey || rk != got.RowKey {
			t.Fatalf("Key() = %q, %q, Decode says %q, %q", pk, rk, got.PartitionKey, got.RowKey)
		}
		for _, p := range got.Properties {
			v, ok := r.Lookup(p.Name)
			if want, _ := got.Get(p.Name); !ok || v != want {
				t.Fatalf("Lookup(%q) = %v, %v, want %v", p.Name, v, ok, want)
			}
		}
	})
}
