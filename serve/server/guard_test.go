package server

import (
	"strings"
	"testing"
)

func TestServerAnswersForItsOwnNamesOnly(t *testing.T) {
	t.Parallel()
	url := start(t, "-auth", "off", "-hosts", "azurite,Rowkey.Test")["table"]
	for host, status := range map[string]int{
		"127.0.0.1:10002":                  200,
		"localhost":                        200,
		"LOCALHOST:10002":                  200,
		"[::1]:10002":                      200,
		"192.168.1.20:10002":               200,
		"azurite:10002":                    200,
		"rowkey.test":                      200,
		"db.rowkey.test":                   200,
		"evil.example":                     403,
		"evil.example:10002":               403,
		"notlocalhost":                     403,
		"localhost.evil.example":           403,
		"127.0.0.1.evil.example":           403,
		"devstoreaccount1.table.localhost": 200,
	} {
		path := url
		if strings.HasPrefix(host, "devstore") {
			path = origin(url)
		}
		res, body := ask(t, "GET", path+"/Tables", "", "Host: "+host, "Accept: application/json")
		if res.StatusCode != status {
			t.Errorf("Host %s: %d %s, want %d", host, res.StatusCode, body, status)
		}
		if status == 403 && !strings.Contains(body, "-hosts") {
			t.Errorf("Host %s: the refusal does not mention -hosts: %s", host, body)
		}
	}
}

func TestPagesOfOtherSitesCannotWriteUnsigned(t *testing.T) {
	t.Parallel()
	const queue = "/work"
	tests := []struct {
		name   string
		flags  []string
		fields []string
		status int
	}{
		{"no-page", []string{"-auth", "off"}, nil, 201},
		{"a-foreign-page", []string{"-auth", "off"}, []string{"Origin: http://evil.example"}, 403},
		{"a-foreign-page-by-fetch-metadata", []string{"-auth", "trust"}, []string{"Sec-Fetch-Site: cross-site"}, 403},
		{"a-foreign-page-that-trust-lets-in", []string{"-auth", "trust"}, []string{"Origin: http://evil.example"}, 403},
		{"a-page-that-cors-names", []string{"-auth", "off", "-cors", "http://localhost:3000"},
			[]string{"Origin: http://localhost:3000"}, 201},
		{"a-page-that-cors-does-not-name", []string{"-auth", "off", "-cors", "http://localhost:3000"},
			[]string{"Origin: http://localhost:3001"}, 403},
		{"every-page", []string{"-auth", "off", "-cors", "*"}, []string{"Origin: http://evil.example"}, 201},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			url := start(t, test.flags...)["queue"]
			res, body := ask(t, "PUT", url+queue, "", test.fields...)
			if res.StatusCode != test.status {
				t.Errorf("PUT = %d %s, want %d", res.StatusCode, body, test.status)
			}
		})
	}
}

func TestListedPagesReadAnswers(t *testing.T) {
	t.Parallel()
	url := start(t, "-auth", "off", "-cors", "http://localhost:3000")["table"] + "/Tables"
	res, _ := ask(t, "OPTIONS", url, "", "Origin: http://localhost:3000", "Access-Control-Request-Method: POST",
		"Access-Control-Request-Headers: content-type,x-ms-version")
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin": "http://localhost:3000", "Access-Control-Allow-Methods": "POST",
		"Access-Control-Allow-Headers": "content-type,x-ms-version", "Vary": "Origin",
	} {
		if got := res.Header.Get(name); res.StatusCode != 200 || got != want {
			t.Errorf("preflight: %d, %s = %q, want %q", res.StatusCode, name, got, want)
		}
	}
	res, _ = ask(t, "GET", url, "", "Origin: http://localhost:3000")
	if got := res.Header.Get("Access-Control-Allow-Origin"); got != "http://localhost:3000" {
		t.Errorf("GET: Access-Control-Allow-Origin = %q, want the page", got)
	}
	if got := res.Header.Get("Access-Control-Expose-Headers"); !strings.Contains(got, "x-ms-request-id") {
		t.Errorf("GET: Access-Control-Expose-Headers = %q, want the names of the answer", got)
	}
	res, _ = ask(t, "GET", url, "", "Origin: http://localhost:3001")
	if got := res.Header.Get("Access-Control-Allow-Origin"); got != "" {
		t.Errorf("GET by another page: Access-Control-Allow-Origin = %q, want none", got)
	}
}

func TestRequestsAreSignedUnlessAFlagSaysOtherwise(t *testing.T) {
	t.Parallel()
	const wrong = "Authorization: SharedKeyLite devstoreaccount1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
	tests := []struct {
		name, mode string
		fields     []string
		good       bool
	}{
		{"on-refuses-unsigned-ones", "on", nil, false},
		{"on-refuses-a-wrong-signature", "on", []string{wrong, "x-ms-date: Mon, 05 Jan 2026 08:00:00 GMT"}, false},
		{"trust-takes-unsigned-ones", "trust", nil, true},
		{"trust-refuses-a-wrong-signature", "trust", []string{wrong, "x-ms-date: Mon, 05 Jan 2026 08:00:00 GMT"}, false},
		{"off-takes-everything", "off", []string{wrong}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			res, body := ask(t, "GET", start(t, "-auth", test.mode)["table"]+"/Tables", "",
				append(test.fields, "Accept: application/json")...)
			if good := res.StatusCode == 200; good != test.good {
				t.Errorf("GET = %d %s, want success: %t", res.StatusCode, body, test.good)
			}
		})
	}
}

func TestControlPathsNeedAFlag(t *testing.T) {
	t.Parallel()
	closed := origin(start(t, "-auth", "off")["table"])
	res, body := ask(t, "GET", closed+"/-/version", "")
	if res.StatusCode != 403 || !strings.Contains(body, "-control") {
		t.Errorf("GET without -control = %d %s, want 403 that mentions -control", res.StatusCode, body)
	}
	open := origin(start(t, "-control")["queue"])
	if res, body := ask(t, "GET", open+"/-/version", ""); res.StatusCode != 200 || !strings.Contains(body, "version") {
		t.Errorf("GET with -control = %d %s, want 200", res.StatusCode, body)
	}
	if res, body := ask(t, "POST", open+"/-/reset", "{}"); res.StatusCode != 200 {
		t.Errorf("POST with -control = %d %s, want 200", res.StatusCode, body)
	}
	if res, _ := ask(t, "POST", open+"/-/reset", "{}", "Origin: http://evil.example"); res.StatusCode != 403 {
		t.Errorf("POST by a foreign page = %d, want 403", res.StatusCode)
	}
}
