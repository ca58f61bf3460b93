package run

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/script"
)

// seen notes where a client would have sent its requests, and sends nothing.
type seen []string

func (s *seen) RoundTrip(r *http.Request) (*http.Response, error) {
	*s = append(*s, r.URL.Scheme+"://"+r.URL.Host)
	return nil, errors.New("no network")
}

// Finding D9: whole labels are compared, and a suffix belongs to the account.
func TestCredentialsGoToTheNamedAccountsOnly(t *testing.T) {
	t.Parallel()
	const host, bare = "http://victim.table.core.windows.example", "http://victim.example"
	const local = "http://127.0.0.1:10002/victim"
	tests := []struct{ named, url, sent string }{
		{host, "{{table}}/secrets()", host},
		{host, "{{table}}-secondary/secrets()", "http://victim-secondary.table.core.windows.example"},
		{host, "http://victim-secondary.table.core.windows.example/secrets()",
			"http://victim-secondary.table.core.windows.example"},
		{host, "http://victim.table.core.windows-secondary.example/secrets()", ""},
		{host, "http://victim.table-secondary.core.windows.example/secrets()", ""},
		{host, "http://victim.table.core.windows.example-secondary/secrets()", // = {{table}}-secondary
			"http://victim-secondary.table.core.windows.example"},
		{host, "http://victim.table.core.windows.example.evil.example/secrets()", ""},
		{host, "http://victim.table.core.windows.example:81/secrets()", ""},
		{host, "https://victim.table.core.windows.example/secrets()", ""},
		{host, "http://victim.table.core.windows.example@evil.table.example/secrets()", ""},
		{host, "http://evil.table.core.windows.example/secrets()", ""},
		{host, "http://victim.blob.core.windows.example/secrets", ""},
		{host, "http://evil.example/?http://victim.table.core.windows.example/secrets()", ""},
		{host, "{{queue}}/secrets", ""},
		{local, "{{table}}-secondary/secrets()", "http://127.0.0.1:10002"},
		{local, "http://127.0.0.1:10002/victim/secrets()", "http://127.0.0.1:10002"},
		{local, "http://127.0.0.1:10002/evil1/secrets()", ""},
		{local, "http://127.0.0.1:10002/victim2/secrets()", ""},
		{local, "http://127.0.0.2:10002/victim/secrets()", ""},
		{bare, "{{table}}/secrets()", bare},
		{bare, "http://victim-secondary.example/secrets()", ""},
		{bare, "{{table}}-secondary/secrets()", ""},
		{bare, "http://victim.example-secondary/secrets()", ""},
	}
	for _, tt := range tests {
		for _, o := range []RemoteOptions{{SAS: "sv=2019-02-02&sig=TOPSECRET"}, {Key: "c2VjcmV0"}} {
			o.Bases.Table = tt.named
			var told strings.Builder
			r, err := NewRemote(o, &told)
			if err != nil {
				t.Fatal(err)
			}
			var sent seen
			r.Client.Transport = &sent
			s := script.Parse("hostile.http", "GET "+tt.url+"\n", nil)
			x, err := client.Start(s, r, client.Options{Bases: o.Bases, Unmetered: true}).Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(sent, " "); got != tt.sent {
				t.Errorf("-table %s, GET %s: sent to %q, want %q", tt.named, tt.url, got, tt.sent)
			}
			to := strings.TrimPrefix(told.String(), "sending requests to ")
			if first, _, _ := strings.Cut(to, "\n"); !strings.HasPrefix(first,
				tt.sent) || (first == "") != (tt.sent == "") {
				t.Errorf("-table %s, GET %s: the report says %q, want the host %q", tt.named, tt.url, told.String(), tt.sent)
			}
			if strings.Contains(x.Message, "TOPSECRET") {
				t.Errorf("-table %s, GET %s: the report shows the signature: %s", tt.named, tt.url, x.Message)
			}
			if tt.sent == "" && x.Problem == nil && !strings.Contains(x.Message, "no request is sent to") {
				t.Errorf("-table %s, GET %s: the report does not say why: %+v", tt.named, tt.url, x)
			}
		}
	}
}

// zeros is an answer without end, and counts how much of it was read.
type zeros struct{ read int }

// Read fills b with zeros.
func (z *zeros) Read(b []byte) (int, error) {
	clear(b)
	z.read += len(b)
	return len(b), nil
}

func (*zeros) Close() error { return nil }

// RoundTrip answers with itself.
func (z *zeros) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: z}, nil
}

func TestAnAnswerWithoutEndStopsTheScript(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: moves 256 MiB")
	}
	t.Parallel()
	o := RemoteOptions{Bases: client.Bases{Blob: "http://victim.blob.core.windows.example"}}
	r, err := NewRemote(o, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	endless := new(zeros)
	r.Client.Transport = endless
	s := script.Parse("large.http", "GET {{blob}}/files/large\n", nil)
	x, err := client.Start(s, r, client.Options{Bases: o.Bases, Unmetered: true}).Next(t.Context())
	if err != nil || !strings.Contains(x.Message, "larger than 256 MiB") {
		t.Errorf("Next = %v, %q, want that the answer is too large", err, x.Message)
	}
	if endless.read > 2*client.MaxTraffic {
		t.Errorf("%d bytes were read", endless.read)
	}
}
