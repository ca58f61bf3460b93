package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
	"rowkey/engine/explain"
	"rowkey/engine/rest"
	"rowkey/engine/script"
	"rowkey/engine/table"
	"rowkey/engine/trail"
)

// people is a table with four entities in two partitions.
const people = `### Create
POST /Tables

{"TableName": "People"}

### Fill
# @loop for 4
POST /People

{"PartitionKey": "P{{$mod $index 2}}", "RowKey": "{{$pad $index 2}}", "Age": {{$add 30 $index}}, ` +
	`"Big": "5", "Big@odata.type": "Edm.Int64"}
`

func TestARunIsShownInSteps(t *testing.T) {
	e := open(t)
	var started struct {
		ID          string
		Blocks      []struct{ Title string }
		Diagnostics []struct{ Message string }
	}
	source := map[string]any{"name": "a.http",
		"text": "# @setup ./p.http\n\n### Read\nGET /People()?$top=3\n\n### Two\nMERGE /People(PartitionKey='P0'," +
			"RowKey='00')\n\n{\"Age\": 1}\n",
		"files": map[string]string{"p.http": people}}
	ok(t, e, "POST", "/-/scripts", source, &started)
	if len(started.Blocks) != 3 || started.Blocks[1].Title != "Read" || len(started.Diagnostics) != 1 {
		t.Errorf("POST scripts = %+v, want three blocks and one warning", started)
	}
	var first, second progress
	ok(t, e, "POST", "/-/scripts/"+started.ID+"/next", nil, &first)
	if len(first.Exchanges) != 1 || first.Done || first.Counters.Requests != 1 {
		t.Fatalf("the first step shows %d exchanges, done = %v, %d requests, want one visible",
			len(first.Exchanges), first.Done, first.Counters.Requests)
	}
	rec := first.Exchanges[0].Record
	if rec.Plan.Class != "tableScan" || rec.Returned != 3 || rec.Token == nil || rec.Token.Row != "03" {
		t.Errorf("record = %+v, want a table scan whose next page begins at 03", rec)
	}
	ok(t, e, "POST", "/-/scripts/"+started.ID+"/next?max=5", nil, &second)
	if len(second.Exchanges) != 1 || !second.Done {
		t.Fatalf("the second step shows %d exchanges, done = %v, want the last", len(second.Exchanges), second.Done)
	}
	change := second.Exchanges[0].Record.Changes[0]
	if change.Before["Age"] != 30.0 || change.After["Age"] != 1.0 || change.After["Big@odata.type"] != "Edm.Int64" {
		t.Errorf("change = %+v, want Age 30 before and 1 after, with types", change)
	}
}

func TestALaterRunContinues(t *testing.T) {
	e := open(t)
	text := "# @setup p.http\n### One\n# @name one\nGET /People(PartitionKey='P0',RowKey='00')\n### Two\nGET " +
		"/People(PartitionKey='{{one.response.body.PartitionKey}}',RowKey='02')\n"
	source := map[string]any{"name": "a.http", "text": text, "files": map[string]string{"p.http": people},
		"blocks": []int{1}}
	var started struct{ ID string }
	var p progress
	ok(t, e, "POST", "/-/scripts", source, &started)
	ok(t, e, "POST", "/-/scripts/"+started.ID+"/next?max=9", nil, &p)
	source["blocks"], source["continue"] = []int{2}, started.ID
	ok(t, e, "POST", "/-/scripts", source, &started)
	ok(t, e, "POST", "/-/scripts/"+started.ID+"/next?max=9", nil, &p)
	if len(p.Exchanges) != 1 || p.Exchanges[0].Status != 200 || p.Exchanges[0].Problem != nil {
		t.Errorf("the second run = %+v, want the answer of block 2 alone", p.Exchanges)
	}
}

