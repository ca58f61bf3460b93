package rest_test

import (
	"testing"

	"rowkey/engine/rest"
)

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
