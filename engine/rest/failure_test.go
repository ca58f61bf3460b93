package rest_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
	"rowkey/engine/clock"
	"rowkey/engine/rest"
	"rowkey/engine/rest/odata"
	"rowkey/engine/store"
	"rowkey/engine/table"
	"rowkey/engine/xmltext"
)

// newService returns an API over a table service with options, its clock, and what it reports.
func newService(t *testing.T, o table.Options) (*rest.API, *clock.Clock, *[]error) {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c := clock.At(time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC))
	var reported []error
	api := rest.New(rest.Services{
		Table: odata.Tables(table.New(db, c, o)), Clock: c,
		NewID:  func() string { return "fixed" },
		Report: func(err error) { reported = append(reported, err) },
	})
	return api, c, &reported
}

func TestErrorThatNoClientCausedIsReportedAndNotShown(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	admit := func(table.Load) (time.Duration, error) { return 0, broken }
	api, _, reported := newService(t, table.Options{Admit: admit})
	r := ask(t, api, "POST", "/people", ann)
	want(t, r, 500, `"code":"InternalError"`)
	if strings.Contains(string(r.Body), "fire") {
		t.Errorf("body = %s shows what happened inside", r.Body)
	}
	if len(*reported) != 1 || !errors.Is((*reported)[0], broken) {
		t.Errorf("reported %v, want %v", *reported, broken)
	}
}

func TestRefusalOfABusyServiceIsPassedOn(t *testing.T) {
	t.Parallel()
	admit := func(table.Load) (time.Duration, error) { return 0, apierr.New(apierr.ServerBusy) }
	api, _, reported := newService(t, table.Options{Admit: admit})
	r := ask(t, api, "GET", "/people()", "")
	want(t, r, 503, `{"odata.error":{"code":"ServerBusy","message":{"lang":"en-US",`+
		`"value":"The server is busy.\nRequestId:fixed\nTime:2026`)
	if got := r.Header.Get("Content-Type"); !strings.HasPrefix(got, "application/json;odata=") {
		t.Errorf("Content-Type = %q", got)
	}
	batch := "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n"
	for i := range 2 {
		batch += fmt.Sprintf("--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"+
			"POST http://127.0.0.1:10002/devstoreaccount1/people HTTP/1.1\r\n"+
			"Content-Type: application/json\r\nAccept: application/json\r\n\r\n"+
			"{\"PartitionKey\":\"a\",\"RowKey\":\"%d\"}\r\n", i)
	}
	r = ask(t, api, "POST", "/$batch", batch+"--c--\r\n--b--\r\n", "Content-Type: multipart/mixed; boundary=b")
	want(t, r, 202, "HTTP/1.1 503 Service Unavailable\r\n")
	want(t, r, 202, `"value":"The server is busy.\nRequestId:`) // no operation is to blame
	if len(*reported) != 0 {
		t.Errorf("reported %v, want nothing", *reported)
	}
}

func TestNameOfADeletedTableIsFreeLater(t *testing.T) {
	t.Parallel()
	api, c, _ := newService(t, table.Options{DeleteDelay: 40 * time.Second})
	create := func() *rest.Response { return ask(t, api, "POST", "/Tables", `{"TableName":"people"}`) }
	want(t, create(), 201, "")
	want(t, ask(t, api, "DELETE", "/Tables('people')", ""), 204, "")
	want(t, create(), 409, "TableBeingDeleted")
	c.Advance(40 * time.Second)
	want(t, create(), 201, "")
}

func TestIdentifiersComeFromTheSourceThatIsGiven(t *testing.T) {
	t.Parallel()
	api, _, _ := newService(t, table.Options{})
	if got := ask(t, api, "GET", "/Tables", "").Header.Get("x-ms-request-id"); got != "fixed" {
		t.Errorf("x-ms-request-id = %q, want fixed", got)
	}
}

func TestBodyLimit(t *testing.T) {
	t.Parallel()
	api := withTable(t)
	const limit = 4 << 20
	body := strings.Replace(ann, "Ann", strings.Repeat("x", 30_000), 1)
	body += strings.Repeat(" ", limit-len(body))
	want(t, ask(t, api, "POST", "/people", body, "Prefer: return-no-content"), 204, "")
	want(t, ask(t, api, "POST", "/people", body+" "), 413, "RequestBodyTooLarge")
}

