package rest_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
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
