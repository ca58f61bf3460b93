package rest_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/blob"
	"rowkey/engine/clock"
	"rowkey/engine/queue"
	"rowkey/engine/rest"
	"rowkey/engine/rest/odata"
	"rowkey/engine/rest/storage"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// base is the address of the account.
const base = "http://127.0.0.1:10002/devstoreaccount1"

// newRequest makes a request. Header lines are written as "Name: value".
func newRequest(t testing.TB, s rest.Service, method, path, body string, header ...string) *rest.Request {
	t.Helper()
	r, err := rest.PathStyle(s, method, base+path)
	if err != nil {
		t.Fatalf("PathStyle(%q): %v", path, err)
	}
	for _, line := range header {
		name, value, _ := strings.Cut(line, ":")
		r.Header.Set(name, strings.TrimSpace(value))
	}
	r.Body = []byte(body)
	return r
}

// ask sends one request to the table service. Header lines are written as "Name: value".
func ask(t testing.TB, h rest.Handler, method, path, body string, header ...string) *rest.Response {
	t.Helper()
	r := newRequest(t, rest.TableService, method, path, body, header...)
	if _, ok := r.Header.Lookup("Accept"); !ok {
		r.Header.Set("Accept", "application/json;odata=nometadata")
	}
	return h.Serve(context.Background(), r)
}

// want fails unless the answer has the status and, for an error, the code.
func want(t testing.TB, r *rest.Response, status int, code string) {
	t.Helper()
	if r.Status != status {
		t.Fatalf("status = %d, want %d; body %s", r.Status, status, r.Body)
	}
	if code != "" && !strings.Contains(string(r.Body), code) {
		t.Fatalf("body = %s, want code %s", r.Body, code)
	}
}

// lines writes header fields as they go over the wire.
func lines(h rest.Header) string {
	var b strings.Builder
	for _, f := range h {
		b.WriteString(f.Name + ": " + f.Value + "\n")
	}
	return b.String()
}

// send sends one request to the queue or blob service. Header lines are written as "Name: value".
func send(t testing.TB, h rest.Handler, s rest.Service, method, path, body string, header ...string) *rest.Response {
	t.Helper()
	return h.Serve(context.Background(), newRequest(t, s, method, path, body, header...))
}

// sendBytes is send to the blob service, without a copy of the body.
func sendBytes(t testing.TB, h rest.Handler, method, path string, body []byte, header ...string) *rest.Response {
	t.Helper()
	return send(t, withBody{h, body}, rest.BlobService, method, path, "", header...)
}

// withBody gives requests a body.
type withBody struct {
	rest.Handler
	body []byte
}

func (w withBody) Serve(ctx context.Context, r *rest.Request) *rest.Response {
	r.Body = w.body
	return w.Handler.Serve(ctx, r)
}

// message is the document of a message.
func message(text string) string {
	return "<QueueMessage><MessageText>" + text + "</MessageText></QueueMessage>"
}

// rule is a rule for pages of other origins.
func rule(origins, methods, headers, exposed string) string {
	return "<CorsRule><AllowedOrigins>" + origins + "</AllowedOrigins><AllowedMethods>" + methods +
		"</AllowedMethods><AllowedHeaders>" +
		headers + "</AllowedHeaders><ExposedHeaders>" + exposed +
		"</ExposedHeaders><MaxAgeInSeconds>60</MaxAgeInSeconds></CorsRule>"
}

// cors are properties of a service that set rules alone.
func cors(rules ...string) string {
	return "<StorageServiceProperties><Cors>" + strings.Join(rules, "") + "</Cors></StorageServiceProperties>"
}

// operation is one request inside a batch, with its own header lines.
func operation(method, url, body string, header ...string) string {
	head := "Accept: application/json;odata=minimalmetadata\r\nContent-Type: application/json\r\n"
	for _, line := range header {
		head += line + "\r\n"
	}
	return "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n" +
		method + " " + url + " HTTP/1.1\r\n" + head + "\r\n" + body + "\r\n"
}

// changeset makes a batch of one changeset as SDKs write it.
func changeset(operations ...string) string {
	var b strings.Builder
	b.WriteString("--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_1\r\n\r\n")
	for _, o := range operations {
		b.WriteString("--changeset_1\r\n" + o)
	}
	b.WriteString("--changeset_1--\r\n\r\n--batch_1--\r\n")
	return b.String()
}

// submit sends a batch.
func submit(t testing.TB, h rest.Handler, body string, header ...string) *rest.Response {
	t.Helper()
	return ask(t, h, "POST", "/$batch", body, append(header, "Content-Type: multipart/mixed; boundary=batch_1")...)
}

// The services, and the account that all requests are about.
const (
	queues, blobs = rest.QueueService, rest.BlobService
	account1      = auth.DevelopmentAccount
)