func TestParseAnswersWithOffsets(t *testing.T) {
	got := string(ok(t, open(t), "POST", "/-/parse", map[string]any{"name": "a", "text": "GET /é 1\n# ?? status = 1\n"},
		nil))
	want := `{"blocks":[{"index":0,"title":"","name":"","batch":"","client":"","line":1,"from":0,"to":24,"firstLine":1,` +
		`"lastLine":2,"method":"GET","checks":0}],` +
		`"tokens":[[0,3,"verb"],[4,8,"url"],[9,11,"com"],[11,13,"ask"],[13,24,"askb"]],` +
		"\"diagnostics\":[{\"from\":21,\"to\":22,\"line\":2,\"severity\":\"error\",\"message\":\"`?? status = 1`: unknown " +
		"comparison \\\"=\\\". Use \\\"==\\\".\"," +
		`"sentences":[{"code":"in-assertion","params":["status = 1"]},{"code":"unknown-comparison","params":["="]},` +
		`{"code":"use-instead","params":["=="]}],` +
		`"replacement":"==","fix":"Fix","label":[{"code":"fix","params":[]}]}]}`
	if got != want {
		t.Errorf("POST parse =\n%s, want\n%s", got, want)
	}
}

func TestControlRefusesWhatItCannotRead(t *testing.T) {
	e := open(t)
	id, _ := play(t, e, "GET /Tables\n", nil)
	tests := []struct {
		name, method, path, body string
		status                   int
		message                  string
	}{
		{"no-json", "POST", "/-/parse", "{", 400, "the body cannot be read: the text is not JSON at byte 1"},
		{"another-type", "POST", "/-/scripts", `{"text":1}`, 400, "the body cannot be read: text is not a string"},
		{"a-list-of-texts-for-blocks", "POST", "/-/scripts", `{"blocks":["1"]}`, 400,
			"the body cannot be read: blocks is not a list of whole numbers"},
		{"an-unknown-path", "GET", "/-/nothing", "", 404, "there is no control request GET /-/nothing"},
		{"an-unknown-method", "DELETE", "/-/tables", "", 404, "there is no control request DELETE /-/tables"},
		{"a-path-that-is-too-long", "GET", "/-/tables/a/b/c", "", 404, "there is no control request GET /-/tables/a/b/c"},
		{"an-unknown-run", "POST", "/-/scripts/99/next", "", 404, "run 99 is no longer kept: run the script again"},
		{"a-run-without-a-number", "POST", "/-/scripts//next", "", 404, "run  is no longer kept: run the script again"},
		{"a-wrong-max", "POST", "/-/scripts/" + id + "/next?max=0", "", 400, `max must be a number from 1, not "0"`},
		{"an-unknown-run-to-judge", "POST", "/-/judge", `{"check":"","session":"99"}`, 404,
			"run 99 is no longer kept: run the script again"},
		{"a-missing-table", "GET", "/-/tables/Nothing/partitions", "", 404, "The table specified does not exist."},
		{"entities-of-a-missing-table", "GET", "/-/tables/Nothing/entities?partition=a", "", 404,
			"The table specified does not exist."},
		{"a-record-that-is-not-kept", "GET", "/-/ledger/99/keyline", "", 404,
			"the ledger has no request 99 that reads a table"},
		{"no-snapshot", "PUT", "/-/snapshot", "hello", 400, "this is not a snapshot"},
		{"a-damaged-snapshot", "PUT", "/-/snapshot", "rowkey-1\n{\"now\":1}\nhello", 400,
			"this is not a snapshot: load snapshot: store: not a snapshot"},
		{"time-that-runs-backwards", "POST", "/-/clock", `{"advance":-1}`, 400,
			"the body cannot be read: advance is not a whole number from 0 on"},
		{"a-wrong-date", "POST", "/-/reset", `{"now":"soon"}`, 400,
			"now: a date-time is written 2026-01-31T23:59:59.1234567Z"},
		{"a-wrong-option", "PUT", "/-/options", `{"pageReads":"many"}`, 400,
			"the body cannot be read: pageReads is not a whole number from 0 on"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, b := call(t, e, test.method, test.path, test.body)
			var got struct{ Error struct{ Message string } }
			if err := json.Unmarshal(b, &got); err != nil {
				t.Fatalf("%v in %s", err, b)
			}
			if status != test.status || !strings.HasPrefix(got.Error.Message, test.message) {
				t.Errorf("answer = %d %q, want %d %q", status, got.Error.Message, test.status, test.message)
			}
		})
	}
}