// Whatever is wrong, and however long: what an error repeats has bounds.
func TestErrorsRepeatLittle(t *testing.T) {
	t.Parallel()
	const most = 16 << 10
	long := strings.Repeat("9", 50_000)
	marks := strings.Repeat("<", 50_000) // which grow when they are written as XML
	api := withEntity(t)
	for name, r := range map[string]*rest.Response{
		"a filter":            ask(t, api, "GET", "/people()?$filter=A0%20eq%20"+long, ""),
		"a filter in XML":     ask(t, api, "GET", "/people()?$filter=A0%20eq%20'"+marks, "", "Accept: application/xml"),
		"a selection":         ask(t, api, "GET", "/people()?$select="+long, ""),
		"the name of a table": ask(t, api, "GET", "/"+strings.Repeat("a", 50_000)+"(PartitionKey='a')", ""),
		"an ETag":             ask(t, api, "DELETE", "/people(PartitionKey='a',RowKey='1')", "", "If-Match: "+marks),
		"a version":           send(t, api, queues, "GET", "/?comp=list", "", "x-ms-version: "+marks),
		"an option": send(t, api, queues, "GET",
			"/?comp=list&maxresults="+strings.ReplaceAll(marks, "<", "%3C"), ""),
		"an option of a blob": send(t, api, blobs, "GET", "/files?restype="+long, ""),
		"a header field": send(t, api, blobs, "PUT", "/files?restype=container", "",
			"x-ms-blob-public-access: "+marks),
		"a filter inside a batch": submit(t, api,
			"--batch_1\r\n"+operation("GET", base+"/people()?$filter=A0%20eq%20"+long, "")+"--batch_1--\r\n"),
	} {
		if size := len(r.Body); size > most || r.Status < 202 {
			t.Errorf("%s: %d with %d bytes, want an error of %d at most", name, r.Status, size, most)
		}
	}
}

