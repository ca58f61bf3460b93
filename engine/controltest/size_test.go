package controltest_test

import (
	"strings"
	"testing"

	"rowkey/engine/control"
)

// ENG-E6: the bytes of an entity are known before it is sent.
func TestTheSizeOfAnEntityIsKnownBeforeItIsSent(t *testing.T) {
	t.Parallel()
	e := open(t)
	long := strings.Repeat("x", 32*1024)
	for _, tt := range []struct {
		name, body string
		want       control.Sized
	}{
		{"only-keys", `{"PartitionKey":"a","RowKey":"b"}`, control.Sized{Size: 8}},
		{"a-number", `{"PartitionKey":"a","RowKey":"b","Age":1}`, control.Sized{Size: 26, Properties: 1}},
		{"a-text", `{"PartitionKey":"a","RowKey":"b","Age":"1"}`, control.Sized{Size: 28, Properties: 1}},
		{"a-long-text", `{"PartitionKey":"a","RowKey":"b","A":"` + long + `"}`,
			control.Sized{Size: 8 + 8 + 2 + 4 + 65536, Properties: 1}},
		{"too-long-a-text", `{"PartitionKey":"a","RowKey":"b","A":"` + long + `x"}`,
			control.Sized{Size: 8 + 8 + 2 + 4 + 65538, Properties: 1, Code: "PropertyValueTooLarge"}},
	} {
		var got control.Sized
		if ok(t, e, "POST", "/-/size", tt.body, &got); got != tt.want {
			t.Errorf("%s: POST /-/size = %+v, want %+v", tt.name, got, tt.want)
		}
	}
	if status, b := call(t, e, "POST", "/-/size", "[]"); status != 400 {
		t.Errorf("POST /-/size of no entity = %d %s, want 400", status, b)
	}
}
