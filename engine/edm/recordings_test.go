package edm_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"rowkey/engine/edm"
	"rowkey/engine/evidence"
)

type session struct {
	Name         string
	Reserialized bool `json:"json_bodies_reserialized"`
	Exchanges    []struct {
		Response struct{ Body string }
	}
}

// TestRecordedEntitiesAreWrittenByteForByte reads each entity that the service answered with and
// writes it again.
func TestRecordedEntitiesAreWrittenByteForByte(t *testing.T) {
	t.Parallel()
	entities := 0
	for _, file := range evidence.Glob(t, "recordings/table", "*.jsonl") {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var s session
			if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
				t.Fatal(err)
			}
			if s.Reserialized {
				continue
			}
			for _, x := range s.Exchanges {
				for _, raw := range entitiesOf(x.Response.Body) {
					entities++
					checkRecorded(t, s.Name, raw)
				}
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
	}
	if entities < 1000 {
		t.Errorf("%d recorded entities, want more than 1000", entities)
	}
	t.Logf("%d entities", entities)
}

func entitiesOf(body string) []string {
	var list struct{ Value []json.RawMessage }
	if json.Unmarshal([]byte(body), &list) == nil && list.Value != nil {
		var out []string
		for _, raw := range list.Value {
			out = append(out, entitiesOf(string(raw))...)
		}
		return out
	}
	if !strings.Contains(body, `"RowKey":`) && !strings.Contains(body, `"odata.etag":`) || !strings.HasPrefix(body, "{") {
		return nil
	}
	return []string{body}
}

func checkRecorded(t *testing.T, session, raw string) {
	t.Helper()
	var members map[string]any
	if err := json.Unmarshal([]byte(raw), &members); err != nil {
		t.Fatalf("%s: %v", session, err)
	}
	text := func(name string) string { s, _ := members[name].(string); return s }
	f := edm.Format{Metadata: edm.MinimalMetadata, Context: text("odata.metadata"), Type: text("odata.type"),
		ID: text("odata.id"), ETag: text("odata.etag"), EditLink: text("odata.editLink"),
		Select: edm.NewSelection(selectOf(members))}
	if f.Type != "" {
		f.Metadata = edm.FullMetadata
	}
	if f.ETag == "" {
		f.Metadata = edm.NoMetadata
	}
	d, err := edm.ParseJSON([]byte(raw))
	if err != nil {
		t.Fatalf("%s: ParseJSON(%s): %v", session, raw, err)
	}
	d.Timestamp, _ = time.Parse(time.RFC3339Nano, text("Timestamp"))
	if got := string(edm.AppendJSON(nil, &d.Entity, &f)); got != raw {
		t.Fatalf("%s: AppendJSON = %s\nwant %s", session, got, raw)
	}
}

// selectOf returns what was selected, nil if it was everything.
func selectOf(members map[string]any) []string {
	var names []string
	all := true
	for _, key := range []string{edm.PartitionKey, edm.RowKey, edm.Timestamp} {
		if _, ok := members[key]; !ok {
			all = false
		}
	}
	for name, v := range members {
		if v == nil {
			all = false
		}
		if !strings.Contains(name, "odata.") {
			names = append(names, name)
		}
	}
	if all {
		return nil
	}
	return names
}