// A message may repeat what the client sent, as characters that no document may hold or bytes that are no text.
func TestErrorsInXMLCanBeReadWhateverTheyRepeat(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	entity := "/people(PartitionKey='a',RowKey='1')"
	for name, r := range map[string]*rest.Response{
		"a control character": ask(t, api, "POST", "/people", `{"PartitionKey":"k","RowKey":"a\u0001b"}`,
			"Accept: application/xml", "Prefer: return-no-content"),
		"Latin-1":        ask(t, api, "DELETE", entity, "", "Accept: */*", "If-Match: caf\xe9"),
		"a replaced one": ask(t, api, "DELETE", entity, "", "Accept: */*", "If-Match: a\x01\xff"),
	} {
		if r.Status != 400 || !strings.HasPrefix(string(r.Body), xmltext.Declaration) {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
		d := xml.NewDecoder(bytes.NewReader(r.Body))
		for err := error(nil); !errors.Is(err, io.EOF); {
			if _, err = d.Token(); err != nil && !errors.Is(err, io.EOF) {
				t.Fatalf("%s: %v in %q", name, err, r.Body)
			}
		}
	}
}

func TestOnlyStatusesOfTheServicesHaveAText(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{202: "Accepted", 412: "Precondition Failed",
		413: "Request Entity Too Large", 299: "", 0: ""} {
		if got := rest.StatusText(status); got != want {
			t.Errorf("StatusText(%d) = %q, want %q", status, got, want)
		}
	}
}

// A request that is refused for its head gets the same answer before its body has arrived as after.
func TestAdmitAnswersAsServeDoes(t *testing.T) {
	for _, service := range []rest.Service{rest.TableService, queues, blobs} {
		for name, fields := range map[string][]rest.Field{
			"signed-by-nobody":         nil,
			"an-impossible-version":    {{Name: "x-ms-version", Value: "yesterday"}},
			"a-wrong-signature":        {{Name: "Authorization", Value: "SharedKey devstoreaccount1:AAAA"}},
			"a-header-without-meaning": {{Name: "Authorization", Value: "Basic AAAA"}},
			"with-a-record":            {{Name: "X-Explain", Value: "1"}},
		} {
			var answers [2]*rest.Response
			for i := range answers {
				api := newAPI(t)
				guard(api, false)
				r, err := rest.PathStyle(service, "PUT", base+"/files/a")
				if err != nil {
					t.Fatal(err)
				}
				r.Header = append(rest.Header{{Name: "Content-Length", Value: "5"}}, fields...)
				if i == 0 {
					answers[i] = api.Admit(context.Background(), r)
					continue
				}
				r.Body = []byte("12345")
				answers[i] = api.Serve(context.Background(), r)
			}
			if answers[0] == nil {
				t.Errorf("%d %s: admitted", service, name)
				continue
			}
			if name == "with-a-record" { // which counts the bytes
				answers[0].Header.Set("X-Explain", "")
				answers[1].Header.Set("X-Explain", "")
			}
			if !reflect.DeepEqual(answers[0], answers[1]) {
				t.Errorf("%d %s: Admit = %+v\nServe = %+v", service, name, answers[0], answers[1])
			}
		}
	}
}

func TestAdmitLetsThroughWhatIsSigned(t *testing.T) {
	api := newAPI(t)
	guard(api, false)
	r, err := rest.PathStyle(blobs, "PUT", base+"/files/a")
	if err != nil {
		t.Fatal(err)
	}
	r.Header = rest.Header{{Name: "Content-Length", Value: "5"}, {Name: "x-ms-blob-type", Value: "BlockBlob"}}
	signedBy(t, r, ownKey, auth.SharedKey, api.Clock.Now())
	if answer := api.Admit(context.Background(), r); answer != nil {
		t.Errorf("Admit = %d %s, want none", answer.Status, answer.Body)
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	tests := []struct {
		version string
		status  int
		code    string
		echo    bool
	}{
		{"2014-02-14", 200, "", false},
		{"2018-03-28", 200, "", false},
		{"2019-02-02", 200, "", true},
		{"2025-11-05", 200, "", true},
		{"2013-08-14", 415, "JsonFormatNotSupported", false},
		{"2009-09-19", 415, "JsonFormatNotSupported", false}, // the first one
		{"2009-09-18", 400, "InvalidHeaderValue", false},
		{"12.0.0b1", 400, "InvalidHeaderValue", false},
		{"2019-13-02", 400, "InvalidHeaderValue", false},
		{"2019-02-0x", 400, "InvalidHeaderValue", false},
		{"20190202--", 400, "InvalidHeaderValue", false},
	}
	for _, tt := range tests {
		t.Run(tt.version, func(t *testing.T) {
			r := ask(t, api, "GET", "/people()", "", "x-ms-version: "+tt.version, "x-ms-client-request-id: me")
			want(t, r, tt.status, tt.code)
			version, sent := r.Header.Lookup("x-ms-version")
			if sent != (tt.status != 400) || sent && version != tt.version {
				t.Errorf("x-ms-version = %q, sent %v", version, sent)
			}
			if got := r.Header.Get("x-ms-client-request-id"); (got == "me") != tt.echo {
				t.Errorf("x-ms-client-request-id = %q, want it to be echoed: %v", got, tt.echo)
			}
		})
	}
}

func TestClientRequestIDThatIsNotText(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	for _, id := range []string{"a\r\nb", "é", strings.Repeat("x", 1025)} {
		if got := ask(t, api, "GET", "/people()", "",
			"x-ms-client-request-id: "+id).Header.Get("x-ms-client-request-id"); got != "" {
			t.Errorf("x-ms-client-request-id %q is echoed as %q", id, got)
		}
	}
}

func TestPathStyle(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, url                  string
		account, base, path, query string
		secondary                  bool
	}{
		{"a-table", base + "/people", "devstoreaccount1", base, "/people", "", false},
		{"the-account-alone", base, "devstoreaccount1", base, "", "", false},
		{"options-stay-encoded", base + "/people()?$filter=A%20eq%20'%26'", "devstoreaccount1", base, "/people()",
			"$filter=A%20eq%20'%26'", false},
		{"a-slash-in-a-key-stays-encoded", base + "/t(PartitionKey='a%2Fb',RowKey='')", "devstoreaccount1", base,
			"/t(PartitionKey='a%2Fb',RowKey='')", "", false},
		{"the-secondary-account", "http://h:1/acct-secondary/t", "acct", "http://h:1/acct-secondary", "/t", "", true},
		{"a-fragment-does-not-travel", base + "/people#top", "devstoreaccount1", base, "/people", "", false},
		{"a-question-mark-inside-a-query", base + "/t?a=b?c", "devstoreaccount1", base, "/t", "a=b?c", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := rest.PathStyle(rest.TableService, "GET", tt.url)
			if err != nil {
				t.Fatal(err)
			}
			if r.Account != tt.account || r.Base != tt.base || r.Path != tt.path || r.Query != tt.query ||
				r.Secondary != tt.secondary {
				t.Errorf("PathStyle(%q) = %+v", tt.url, r)
			}
		})
	}
}