func TestAPlainServerHasNoControl(t *testing.T) {
	e, err := control.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	if status, _ := call(t, e, "GET", "/-/version", nil); status == 200 {
		t.Error("GET /-/version = 200 on a plain server")
	}
}

// Finding D4, and a third way: below an account /-/ is a path of the service.
func TestControlIsReachedBelowTheOriginOnly(t *testing.T) {
	e := open(t)
	for _, url := range []string{
		"/-/version", "http://127.0.0.1:10002/-/version", "https://demo.table.core.windows.net/-/version",
	} {
		r, err := control.Request("GET", url)
		if err != nil {
			t.Fatal(err)
		}
		if resp := e.Serve(t.Context(), r); string(resp.Body) != `{"version":"dev"}` {
			t.Errorf("GET %s = %d %s, want the version", url, resp.Status, resp.Body)
		}
	}
	const host = "http://127.0.0.1:10002"
	for _, url := range []string{
		host + "/-/version", host + "/--secondary/version", host + "/devstoreaccount1/-/version", host + "//-/version",
		"http://-.table.localhost:10002/version", "http://--secondary.table.localhost:10002/version",
		"http://devstoreaccount1.table.localhost:10002/-/version", "http://devstoreaccount1.table.localhost:10002/version",
	} {
		r, err := rest.Locate(rest.TableService, "GET", url)
		if err != nil {
			continue
		}
		if resp := e.Serve(t.Context(), r); resp.Status == 200 || strings.Contains(string(resp.Body), "version\":") {
			t.Errorf("GET %s as a request to the service = %d %s, want a refusal of the service", url, resp.Status, resp.Body)
		}
	}
}

// ENG-Q10: the interval of the index, and why.
func TestPlanExplainsAFilter(t *testing.T) {
	e := open(t)
	got := string(ok(t, e, "POST", "/-/plan", `{"filter":"PartitionKey eq 'a' and Age gt 3"}`, nil))
	want := `{"plan":{"class":"partitionScan","reason":"otherProperty","low":{"partition":"a","row":""},"high":`
	if !strings.HasPrefix(got, want) {
		t.Errorf("POST plan = %s, want it to begin with %s", got, want)
	}
	status, b := call(t, e, "POST", "/-/plan", `{"filter":"Name eq '😀' an"}`)
	if status != 400 || !bytes.Contains(b, []byte(`"position":13`)) {
		t.Errorf("POST plan = %d %s, want 400 with the position 13", status, b)
	}
}

func TestTheDataPanelPages(t *testing.T) {
	e := open(t)
	play(t, e, people, nil)
	got, want := string(ok(t, e, "GET", "/-/tables/people/partitions", nil,
		nil)), `[{"name":"P0","n":2,"bytes":104},{"name":"P1","n":2,"bytes":104}]`
	if got != want {
		t.Errorf("partitions = %s, want %s", got, want)
	}
	var page struct {
		Entities []map[string]any
		More     bool
	}
	ok(t, e, "GET", "/-/tables/People/entities?partition=P1&top=1", nil, &page)
	if len(page.Entities) != 1 || !page.More || page.Entities[0]["RowKey"] != "01" ||
		page.Entities[0]["odata.etag"] != nil {
		t.Errorf("the first page = %+v, want 01 without odata members, and more", page)
	}
	ok(t, e, "GET", "/-/tables/People/entities?partition=P1&after=01&top=1", nil, &page)
	if len(page.Entities) != 1 || page.More || page.Entities[0]["RowKey"] != "03" {
		t.Errorf("the second page = %+v, want 03 and no more", page)
	}
	figures := func() string { return string(ok(t, e, "GET", "/-/tables", nil, nil)) }
	before := figures()
	if !strings.Contains(before, `"name":"People","entities":4,"partitions":2,"bytes":`) || figures() != before {
		t.Errorf("tables = %s, then %s", before, figures())
	}
	play(t, e, "DELETE /People(PartitionKey='P0',RowKey='00')\nIf-Match: *\n", nil)
	if after := figures(); !strings.Contains(after, `"entities":3`) {
		t.Errorf("tables = %s after a delete, want 3 entities", after)
	}
}

