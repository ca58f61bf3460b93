package server

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/control"
	"rowkey/engine/rest"
	"rowkey/serve/data"
)

// fromAPage is what a browser sends along for a page of another site.
var fromAPage = []string{"Origin: http://evil.example", "Sec-Fetch-Site: cross-site"}

// Finding D4: the account "-", however a host or a path spells it, and /-/ below an account.
func TestNoPathButItsOwnLeadsToControl(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"on", "trust", "off"} {
		url := origin(start(t, "-control", "-auth", mode)["table"])
		_, port, _ := net.SplitHostPort(strings.TrimPrefix(url, "http://"))
		for _, by := range [][]string{fromAPage, nil} {
			for _, to := range [][2]string{
				{"", "/--secondary/reset"},
				{"-.table.localhost:" + port, "/reset"},
				{"--secondary.table.localhost:" + port, "/reset"},
				{"", "/devstoreaccount1/-/reset"},
				{"devstoreaccount1.table.localhost:" + port, "/-x/../-/reset"},
				{"", "//-/reset"},
				{"", "/%2D/reset"},
				{"", "/devstoreaccount1/%2D/reset"},
			} {
				fields := by
				if to[0] != "" {
					fields = append([]string{"Host: " + to[0]}, by...)
				}
				if res, body := ask(t, "POST", url+to[1], "{}", fields...); res.StatusCode == 200 {
					t.Errorf("POST %s %s with %q = 200 %s, want a refusal", to[0], to[1], by, body)
				}
			}
		}
		if res, _ := ask(t, "POST", url+"/-/reset", "{}", fromAPage...); res.StatusCode != 403 {
			t.Errorf("POST /-/reset by a foreign page = %d, want 403", res.StatusCode)
		}
		if res, _ := ask(t, "POST", url+"/-/reset", "{}",
			"Host: devstoreaccount1.table.localhost:"+port); res.StatusCode != 200 {
			t.Errorf("POST /-/reset = %d, want 200", res.StatusCode)
		}
	}
}

// Finding D5 and bug 1: what looks like a signature to one reader only is none.
func TestAPageCannotPretendToSign(t *testing.T) {
	t.Parallel()
	url := start(t, "-auth", "trust")["table"]
	for _, query := range []string{"", "?xsig=1", "?foo=sig=", "?a=b;sig=1", "?SIG=1", "?sig%00=1", "?sig%3D1"} {
		body := fmt.Sprintf(`{"TableName":"evil%d"}`, len(query))
		if res, text := ask(t, "POST", url+"/Tables"+query, body,
			append(fromAPage, "Accept: application/json")...); res.StatusCode != 403 {
			t.Errorf("POST /Tables%s by a foreign page = %d %s, want 403", query, res.StatusCode, text)
		}
	}
	if _, list := ask(t, "GET", url+"/Tables", "", "Accept: application/json;odata=nometadata"); strings.Contains(list,
		"evil") {
		t.Errorf("a foreign page made tables: %s", list)
	}
	for _, query := range []string{"?sig=1", "?%73ig=1", "?xsig=1&sig="} {
		if res, text := ask(t, "POST", url+"/Tables"+query, `{"TableName":"evil"}`,
			append(fromAPage, "Accept: application/json")...); res.StatusCode < 400 {
			t.Errorf("POST /Tables%s by a foreign page = %d %s, want a refusal", query, res.StatusCode, text)
		}
	}
}

// Finding D6.
func TestAPageCannotTakeMessages(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"trust", "off"} {
		url := start(t, "-auth", mode)["queue"] + "/tasks"
		ask(t, "PUT", url, "")
		ask(t, "POST", url+"/messages", "<QueueMessage><MessageText>hello</MessageText></QueueMessage>")
		for _, path := range []string{
			"/messages?visibilitytimeout=604800&numofmessages=32", "/messages/", "/messages?peekonly=false&peekonly=true",
			"/messages?peekonly=TRUE", "%2Fmessages", "/messages?peekonly%00=true",
		} {
			if res, body := ask(t, "GET", url+path, "", fromAPage...); res.StatusCode != 403 {
				t.Errorf("-auth %s: GET %s by a foreign page = %d %s, want 403", mode, path, res.StatusCode, body)
			}
		}
		for _, path := range []string{"/messages?peekonly=true", "?comp=metadata"} {
			if res, body := ask(t, "GET", url+path, "", fromAPage...); res.StatusCode != 200 {
				t.Errorf("-auth %s: GET %s by a foreign page = %d %s, want 200: it changes nothing", mode, path, res.StatusCode,
					body)
			}
		}
		if _, body := ask(t, "GET", url+"/messages", ""); !strings.Contains(body, "hello") {
			t.Errorf("-auth %s: the message is hidden: %s", mode, body)
		}
	}
}