// guids returns a source of GUIDs that count.
func guids() func() string {
	n := 0
	return func() string { n++; return fmt.Sprintf("00000000-0000-4000-9000-%012x", n) }
}

// newAPI returns the API of an empty account, whose time stands still.
func newAPI(t testing.TB) *rest.API {
	t.Helper()
	return newAPIWith(t, clock.At(time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)))
}

// newAPIWith is New with a clock.
func newAPIWith(t testing.TB, c *clock.Clock) *rest.API {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil && !errors.Is(err, store.ErrClosed) {
			t.Error(err)
		}
	})
	return rest.New(rest.Services{
		Table: odata.Tables(table.New(db, c, table.Options{})), Clock: c,
		Queue: storage.Queues(queue.New(db, c, guids())), Blob: storage.Blobs(blob.New(db, c)),
		Report: func(err error) { t.Errorf("reported: %v", err) },
	})
}

// withTable returns the API of an account that has the table people.
func withTable(t testing.TB) *rest.API {
	t.Helper()
	api := newAPI(t)
	want(t, ask(t, api, "POST", "/Tables", `{"TableName":"people"}`, "Prefer: return-no-content"), 204, "")
	return api
}

// withEntity returns the API of an account whose table people holds the entity a, 1.
func withEntity(t testing.TB) *rest.API {
	t.Helper()
	api := withTable(t)
	want(t, ask(t, api, "POST", "/people", ann, "Prefer: return-no-content"), 204, "")
	return api
}

// withQueue returns the API of an account that has the queue tasks.
func withQueue(t testing.TB) *rest.API {
	t.Helper()
	api := newAPI(t)
	want(t, send(t, api, rest.QueueService, "PUT", "/tasks", ""), 201, "")
	return api
}

// withContainer returns the API of an account that has the container files.
func withContainer(t testing.TB) *rest.API {
	t.Helper()
	api := newAPI(t)
	want(t, send(t, api, rest.BlobService, "PUT", "/files?restype=container", ""), 201, "")
	return api
}

// needsLeases skips a test of leases or copies in WebAssembly, which goes without them.
func needsLeases(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("a browser goes without leases and copies")
	}
}

// ann is the entity a, 1.
const ann = `{"PartitionKey":"a","RowKey":"1","Name":"Ann","Age":34}`

// wide is an entity of seven properties, without the number that is its RowKey.
const wide = `{"PartitionKey":"p","RowKey":"%06d","FirstName":"Ann","LastName":"Jones","Age":34,"Salary":1234.5,` +
	`"Hired@odata.type":"Edm.DateTime","Hired":"2021-03-01T00:00:00Z",` +
	`"Id@odata.type":"Edm.Int64","Id":"123456789012","Active":true}`

// httpTime is the form of a time in a header field.
const httpTime = "Mon, 02 Jan 2006 15:04:05 GMT"

// ownKey is one of the two keys of the account.
var ownKey = auth.Key("the second key of the account")

// guard lets only signed requests to the API pass; trusting lets unsigned ones be the owner's.
func guard(api *rest.API, trusting bool) *rest.API {
	accounts := auth.Accounts{auth.DevelopmentAccount: {auth.Key("first"), ownKey}}
	api.SetGuard(rest.Guard{Accounts: accounts, Trusting: trusting})
	return api
}

// pairs are the decoded options of a query string.
func pairs(t testing.TB, query string) []auth.Pair {
	t.Helper()
	var all []auth.Pair
	for query != "" {
		var option string
		option, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(option, "=")
		value, err := url.QueryUnescape(value)
		if err != nil {
			t.Fatalf("the option %q: %v", option, err)
		}
		all = append(all, auth.Pair{Name: name, Value: value})
	}
	return all
}

// services are the services as a signature has them.
var services = map[rest.Service]auth.Service{
	rest.TableService: auth.Table, rest.QueueService: auth.Queue, rest.BlobService: auth.Blob,
}

// signedBy adds date and signature to a request as a client does.
func signedBy(t testing.TB, r *rest.Request, key auth.Key, scheme auth.Scheme, now time.Time) *rest.Request {
	t.Helper()
	r.Header.Set("x-ms-date", now.Format(httpTime))
	_, path, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(r.Base, "http://"), "https://"), "/")
	if path != "" {
		path = "/" + path
	}
	m := auth.Message{
		Service: services[r.Service], Method: r.Method, Account: r.Account, Path: path + r.Path,
		Options: pairs(t, r.Query), Size: len(r.Body),
	}
	for _, f := range r.Header {
		m.Header = append(m.Header, auth.Pair(f))
	}
	r.Header.Set("Authorization", key.Authorize(&m, scheme))
	return r
}

// unquote decodes a part of a URL, and leaves what is none as it is.
func unquote(s string) string {
	text, err := url.QueryUnescape(s)
	if err != nil {
		return s
	}
	return text
}
