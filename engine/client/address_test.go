package client_test

import (
	"context"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// mirror answers with where a request went.
type mirror struct{}

func (mirror) Serve(_ context.Context, r *rest.Request) *rest.Response {
	service := map[rest.Service]string{rest.TableService: "table", rest.QueueService: "queue",
		rest.BlobService: "blob"}[r.Service]
	body := `{"service":"` + service + `","account":"` + r.Account + `","base":"` + r.Base + `","path":"` + r.Path +
		`","query":"` + r.Query + `"}`
	return &rest.Response{Status: 200, Body: []byte(body)}
}

func TestBasesLeadToOtherAccounts(t *testing.T) {
	const text = `### A
GET /people()?$top=1
# ?? body service == table
# ?? body account == demo
# ?? body base == https://demo.table.example
# ?? body path == /people()
# ?? body query == $top=1

### B
GET {{queue}}/work
# ?? body service == queue
# ?? body account == demo
# ?? body base == http://127.0.0.1:7001/demo
# ?? body path == /work

### C
GET {{queue}}-secondary?comp=stats
# ?? body account == demo
# ?? body base == http://127.0.0.1:7001/demo-secondary
# ?? body query == comp=stats

### D
GET {{blob}}?comp=list
# ?? body service == blob
# ?? body account == devstoreaccount1
# ?? body query == comp=list
`
	bases := client.Bases{Table: "https://demo.table.example", Queue: "http://127.0.0.1:7001/demo"}
	for _, c := range checks(t, text, client.Options{Bases: bases}) {
		if !c.Pass {
			t.Errorf("line %d: expected %s, got %s", c.Line, c.Text, c.Got)
		}
	}
}

func TestUnmeteredSkipsWhatOnlyTheEngineCanTell(t *testing.T) {
	const text = `### A
GET /people()
# ?? status == 200
# ?? plan == point
# ?? scanned == 1
# ?? run partitions == 1
# ?? run requests == 1
`
	want := []bool{false, true, true, true, false}
	got := checks(t, text, client.Options{Unmetered: true})
	if len(got) != len(want) {
		t.Fatalf("%d checks, want %d", len(got), len(want))
	}
	for i, c := range got {
		if c.Skipped != want[i] || !c.Pass {
			t.Errorf("%s: skipped = %t, pass = %t, want %t, true", c.Text, c.Skipped, c.Pass, want[i])
		}
	}
}

// checks runs a script against a mirror.
func checks(t *testing.T, text string, o client.Options) []client.Check {
	t.Helper()
	s := script.Parse("a.http", text, func(string) (string, bool) { return "", false })
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	var all []client.Check
	for run := client.Start(s, mirror{}, o); !run.Done(); {
		x, err := run.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if x.Problem != nil {
			t.Fatal(x.Problem.Message)
		}
		all = append(all, x.Checks...)
	}
	return all
}