// ENG-M1: each request leaves a record. ENG-M2: the ledger adds them up.
func TestTheLedgerKeepsWhatWasVisible(t *testing.T) {
	e := open(t)
	_, run := play(t, e, "# @setup p.http\n###\n# @follow\nGET /People()?$top=1\n", map[string]string{"p.http": people})
	var ledger struct {
		Records []struct{ ID, Pages, Transactions int }
		Sum     struct{ Requests, Transactions int }
	}
	ok(t, e, "GET", "/-/ledger", nil, &ledger)
	if len(ledger.Records) != 1 || ledger.Records[0].Transactions != 4 || ledger.Sum.Transactions != 4 ||
		ledger.Records[0].ID != run.Exchanges[0].Record.ID {
		t.Errorf("ledger = %+v, want one record of four pages", ledger)
	}
	var line struct {
		Total int
		Parts []struct {
			Name string
			Hits []int
		}
	}
	ok(t, e, "GET", fmt.Sprintf("/-/ledger/%d/keyline", ledger.Records[0].ID), nil, &line)
	if line.Total != 4 || len(line.Parts) != 2 || len(line.Parts[0].Hits) != 2 || len(line.Parts[1].Hits) != 2 {
		t.Errorf("key line = %+v, want both partitions with two hits each", line)
	}
	r, err := control.Request("GET", "http://127.0.0.1:10002/devstoreaccount1/People()")
	if err != nil {
		t.Fatal(err)
	}
	e.Serve(t.Context(), r)
	ok(t, e, "GET", "/-/ledger", nil, &ledger)
	if len(ledger.Records) != 2 {
		t.Errorf("the ledger has %d records, want one more for a request without a script", len(ledger.Records))
	}
}

func TestLongPagesAreShownFromTheirBeginning(t *testing.T) {
	e := open(t)
	const long = "@text = " + "0123456789012345678901234567890123456789012345678901234567890123456789\n"
	play(t, e, "POST /Tables\n\n{\"TableName\": \"Long\"}\n\n###\n"+long+"# @loop for 40\nPOST /Long\n\n"+
		`{"PartitionKey": "a", "RowKey": "{{$pad $index 2}}", "T": "`+strings.Repeat("{{text}}", 450)+`"}`+"\n", nil)
	_, run := play(t, e, "# @follow\nGET /Long()?$top=20\n\n# ?? count == 40\n", nil)
	x := run.Exchanges[0]
	if n := len(x.Wire[0].Response.Body); n > 20_000 || len(x.Body) < 1<<20 {
		t.Errorf("the first page has %d bytes and the body %d, want a short page and the whole body", n, len(x.Body))
	}
}

// Not parallel, for it looks at the memory of the process. The ledger keeps more requests than their bodies.
func TestBodiesOfMeasuredRequestsDoNotPileUp(t *testing.T) {
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	held := func() (m runtime.MemStats) {
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m
	}
	before := held()
	for range 100 {
		body := `{"PartitionKey":"p","RowKey":"` + strings.Repeat("x", 1<<20) + `"}`
		e.Serve(t.Context(), toService(t, rest.TableService, "POST", "/Missing", body))
	}
	after := held()
	if more := int64(after.HeapAlloc) - int64(before.HeapAlloc); more > 2*trail.MostBytes {
		t.Errorf("%d bytes are held after 100 requests of a megabyte, want at most %d", more, 2*trail.MostBytes)
	}
	runtime.KeepAlive(e)
}

// An editor asks for the words of the language; the lists are those of the parser.
func TestTheWordsOfTheLanguageAreAnsweredAsData(t *testing.T) {
	var got script.Vocabulary
	ok(t, open(t), "GET", "/-/words", nil, &got)
	want := script.Words()
	for name, lists := range map[string][2][]string{
		"helpers": {got.Helpers, want.Helpers}, "variables": {got.Variables, want.Variables},
		"queries":  {got.Queries, want.Queries},
		"counters": {got.Counters, want.Counters}, "predicates": {got.Predicates, want.Predicates},
		"methods": {got.Methods, want.Methods},
		"headers": {got.Headers, want.Headers}, "types": {got.Types, want.Types},
		"classes": {got.Classes, want.Classes}, "operators": {got.Operators, want.Operators},
	} {
		if len(lists[0]) == 0 || !slices.Equal(lists[0], lists[1]) {
			t.Errorf("%s = %v, want %v", name, lists[0], lists[1])
		}
	}
	if len(got.Keys) != len(want.Keys) {
		t.Fatalf("%d keys, want %d", len(got.Keys), len(want.Keys))
	}
	for i, key := range got.Keys {
		if key.Name != want.Keys[i].Name || !slices.Equal(key.Words, want.Keys[i].Words) {
			t.Errorf("key %d = %+v, want %+v", i, key, want.Keys[i])
		}
	}
}

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

