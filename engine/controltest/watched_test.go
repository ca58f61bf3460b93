package controltest_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
	"rowkey/engine/rest"
	"rowkey/engine/trail"
)

// told returns what a sandbox tells of one request to a service.
func told(t *testing.T, s rest.Service, header rest.Header) (list []trail.Request) {
	t.Helper()
	e, err := control.Open(engine.Options{Control: true, Watch: func(r trail.Request) { list = append(list, r) }})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	r, err := rest.PathStyle(s, "GET", "http://127.0.0.1:10002/devstoreaccount1/Tables")
	if err != nil {
		t.Fatal(err)
	}
	r.Header, r.Remote, r.Port = header, "127.0.0.1", "4711"
	e.Serve(t.Context(), r)
	return list
}

func TestARequestIsToldWithItsSender(t *testing.T) {
	t.Parallel()
	id := strings.Repeat("0af7651916cd43dd", 2)
	for parent, want := range map[string]string{
		"00-" + id + "-b7ad6b7169203331-01":                      id,
		"cc-" + id + "-b7ad6b7169203331-01-more":                 id,
		"00-" + strings.Repeat("0", 32) + "-b7ad6b7169203331-01": "",
		"00-" + strings.ToUpper(id) + "-b7ad6b7169203331-01":     "",
		"00-" + id[:31] + "-b7ad6b7169203331-01":                 "",
		"00-" + id:                                               "",
		"":                                                       "",
		"<script>alert(1)</script>-01":                           "",
	} {
		list := told(t, rest.TableService, rest.Header{
			{Name: "user-agent", Value: "shop/1"}, {Name: "Accept", Value: "application/json"},
			{Name: "Traceparent", Value: parent},
		})
		if len(list) != 1 {
			t.Fatalf("%d requests are told, want 1", len(list))
		}
		sender := trail.Sender{Agent: "shop/1", Host: "127.0.0.1", Port: "4711", TraceID: want}
		if got := list[0].From; got != sender {
			t.Errorf("%q: sender = %+v, want %+v", parent, got, sender)
		}
		if !strings.HasPrefix(list[0].Answer, "{") {
			t.Errorf("answer = %q, want that of the request", list[0].Answer)
		}
	}
}

func TestRequestsToOtherServicesAreNotTold(t *testing.T) {
	t.Parallel()
	if list := told(t, rest.QueueService, nil); len(list) > 0 {
		t.Errorf("told = %s", fmt.Sprint(list))
	}
}
