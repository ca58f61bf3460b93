package server

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rowkey/engine/control"
	"rowkey/engine/rest"
	"rowkey/serve/data"
	"rowkey/serve/servetest"
)

// operation is one operation of a service as a request. In the path {id} and {receipt} are those of the message that
// was taken last.
type operation struct {
	name, request, body string
	changes             bool
	fields              []string
}

const (
	entityPath   = "/people(PartitionKey='a',RowKey='1')"
	queueMessage = "<QueueMessage><MessageText>x</MessageText></QueueMessage>"
	noPolicies   = "<SignedIdentifiers />"
	anyTag       = "If-Match: *"
	copySource   = "x-ms-copy-source: http://127.0.0.1:1/devstoreaccount1/files/a"
	leaseID      = "11111111-2222-3333-4444-555555555555"
	acquire      = "x-ms-lease-action: acquire"
)

// operations are all that the services have, in an order in which each of them succeeds. "properties" and "stats" stand
// for those of each service.
var operations = map[rest.Service][]operation{
	rest.TableService: {
		{"CreateTable", "POST /Tables", `{"TableName":"people"}`, true, nil},
		{"QueryTables", "GET /Tables", "", false, nil},
		{"SetTableACL", "PUT /people?comp=acl",
			"<SignedIdentifiers><SignedIdentifier><Id>a</Id></SignedIdentifier></SignedIdentifiers>", true,
			[]string{"Accept: application/xml"}},
		{"GetTableACL", "GET /people?comp=acl", "", false, nil},
		{"InsertEntity", "POST /people", `{"PartitionKey":"a","RowKey":"1"}`, true, nil},
		{"InsertOrReplaceEntity", "PUT " + entityPath, `{"N":1}`, true, nil},
		{"InsertOrMergeEntity", "PATCH " + entityPath, `{"M":1}`, true, nil},
		{"UpdateEntity", "PUT " + entityPath, `{"N":2}`, true, []string{anyTag}},
		{"MergeEntity", "MERGE " + entityPath, `{"M":2}`, true, []string{anyTag}},
		{"GetEntity", "GET " + entityPath, "", false, nil},
		{"QueryEntities", "GET /people()", "", false, nil},
		{"EntityGroupTransaction", "POST /$batch",
			servetest.BatchBody("", "people", []string{`{"PartitionKey":"a","RowKey":"2"}`}), true,
			[]string{servetest.BatchType}},
		{"DeleteEntity", "DELETE " + entityPath, "", true, []string{anyTag}},
		{"DeleteTable", "DELETE /Tables('people')", "", true, nil},
		{"Set.ServiceProperties", "PUT /?restype=service&comp=properties",
			"<StorageServiceProperties><Cors /></StorageServiceProperties>", true, nil},
		{"Get.ServiceProperties", "GET /?restype=service&comp=properties", "", false, nil},
		{"Get.ServiceStats", "GET -secondary/?restype=service&comp=stats", "", false, nil},
		{"Preflight.Request", "OPTIONS /people", "", false,
			[]string{"Origin: http://a.example", "Access-Control-Request-Method: GET"}},
	},
	rest.QueueService: {
		{"CreateQueue", "PUT /tasks", "", true, nil},
		{"ListQueues", "GET /?comp=list", "", false, nil},
		{"SetQueueMetadata", "PUT /tasks?comp=metadata", "", true, []string{"x-ms-meta-a: 1"}},
		{"GetQueueMetadata", "GET /tasks?comp=metadata", "", false, nil},
		{"SetQueueACL", "PUT /tasks?comp=acl",
			"<SignedIdentifiers><SignedIdentifier><Id>a</Id></SignedIdentifier></SignedIdentifiers>", true, nil},
		{"GetQueueACL", "GET /tasks?comp=acl", "", false, nil},
		{"PutMessage", "POST /tasks/messages", queueMessage, true, nil},
		{"PeekMessages", "GET /tasks/messages?peekonly=true", "", false, nil},
		{"GetMessages", "GET /tasks/messages", "", true, nil},
		{"UpdateMessage", "PUT /tasks/messages/{id}?popreceipt={receipt}&visibilitytimeout=0", queueMessage, true, nil},
		{"GetMessages", "GET /tasks/messages?visibilitytimeout=604800&numofmessages=32", "", true, nil},
		{"DeleteMessage", "DELETE /tasks/messages/{id}?popreceipt={receipt}", "", true, nil},
		{"PutMessage", "POST /tasks/messages", queueMessage, true, nil},
		{"ClearMessages", "DELETE /tasks/messages", "", true, nil},
		{"DeleteQueue", "DELETE /tasks", "", true, nil},
	},
	rest.BlobService: {
		{"CreateContainer", "PUT /files?restype=container", "", true, nil},
		{"ListContainers", "GET /?comp=list", "", false, nil},
		{"SetContainerMetadata", "PUT /files?restype=container&comp=metadata", "", true, []string{"x-ms-meta-a: 1"}},
		{"GetContainerMetadata", "GET /files?restype=container&comp=metadata", "", false, nil},
		{"SetContainerACL", "PUT /files?restype=container&comp=acl", noPolicies, true, nil},
		{"GetContainerACL", "GET /files?restype=container&comp=acl", "", false, nil},
		{"GetContainerProperties", "GET /files?restype=container", "", false, nil},
		{"PutBlob", "PUT /files/a", "text", true, []string{"x-ms-blob-type: BlockBlob"}},
		{"SetBlobMetadata", "PUT /files/a?comp=metadata", "", true, []string{"x-ms-meta-a: 1"}},
		{"SetBlobProperties", "PUT /files/a?comp=properties", "", true, nil},
		{"GetBlob", "GET /files/a", "", false, nil},
		{"GetBlobMetadata", "GET /files/a?comp=metadata", "", false, nil},
		{"GetBlobProperties", "HEAD /files/a", "", false, nil},
		{"PutBlock", "PUT /files/a?comp=block&blockid=QUFBQQ==", "text", true, nil},
		{"PutBlockList", "PUT /files/a?comp=blocklist", "<BlockList><Latest>QUFBQQ==</Latest></BlockList>", true, nil},
		{"GetBlockList", "GET /files/a?comp=blocklist", "", false, nil},
		{"ListBlobs", "GET /files?restype=container&comp=list", "", false, nil},
		{"PutBlob", "PUT /files/log", "", true, []string{"x-ms-blob-type: AppendBlob"}},
		{"AppendBlock", "PUT /files/log?comp=appendblock", "text", true, nil},
		{"CopyBlob", "PUT /files/b", "", true, []string{copySource}},
		{"AbortCopyBlob", "PUT /files/b?comp=copy&copyid=" + leaseID, "", true, []string{"x-ms-copy-action: abort"}},
		{"CopyBlobFromURL", "PUT /files/c", "", true, []string{copySource, "x-ms-requires-sync: true"}},
		{"PutBlobFromURL", "PUT /files/d", "", true, []string{copySource, "x-ms-blob-type: BlockBlob"}},
		{"LeaseBlob", "PUT /files/d?comp=lease", "", true, []string{acquire, "x-ms-lease-duration: 15"}},
		{"DeleteBlob", "DELETE /files/a", "", true, nil},
		{"LeaseContainer", "PUT /files?restype=container&comp=lease", "", true,
			[]string{acquire, "x-ms-lease-duration: 15", "x-ms-proposed-lease-id: " + leaseID}},
		{"DeleteContainer", "DELETE /files?restype=container", "", true, []string{"x-ms-lease-id: " + leaseID}},
		{"GetAccountInformation", "GET /?restype=account&comp=properties", "", false, nil},
	},
}

