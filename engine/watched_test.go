package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
	"rowkey/engine/golden"
	"rowkey/engine/rest"
	"rowkey/engine/trail"
)

// told returns what a sandbox tells of one request to a service.
func told(t *testing.T, s rest.Service, header rest.Header) (list []*trail.Request) {
	t.Helper()
	e, err := control.Open(engine.Options{Control: true, Watch: func(r *trail.Request) { list = append(list, r) }})
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

func TestALibraryInAPageNamesItselfBesideTheBrowser(t *testing.T) {
	t.Parallel()
	for _, names := range [][2]string{{"User-Agent", "x-ms-useragent"}, {"X-MS-UserAgent", "user-agent"}} {
		header := rest.Header{{Name: names[0], Value: names[0]}, {Name: names[1], Value: names[1]},
			{Name: "Accept", Value: "application/json"}}
		list := told(t, rest.TableService, header)
		if len(list) != 1 || !strings.EqualFold(list[0].From.Agent, "x-ms-useragent") {
			t.Errorf("%v: told %+v, want the name of the library", names, list)
		}
	}
}

func TestRequestsToOtherServicesAreNotTold(t *testing.T) {
	t.Parallel()
	if list := told(t, rest.QueueService, nil); len(list) > 0 {
		t.Errorf("told = %s", fmt.Sprint(list))
	}
}

// watching is what tests look at in the answer of /-/watch.
type watching struct {
	Recording bool
	Elapsed   int
	Calls     int
	Sums      struct{ Read, Returned int }
	Shapes    []struct {
		Table, Does, Text, Class string
		Write                    bool
		Calls, Read, MostRead    int
		Samples                  []struct{ N, Record, Read int }
	}
	Findings []struct {
		Rule   string
		Shapes []int
		Tried  bool
		Before struct{ Read int }
		After  struct{ Read int }
		Form   []struct{ Target string }
	}
}

// watch sends a request to /-/watch, with a body in place of a look.
func watch(t *testing.T, e *control.Handler, body map[string]any) (w watching) {
	t.Helper()
	method := "POST"
	if body == nil {
		method = "GET"
	}
	ok(t, e, method, "/-/watch", body, &w)
	return w
}

// sendTable sends a request to the tables.
func sendTable(t *testing.T, e *control.Handler, method, path, query, body string) {
	t.Helper()
	r, err := rest.PathStyle(rest.TableService, method, "http://127.0.0.1:10002/devstoreaccount1/"+path)
	if err != nil {
		t.Fatal(err)
	}
	r.Query, r.Body = query, []byte(body)
	r.Header = rest.Header{{Name: "Content-Type", Value: "application/json"}, {Name: "Accept", Value: "application/json"},
		{Name: "User-Agent", Value: "shop/1"}}
	if res := e.Serve(t.Context(), r); res.Status >= 300 {
		t.Fatalf("%s %s = %d %s", method, path, res.Status, res.Text())
	}
}

func TestWhatAProgramDoesIsRecordedUntilItIsStopped(t *testing.T) {
	t.Parallel()
	e := open(t)
	if w := watch(t, e, nil); w.Recording || w.Calls != 0 || len(w.Shapes) != 0 {
		t.Errorf("before anything is recorded: %+v", w)
	}
	sendTable(t, e, "POST", "Tables", "", `{"TableName":"Customers"}`)
	watch(t, e, map[string]any{"record": true, "clear": true})
	for i := range 160 {
		sendTable(t, e, "POST", "Customers", "", fmt.Sprintf(
			`{"PartitionKey":"p%d","RowKey":"c%02d","Email":"c%d@example.com"}`, i%4, i, i))
	}
	for i := range 30 {
		sendTable(t, e, "GET", "Customers()", fmt.Sprintf("$filter=Email%%20eq%%20'c%d@example.com'", 5*i), "")
	}
	e.Clock().Advance(2_000_000_000)
	w := watch(t, e, map[string]any{"examine": true})
	if !w.Recording || w.Elapsed != 2000 || w.Calls != 190 || w.Sums.Read != 4800 || w.Sums.Returned != 30 {
		t.Errorf("recorded %+v, want 190 requests that read 4800 and return 30, in 2 s", w)
	}
	if len(w.Shapes) != 2 || !w.Shapes[0].Write || w.Shapes[1].Text != "Email = ?" || w.Shapes[1].Class != "tableScan" ||
		w.Shapes[1].Calls != 30 || w.Shapes[1].MostRead != 160 || w.Shapes[1].Samples[0].Record != 161 {
		t.Errorf("shapes = %+v", w.Shapes)
	}
	found := false
	for _, f := range w.Findings {
		if f.Rule == "scan-then-filter" {
			found = f.Tried && f.Shapes[0] == 1 && f.Before.Read == 4800 && f.After.Read < 4800
		}
	}
	if !found {
		t.Errorf("findings = %+v, want the scan, with what was tried in its place", w.Findings)
	}
	watch(t, e, map[string]any{"record": false})
	sendTable(t, e, "GET", "Customers()", "", "")
	if w = watch(t, e, nil); w.Recording || w.Calls != 190 || w.Elapsed != 2000 {
		t.Errorf("after the end of the recording: %+v", w)
	}
	w = watch(t, e, map[string]any{"record": true, "clear": true})
	if !w.Recording || w.Calls != 0 || len(w.Findings) > 0 {
		t.Errorf("after it was cleared: %+v", w)
	}
}

func TestALogIsReadInSlices(t *testing.T) {
	t.Parallel()
	for name, file := range golden.Files(t, "accesslog/testdata/logs.txt") {
		e, text := open(t), file.Data
		ok(t, e, "PUT", "/-/watchlog", nil, nil)
		var out struct {
			Requests, Skipped, Busiest int
			From                       string
			Watched                    *watching
		}
		for at := 0; at < len(text); at += 100 {
			end := min(at+100, len(text))
			path := fmt.Sprintf("/-/watchlog?last=%t", end == len(text))
			ok(t, e, "POST", path, text[at:end], &out)
		}
		if out.Requests != 5 || out.Skipped != 1 || out.Busiest != 5 || !strings.Contains(out.From, "T14:03:02") ||
			out.Watched == nil || out.Watched.Calls != 5 || len(out.Watched.Shapes) != 5 {
			t.Errorf("%s: %+v", name, out)
		}
	}
}

func TestWhatIsNoLogIsRefused(t *testing.T) {
	t.Parallel()
	e := open(t)
	for _, text := range []string{"a,b\n1,2\n", "hello", strings.Repeat("x", 1<<17)} {
		ok(t, e, "PUT", "/-/watchlog", nil, nil)
		if status := status(t, e, "POST", "/-/watchlog?last=true", text); status != 400 {
			t.Errorf("%.10q = %d, want 400", text, status)
		}
	}
	if status := status(t, e, "POST", "/-/watchlog?last=true", "x"); status != 400 {
		t.Errorf("a slice of no log = %d, want 400", status)
	}
}
