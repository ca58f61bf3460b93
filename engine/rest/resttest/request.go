package resttest

import (
	"context"
	"strings"
	"testing"

	"rowkey/engine/rest"
)

// Base is the address of the account.
const Base = "http://127.0.0.1:10002/devstoreaccount1"

// NewRequest makes a request. Header lines are written as "Name: value".
func NewRequest(t testing.TB, s rest.Service, method, path, body string, header ...string) *rest.Request {
	t.Helper()
	r, err := rest.PathStyle(s, method, Base+path)
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

// Ask sends one request to the table service. Header lines are written as "Name: value".
func Ask(t testing.TB, h rest.Handler, method, path, body string, header ...string) *rest.Response {
	t.Helper()
	r := NewRequest(t, rest.TableService, method, path, body, header...)
	if _, ok := r.Header.Lookup("Accept"); !ok {
		r.Header.Set("Accept", "application/json;odata=nometadata")
	}
	return h.Serve(context.Background(), r)
}

// Want fails unless the answer has the status and, for an error, the code.
func Want(t testing.TB, r *rest.Response, status int, code string) {
	t.Helper()
	if r.Status != status {
		t.Fatalf("status = %d, want %d; body %s", r.Status, status, r.Body)
	}
	if code != "" && !strings.Contains(string(r.Body), code) {
		t.Fatalf("body = %s, want code %s", r.Body, code)
	}
}

// Lines writes header fields as they go over the wire.
func Lines(h rest.Header) string {
	var b strings.Builder
	for _, f := range h {
		b.WriteString(f.Name + ": " + f.Value + "\n")
	}
	return b.String()
}

// Send sends one request to the queue or blob service. Header lines are written as "Name: value".
func Send(t testing.TB, h rest.Handler, s rest.Service, method, path, body string, header ...string) *rest.Response {
	t.Helper()
	return h.Serve(context.Background(), NewRequest(t, s, method, path, body, header...))
}

// SendBytes is Send to the blob service, without a copy of the body.
func SendBytes(t testing.TB, h rest.Handler, method, path string, body []byte, header ...string) *rest.Response {
	t.Helper()
	return Send(t, withBody{h, body}, rest.BlobService, method, path, "", header...)
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

// Message is the document of a message.
func Message(text string) string {
	return "<QueueMessage><MessageText>" + text + "</MessageText></QueueMessage>"
}

// Rule is a rule for pages of other origins.
func Rule(origins, methods, headers, exposed string) string {
	return "<CorsRule><AllowedOrigins>" + origins + "</AllowedOrigins><AllowedMethods>" + methods +
		"</AllowedMethods><AllowedHeaders>" +
		headers + "</AllowedHeaders><ExposedHeaders>" + exposed +
		"</ExposedHeaders><MaxAgeInSeconds>60</MaxAgeInSeconds></CorsRule>"
}

// Cors are properties of a service that set rules alone.
func Cors(rules ...string) string {
	return "<StorageServiceProperties><Cors>" + strings.Join(rules, "") + "</Cors></StorageServiceProperties>"
}