func TestExtremesAreThoseOfTheEntitiesThatAreStored(t *testing.T) {
	t.Parallel()
	e := open(t)
	long := strings.Repeat("ł", 100)
	play(t, e, `POST /Tables

{"TableName":"Empty"}

###
POST /Tables

{"TableName":"People"}

###
POST /People

{"PartitionKey":"a","RowKey":"`+long+`","A":1,"B":2,"C":3}

###
POST /People

{"PartitionKey":"a","RowKey":"b","Text":"`+long+long+`"}
`, nil)
	var got []table.Extremes
	ok(t, e, "GET", "/-/extremes", nil, &got)
	first, second := explain.Key{Partition: "a", Row: long}, explain.Key{Partition: "a", Row: "b"}
	want := table.Extremes{
		Name: "People", Key: table.Extreme{N: 200, Key: first}, Properties: table.Extreme{N: 3, Key: first},
		Value: table.Extreme{N: 400, Key: second}, Entity: table.Extreme{N: 4 + 4 + 8 + 2*4 + 4 + 400, Key: second},
	}
	if len(got) != 2 || got[0] != (table.Extremes{Name: "Empty"}) || got[1] != want {
		t.Errorf("GET /-/extremes = %+v, want an empty table and %+v", got, want)
	}
}

func TestAClusterCanBeTakenAway(t *testing.T) {
	t.Parallel()
	e := open(t)
	nodes := func() string { return string(ok(t, e, "GET", "/-/nodes", nil, nil)) }
	before := nodes()
	ok(t, e, "PUT", "/-/options", `{"cluster":{"nodes":2}}`, nil)
	if nodes() == before {
		t.Fatalf("with the option cluster the nodes are %s", before)
	}
	ok(t, e, "PUT", "/-/options", `{"single":true}`, nil)
	if got := nodes(); got != before {
		t.Errorf("with the option single the nodes are %s, want %s", got, before)
	}
	if status, _ := call(t, e, "PUT", "/-/options", `{"single":3}`); status != 400 {
		t.Errorf("PUT /-/options with a number as single = %d, want 400", status)
	}
}

// named finds the ids of capabilities. "ENG-U4-U5" names the first; a test of several names each in full.
var named = regexp.MustCompile(`ENG-[A-Z]+\d+`)

// TestEveryCapabilityHasATestThatNamesIt reads the names, and in tests also the text, of everything that
// is run: Go and browser tests, and the scripts below testdata.
func TestEveryCapabilityHasATestThatNamesIt(t *testing.T) {
	found := map[string]bool{}
	for _, dir := range []string{".", "../serve", "../site/app", "../site/e2e", "../tutorials"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			collect(t, found, path)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("testdata/capabilities.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		id, what, ok := strings.Cut(line, " ")
		if !ok || !named.MatchString(id) {
			continue
		}
		if n++; !found[id] {
			t.Errorf("no test names %s: %s", id, what)
		}
	}
	if n != 99 {
		t.Errorf("%d capabilities are listed, want 99", n)
	}
}

func collect(t *testing.T, found map[string]bool, path string) {
	t.Helper()
	names := path
	isTest := strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".test.ts") ||
		strings.HasSuffix(path, ".test.mjs")
	if isTest ||
		strings.Contains(path, "testdata") && filepath.Base(path) != "capabilities.txt" && !strings.HasSuffix(path, ".json") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		names += string(text)
	} else if !strings.Contains(path, "testdata") {
		return
	}
	for _, id := range named.FindAllString(names, -1) {
		found[id] = true
	}
}
