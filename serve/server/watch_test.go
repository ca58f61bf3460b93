package server

import (
	"crypto/tls"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// watching starts a server with a site, and returns the addresses and the token that it has printed.
func watching(t *testing.T, flags ...string) (urls map[string]string, site, token string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("<p>"), 0o600); err != nil {
		t.Fatal(err)
	}
	urls = start(t, append([]string{"-site", "127.0.0.1:0", "-dir", dir}, flags...)...)
	site, token, ok := strings.Cut(urls["watch"], "/watch/#token=")
	if !ok || len(token) < 20 {
		t.Fatalf("the banner names %q, want the page with its token", urls["watch"])
	}
	return urls, site, token
}

func TestOnlyAPageWithTheTokenIsTold(t *testing.T) {
	urls, site, token := watching(t, "-auth", "trust")
	for _, method := range []string{"GET", "POST"} {
		for _, fields := range [][]string{nil, {tokenHeader + ": " + token + "x"}, {"Authorization: " + token}} {
			if res, body := ask(t, method, site+"/-/watch", "{}", fields...); res.StatusCode != http.StatusUnauthorized {
				t.Errorf("%s /-/watch with %q = %d %s, want 401", method, fields, res.StatusCode, body)
			}
		}
	}
	mine := tokenHeader + ": " + token
	foreign := []string{mine, "Origin: https://evil.example", "Sec-Fetch-Site: cross-site"}
	if res, _ := ask(t, "POST", site+"/-/watch", `{"clear":true}`, foreign...); res.StatusCode != http.StatusForbidden {
		t.Errorf("POST of a foreign page = %d, want 403", res.StatusCode)
	}
	for _, path := range []string{"reset", "snapshot", "clock", "scripts", "tables/x/history", "watch/../reset"} {
		if res, body := ask(t, "POST", site+"/-/"+path, "{}", mine); res.StatusCode < 400 {
			t.Errorf("POST /-/%s = %d %s, want a refusal: the page does not need it", path, res.StatusCode, body)
		}
	}
	if res, _ := ask(t, "GET", origin(urls["table"])+"/-/watch", "", mine); res.StatusCode != http.StatusForbidden {
		t.Errorf("GET at the port of tables = %d, want 403", res.StatusCode)
	}
	ask(t, "POST", urls["table"]+"/Tables", `{"TableName":"Orders"}`, "Content-Type: application/json",
		"Accept: application/json", "x-ms-version: 2019-02-02")
	res, body := ask(t, "GET", site+"/-/watch", "", mine)
	if !strings.Contains(body, `"recording":true`) || !strings.Contains(body, `"does":"create table"`) {
		t.Errorf("GET /-/watch = %d %s, want the request in a recording", res.StatusCode, body)
	}
	if _, body := ask(t, "GET", site+"/-/tables", "", mine); !strings.Contains(body, `"Orders"`) {
		t.Errorf("GET /-/tables = %s", body)
	}
}

func TestAFindingIsToldWhileTheRecordingGoesOnOnceAllIsOver(t *testing.T) {
	urls, site, token := watching(t, "-auth", "trust")
	json := []string{"Content-Type: application/json", "Accept: application/json", "x-ms-version: 2019-02-02"}
	ask(t, "POST", urls["table"]+"/Tables", `{"TableName":"Orders"}`, json...)
	ask(t, "POST", urls["table"]+"/Orders", `{"PartitionKey":"a","RowKey":"1","N":0}`, json...)
	row := urls["table"] + "/Orders(PartitionKey='a',RowKey='1')"
	for _, n := range []string{"1", "2", "3"} {
		ask(t, "GET", row, "", json...)
		ask(t, "PUT", row, `{"N":`+n+`}`, append(json, "If-Match: *")...)
	}
	mine := tokenHeader + ": " + token
	if _, body := ask(t, "GET", site+"/-/watch", "", mine); strings.Contains(body, "star-after-read") {
		t.Errorf("GET /-/watch = %s, want no finding: the program may go on", body)
	}
	_, body := ask(t, "POST", site+"/-/watch", `{"over":true}`, mine)
	if !strings.Contains(body, "star-after-read") || !strings.Contains(body, `"recording":true`) {
		t.Errorf("POST /-/watch = %s, want the finding, and the recording to go on", body)
	}
}

func TestThePageWatchHearsWhatCameInWrongly(t *testing.T) {
	urls, site, token := watching(t)
	ask(t, "GET", urls["table"]+"/Tables", "", "User-Agent: <b>shop</b>", "x-ms-version: 2019-02-02",
		"Authorization: SharedKey devstoreaccount1:AAAA", "x-ms-date: Mon, 05 Jan 2026 08:00:00 GMT")
	ask(t, "GET", urls["blob"]+"/Tables", "", "User-Agent: shop/1", "DataServiceVersion: 3.0")
	secret := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	if _, err := secret.Get(strings.Replace(urls["table"], "http:", "https:", 1)); err == nil {
		t.Error("a plain listener speaks TLS")
	}
	_, body := ask(t, "GET", site+"/-/arrivals", "", tokenHeader+": "+token)
	for _, want := range []string{`"kind":"refused"`, `"status":403`, `"kind":"port"`, `"kind":"https"`,
		`\u003cb\u003eshop`, `"table":"` + urls["table"] + `"`} {
		if !strings.Contains(body, want) {
			t.Errorf("GET /-/arrivals = %s, want %s in it", body, want)
		}
	}
}

func TestThereIsNoPageWatchWithoutASiteOnThisMachine(t *testing.T) {
	for _, flags := range [][]string{{"-site", "off"}, {"-site", "0.0.0.0:0"}} {
		o, err := parse(flags, "", os.Stderr)
		if err != nil || o.watch != nil || o.engine.Control {
			t.Errorf("%v: watch = %v, measured = %v, %v", flags, o.watch, o.engine.Control, err)
		}
	}
}
