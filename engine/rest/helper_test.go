package rest_test

import (
	"context"
	"strings"
	"testing"

	"rowkey/engine/rest"
)

const base = "http://127.0.0.1:10002/devstoreaccount1"

// ask sends one request. Header lines are written as "Name: value".
func ask(t testing.TB, h rest.Handler, method, path, body string, header ...string) *rest.Response {
	t.Helper()
	r, err := rest.PathStyle(rest.TableService, method, base+path)
	if err != nil {
		t.Fatalf("PathStyle(%q): %v", path, err)
	}
	for _, line := range header {
		name, value, _ := strings.Cut(line, ":")
		r.Header.Set(name, strings.TrimSpace(value))
	}
	if _, ok := r.Header.Lookup("Accept"); !ok {
		r.Header.Set("Accept", "application/json;odata=nometadata")
	}
	r.Body = []byte(body)
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

const ann = `{"PartitionKey":"a","RowKey":"1","Name":"Ann","Age":34}`

// lines writes header fields as they go over the wire.
func lines(h rest.Header) string {
	var b strings.Builder
	for _, f := range h {
		b.WriteString(f.Name + ": " + f.Value + "\n")
	}
	return b.String()
}