// target returns method and path.
func (o *operation) target(message []string) (method, path string) {
	method, path, _ = strings.Cut(o.request, " ")
	if len(message) == 3 {
		path = strings.NewReplacer("{id}", message[1], "{receipt}", url.QueryEscape(message[2])).Replace(path)
	}
	return method, path
}

// made returns the request as a program would send it, to a host. Without what a program would add, a page could send
// it unless the method gives it away.
func (o *operation) made(host string, message []string, fields ...string) *http.Request {
	method, path := o.target(message)
	r := httptest.NewRequest(method, "http://"+host+"/devstoreaccount1"+path, strings.NewReader(o.body))
	for _, field := range fields {
		name, value, _ := strings.Cut(field, ": ")
		r.Header.Set(name, value)
	}
	return r
}

var takenMessage = regexp.MustCompile(`<MessageId>([^<]*)</MessageId>.*<PopReceipt>([^<]*)</PopReceipt>`)

// eachOperation runs all operations as their owner does, and calls f before each with a copy of what it needs.
func eachOperation(t *testing.T, o *options, f func(rest.Service, *operation, []string), after func(*operation, bool)) {
	e, closeEngine, err := data.Open(o.data, o.engine)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeEngine() })
	for service, list := range operations {
		var message []string
		endpoint := newEndpoint(o, service, e)
		for i := range list {
			op := &list[i]
			f(service, op, message)
			before := whatIsStored(t, e)
			fields := append([]string{"X-Explain: 1", "Accept: application/json"}, op.fields...)
			if strings.HasPrefix(op.body, "{") {
				fields = append(fields, "Content-Type: application/json")
			}
			w := httptest.NewRecorder()
			endpoint.ServeHTTP(w, op.made("127.0.0.1:1", message, fields...))
			checkRan(t, service, op, w)
			if m := takenMessage.FindStringSubmatch(w.Body.String()); m != nil {
				message = m
			}
			after(op, changed(t, e, before))
		}
	}
}

