package main

import (
	"encoding/json"
	"testing"
)

func TestListsOfQueuesAndBlobsBecomeRows(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"messages", `<?xml version="1.0" encoding="utf-8"?><QueueMessagesList><QueueMessage><MessageId>m1</MessageId>` +
			`<DequeueCount>2</DequeueCount><MessageText>a &lt;b&gt;</MessageText></QueueMessage></QueueMessagesList>`,
			`[{"MessageText":"a <b>","DequeueCount":2,"MessageId":"m1"}]`},
		{"blobs", `<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="x"><Blobs><Blob><Name>a.jpg</Name>` +
			`<Properties><Content-Length>17</Content-Length></Properties><Metadata><by>ann</by><Name>odd</Name></Metadata></Blob></Blobs>` +
			`<NextMarker /></EnumerationResults>`, `[{"Name":"a.jpg","Content-Length":17,"Metadata":"by=ann Name=odd"}]`},
		{"nothing", "\ufeff" + `<?xml version="1.0" encoding="utf-8"?><QueueMessagesList />`, `[]`},
		{"other XML", `<?xml version="1.0" encoding="utf-8"?><BlockList />`, `no list`},
		{"no XML", `{"value":[]}`, `no list`},
		{"half a list", `<?xml version="1.0" encoding="utf-8"?><QueueMessagesList><QueueMessage>`, `no list`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := "no list"
			if list, ok := listOf(tt.body); ok {
				got = rowsText(list)
			}
			if got != tt.want {
				t.Errorf("listOf = %s, want %s", got, tt.want)
			}
		})
	}
}

// rowsText writes rows as JSON, in the order of their members.
func rowsText(list []Entity) string {
	out := "["
	for i, e := range list {
		if i > 0 {
			out += ","
		}
		out += "{"
		for k, m := range e {
			if k > 0 {
				out += ","
			}
			out += `"` + m.Name + `":` + unescapedJSON(m.Value)
		}
		out += "}"
	}
	return out + "]"
}

func unescapedJSON(v json.RawMessage) string {
	if v[0] != '"' {
		return string(v)
	}
	return plainJSON(v)
}
