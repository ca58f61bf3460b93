package main

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
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
	const host, local, bare = "http://victim.table.core.windows.example", "http://127.0.0.1:10002/victim", "http://victim.example"
	tests := []struct{ named, url, sent string }{
		{host, "{{table}}/secrets()", host},
		{host, "{{table}}-secondary/secrets()", "http://victim-secondary.table.core.windows.example"},
		{host, "http://victim-secondary.table.core.windows.example/secrets()", "http://victim-secondary.table.core.windows.example"},
		{host, "http://victim.table.core.windows-secondary.example/secrets()", ""},
		{host, "http://victim.table-secondary.core.windows.example/secrets()", ""},
		{host, "http://victim.table.core.windows.example-secondary/secrets()", "http://victim-secondary.table.core.windows.example"}, // = {{table}}-secondary
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
		for _, o := range []runOptions{{sas: "sv=2019-02-02&sig=TOPSECRET"}, {key: "c2VjcmV0"}} {
			o.bases.Table = tt.named
			var told strings.Builder
			r, err := newRemote(&o, &told)
			if err != nil {
				t.Fatal(err)
			}
			var sent seen
			r.client.Transport = &sent
			s := script.Parse("hostile.http", "GET "+tt.url+"\n", nil)
			x, err := client.Start(s, r, client.Options{Bases: o.bases, Unmetered: true}).Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(sent, " "); got != tt.sent {
				t.Errorf("-table %s, GET %s: sent to %q, want %q", tt.named, tt.url, got, tt.sent)
			}
			if first, _, _ := strings.Cut(strings.TrimPrefix(told.String(), "sends to "), "\n"); !strings.HasPrefix(first, tt.sent) || (first == "") != (tt.sent == "") {
				t.Errorf("-table %s, GET %s: the report says %q, want the host %q", tt.named, tt.url, told.String(), tt.sent)
			}
			if strings.Contains(x.Message, "TOPSECRET") {
				t.Errorf("-table %s, GET %s: the report shows the signature: %s", tt.named, tt.url, x.Message)
			}
			if tt.sent == "" && x.Problem == nil && !strings.Contains(x.Message, "nothing is sent there") {
				t.Errorf("-table %s, GET %s: the report does not say why: %+v", tt.named, tt.url, x)
			}
		}
	}
}

func TestARefusalNamesPlaceAndFlag(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	path := scriptFile(t, "###\nGET {{table}}/Tables\n\n###\nGET http://evil.blob.core.windows.example/secrets\n")
	if err := command(t.Context(), []string{"run", path, "-table", start(t)["table"]}, &out); err == nil {
		t.Error("the script reached its end")
	}
	for _, want := range []string{path + ":5 ", "no -blob names the account http://evil.blob.core.windows.example", "sends to http://127.0.0.1:"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
	if i, j := strings.Index(out.String(), "sends to"), strings.Index(out.String(), "ok  "); i > j {
		t.Errorf("where requests go is said after the first one:\n%s", out.String())
	}
}

// Bug 8: a "+" in a query string is a space to the service, and so it is signed.
func TestRunnerSignsWhatTheServiceReads(t *testing.T) {
	t.Parallel()
	urls := start(t)
	for _, query := range []string{"a%20b", "a+b", "a%2Bb", "a%2bb", "a=b", "%F0%9F%98%80", "''", "(a)!*", "a|b", "[a]"} {
		file := filepath.Join(t.TempDir(), "x.http")
		text := "###\nGET {{blob}}/?comp=list&prefix=" + query + "\n\n# ?? status == 200\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := runScripts(t.Context(), []string{file, "-blob", urls["blob"]}, &out); err != nil {
			t.Errorf("prefix=%s: %v\n%s", query, err, out.String())
		}
	}
}