// TestAPageMayWriteWithAGoodSignature: what the guard lets pass as signed, the engine verifies.
func TestAPageMayWriteWithAGoodSignature(t *testing.T) {
	t.Parallel()
	url := start(t, "-auth", "trust")["queue"]
	key := auth.Development()[auth.DevelopmentAccount][0]
	token := auth.Token{
		Version: "2019-02-02", Services: "q", ResourceTypes: "sco", Permissions: "rwdlacup",
		Expiry: time.Now().Add(time.Hour).UTC().Format(time.RFC3339),
	}.SignAccount(key, auth.DevelopmentAccount)
	if res, body := ask(t, "PUT", url+"/tasks?"+token, "", fromAPage...); res.StatusCode != 201 {
		t.Errorf("PUT with a token = %d %s, want 201", res.StatusCode, body)
	}
	if res, body := ask(t, "PUT", url+"/more?"+token+"x", "", fromAPage...); res.StatusCode != 403 {
		t.Errorf("PUT with a wrong token = %d %s, want 403", res.StatusCode, body)
	}
}

// FuzzPagesOfOtherSitesChangeNothing: whatever a foreign page sends without knowing a key, through the
// guard or past it, the store of a server that trusts unsigned requests stays as it is. Messages are
// data: to take one changes the store.
func FuzzPagesOfOtherSitesChangeNothing(f *testing.F) {
	for _, method := range []string{"GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"} {
		for _, target := range []string{
			"/devstoreaccount1/tasks/messages", "/devstoreaccount1/tasks?xsig=1", "/--secondary/reset", "/-/reset",
			"/devstoreaccount1/-/reset", "/devstoreaccount1/Tables?sig=1", "/devstoreaccount1/Tables#?sig=1",
			"/devstoreaccount1/%3Fsig=1", "http://a/devstoreaccount1/tasks/messages",
			"/devstoreaccount1-secondary/tasks/messages?peekonly=true", "/reset", "/devstoreaccount1/files/a?sv=1&sig=%zz",
		} {
			f.Add(method, target, "127.0.0.1", "")
			f.Add(method, target, "-.queue.localhost", "SharedKey devstoreaccount1:AAAA")
		}
	}
	o, err := parse([]string{"-auth", "trust", "-control"}, "", &bytes.Buffer{})
	if err != nil {
		f.Fatal(err)
	}
	e, closeEngine, err := data.Open(o.data, o.engine)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { closeEngine() })
	const body = `<QueueMessage><MessageText>x</MessageText></QueueMessage>`
	serve := func(service rest.Service, r *http.Request) int {
		w := httptest.NewRecorder()
		newGuard(&o).protect("127.0.0.1:1", service, newEndpoint(&o, service, e)).ServeHTTP(w, r)
		return w.Code
	}
	owner := func(service rest.Service, method, path, body string) {
		r := httptest.NewRequest(method, "http://127.0.0.1:1/devstoreaccount1"+path, strings.NewReader(body))
		r.Header.Set("x-ms-blob-type", "BlockBlob")
		if status := serve(service, r); status >= 300 {
			f.Fatalf("%s %s = %d", method, path, status)
		}
	}
	owner(rest.QueueService, "PUT", "/tasks", "")
	owner(rest.QueueService, "POST", "/tasks/messages", body)
	owner(rest.BlobService, "PUT", "/files?restype=container", "")
	owner(rest.BlobService, "PUT", "/files/a", "text")
	before := whatIsStored(f, e)
	f.Fuzz(func(t *testing.T, method, target, host, authorization string) {
		if strings.ContainsAny(method+target+host+authorization, "\r\n") {
			return
		}
		for _, service := range []rest.Service{rest.TableService, rest.QueueService, rest.BlobService} {
			text := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nSec-Fetch-Site: cross-site\r\n"+
				"x-ms-blob-type: BlockBlob\r\nContent-Length: %d\r\n", method, target, host, len(body))
			if authorization != "" {
				text += "Authorization: " + authorization + "\r\n"
			}
			r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(text + "\r\n" + body)))
			if err != nil {
				return
			}
			r.RemoteAddr = "127.0.0.1:9"
			status := serve(service, r)
			if after := whatIsStored(t, e); after != before {
				t.Fatalf("%s %s of %s by a foreign page = %d: the store has changed", method, target, host, status)
			}
		}
	})
}

// whatIsStored returns everything that an engine holds.
func whatIsStored(t testing.TB, e *control.Handler) string {
	t.Helper()
	r, err := control.Request("GET", "/-/snapshot")
	if err != nil {
		t.Fatal(err)
	}
	res := e.Serve(t.Context(), r)
	if res.Status != 200 {
		t.Fatalf("GET /-/snapshot = %d %s", res.Status, res.Body)
	}
	_, data, _ := strings.Cut(strings.TrimPrefix(string(res.Body), "rowkey-1\n"), "\n") // time and ids go on
	return data
}