func changed(t *testing.T, e *control.Handler, before string) bool {
	return whatIsStored(t, e) != before
}

// refused are operations that are refused here: there are no rules for pages, and no copy is ever pending.
var refused = map[string]bool{"Preflight.Request": true, "AbortCopyBlob": true}

// checkRan fails unless the operation was the one that its name says, and succeeded.
func checkRan(t *testing.T, service rest.Service, op *operation, w *httptest.ResponseRecorder) {
	t.Helper()
	word := map[rest.Service]string{rest.TableService: "Table", rest.QueueService: "Queue",
		rest.BlobService: "Blob"}[service]
	name := strings.Replace(op.name, ".", word, 1)
	record := strings.Join(w.Header()["X-Explain"], "")
	if !strings.Contains(record, `"op":"`+name+`"`) || w.Code >= 300 && !refused[op.name] {
		t.Errorf("%s %s: %d %s, record %s", op.name, op.request, w.Code, w.Body, record)
	}
}

// TestTheListOfOperationsIsComplete compares it with the names that the sources give to records.
func TestTheListOfOperationsIsComplete(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	for _, list := range operations {
		for _, op := range list {
			listed[op.name] = true
		}
	}
	noted := regexp.MustCompile(`NoteOperation\("(\w+)"(?:\+[\w.()]+\+"(\w+)")?|return "(\w+Entity)"`)
	n := 0
	for _, folder := range []string{"rest", "rest/odata", "rest/storage"} {
		files, err := filepath.Glob("../../engine/" + folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range noted.FindAllStringSubmatch(string(text), -1) {
				name := m[1] + m[3]
				if m[2] != "" {
					name += "." + m[2]
				}
				if n++; !listed[name] {
					t.Errorf("%s: the operation %s is not in the list", file, name)
				}
			}
		}
	}
	if n < 50 {
		t.Errorf("found %d operations in the sources, want 50 or more", n)
	}
}

// Finding F2: a browser tells where a request comes from only if it trusts the address. To another one, an image may
// take messages without a word about its page. Whoever reads the list sees which operations change something; that
// they do, and no other, the store says.
func TestNoOperationChangesAnythingForAPageThatIsNotNamed(t *testing.T) {
	t.Parallel()
	const loopback, other = "127.0.0.1:1", "mybox:1"
	o, err := parse([]string{"-auth", "trust", "-control", "-hosts", "mybox"}, "", &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	g := newGuard(&o)
	passes := func(service rest.Service, r *http.Request) bool {
		passed := false
		next := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed = true })
		g.protect(loopback, service, next).ServeHTTP(httptest.NewRecorder(), r)
		return passed
	}
	ask := func(service rest.Service, op *operation, message []string) {
		method, _ := op.target(message)
		silent := method == "GET" || method == "HEAD" || method == "POST" // a page of any site may send it unasked
		for host, fields := range map[string][]string{
			loopback: nil, "localhost:1": nil, "a.localhost": nil, "[::1]:1": nil, "127.8.8.8": nil,
			other: nil, "a.mybox:1": nil, "192.168.1.20:1": nil, "0.0.0.0:1": nil,
			"[fe80::1]:1": nil, "[::ffff:127.0.0.1]:1": nil,
			"MYBOX": {"Content-Type: text/plain; charset=x"}, "mybox:2": {"Content-Type: multipart/form-data; boundary=b"},
			"mybox:3": {"Content-Type: application/x-www-form-urlencoded", "User-Agent: curl/8", "Accept: */*",
				"Referer: http://evil.example/"},
		} {
			trusted := map[string]bool{loopback: true, "localhost:1": true, "a.localhost": true, "[::1]:1": true,
				"127.8.8.8": true}[host]
			if got, want := passes(service, op.made(host, message, fields...)), trusted || !op.changes || !silent; got != want {
				t.Errorf("%s at %s with %q: passes %t, want %t", op.request, host, fields, got, want)
			}
		}
		for _, proof := range []string{"x-ms-version: 2021-12-02", "x-ms-date: now", "Content-Type: application/json",
			"Content-Type: multipart/mixed; boundary=b"} {
			if !passes(service, op.made(other, message, proof)) {
				t.Errorf("%s with %s is refused: no page could send it without saying so", op.request, proof)
			}
		}
		for _, host := range []string{loopback, other} {
			for _, page := range []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
				"Origin: http://evil.example", "Origin: null"} {
				if got := passes(service, op.made(host, message, page, "x-ms-version: 2021-12-02")); got == op.changes {
					t.Errorf("%s at %s with %s: passes %t", op.request, host, page, got)
				}
			}
		}
	}
	eachOperation(t, &o, ask, func(op *operation, changed bool) {
		if changed != op.changes && !refused[op.name] {
			t.Errorf("%s changed the store: %t, the list says %t", op.request, changed, op.changes)
		}
	})
}