func TestPathStyleRefuses(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"", "/people", "http://host", "http://host/", "://x/y", "http://host//people",
		"http://host/-/people", "http://host/--secondary/people", "http://host/Demo/people",
		"http://host/de%6Do/people", "http://host/ab/people",
	} {
		if r, err := rest.PathStyle(rest.TableService, "GET", url); err == nil {
			t.Errorf("PathStyle(%q) = %+v, want an error", url, r)
		}
	}
}

func TestHostStyle(t *testing.T) {
	t.Parallel()
	r, err := rest.HostStyle("GET", "https://demo.table.core.windows.net/people()?$top=1")
	if err != nil {
		t.Fatal(err)
	}
	if r.Account != "demo" || r.Service != rest.TableService || r.Path != "/people()" || r.Query != "$top=1" ||
		r.Secondary {
		t.Errorf("HostStyle = %+v", r)
	}
	r, err = rest.HostStyle("GET", "https://demo-secondary.table.core.windows.net")
	if err != nil || r.Account != "demo" || !r.Secondary || r.Path != "" {
		t.Errorf("HostStyle(secondary) = %+v, %v", r, err)
	}
	for _, url := range []string{"https://demo.core.windows.net/t", "https://localhost/t", "https://.table.x/t",
		"demo.table.x",
		"http://-.table.localhost/t", "http://--secondary.table.localhost/t", "http://de_mo.table.localhost/t"} {
		if r, err := rest.HostStyle("GET", url); err == nil {
			t.Errorf("HostStyle(%q) = %+v, want an error", url, r)
		}
	}
}

func TestLocateDistinguishesBothStyles(t *testing.T) {
	t.Parallel()
	tests := []struct{ url, account, path string }{
		{base + "/people", "devstoreaccount1", "/people"},
		{"http://demo.table.localhost:10002/people", "demo", "/people"},
		{"http://DEMO-secondary.Table.localhost:10002/people", "demo", "/people"},
		{"http://demo.blob.localhost:10002/people/x", "people", "/x"},
		{"http://table.localhost:10002/demo/people", "demo", "/people"},
	}
	for _, tt := range tests {
		r, err := rest.Locate(rest.TableService, "GET", tt.url)
		if err != nil || r.Account != tt.account || r.Path != tt.path || r.Service != rest.TableService {
			t.Errorf("Locate(%q) = %+v, %v, want account %s and path %s", tt.url, r, err, tt.account, tt.path)
		}
	}
}

// Finding D9: the suffix belongs to the account, never to the domain.
func TestTheCopyOfAnAccountIsInItsDomain(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"https://demo.table.core.windows.net": "https://demo-secondary.table.core.windows.net",
		"http://127.0.0.1:10002/demo":         "http://127.0.0.1:10002/demo-secondary",
		"http://127.0.0.1:10002/below/demo":   "http://127.0.0.1:10002/below/demo-secondary",
		"https://demo.table.example:8443":     "https://demo-secondary.table.example:8443",
		"https://demo.table.example/path":     "https://demo.table.example/path-secondary",
		"https://example.com":                 "",
		"https://demo.core.windows.net":       "",
		"http://127.0.0.1:10002":              "",
		"http://127.0.0.1:10002/":             "",
		"demo.table.core.windows.net":         "",
	} {
		if got := rest.Secondary(base); got != want {
			t.Errorf("Secondary(%q) = %q, want %q", base, got, want)
		}
	}
}
