package site

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// draft serves a site that is being written, and returns the file of its page play/.
func draft(t *testing.T) (http.Handler, string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "play/index.html")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("<head></head>play"), 0o644); err != nil {
		t.Fatal(err)
	}
	return Reload(dir, Handler(http.Dir(dir))), file
}

func answer(h http.Handler, address string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "http://127.0.0.1:8080"+address, nil))
	return w
}

func TestPagesThatAreBeingWrittenHaveTheScript(t *testing.T) {
	h, file := draft(t)
	want := `<head><script src="/-reload/script.js"></script></head>play`
	if w := answer(h, "/play/"); w.Body.String() != want || w.Header().Get("Content-Security-Policy") == "" {
		t.Errorf("GET /play/ = %s %v, want %s, and a policy against frames", w.Body, w.Header(), want)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "<head></head>play" {
		t.Errorf("the file is %s (%v), want it unchanged", text, err)
	}
	if w := answer(h, "/play"); w.Code != http.StatusMovedPermanently {
		t.Errorf("GET /play = %d, want the redirection of the site", w.Code)
	}
	if w := answer(h, "/-reload/script.js"); !strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript") {
		t.Errorf("the script is of type %s", w.Header().Get("Content-Type"))
	}
}

func TestTheEventOfAPageChangesWithItsFile(t *testing.T) {
	h, file := draft(t)
	const events = "/-reload/events?page=%2Fplay%2F"
	before := answer(h, events)
	if got := before.Body.String(); got != answer(h, events).Body.String() ||
		!strings.HasPrefix(got, "retry: 200\ndata: ") {
		t.Errorf("events = %q, want the same twice", got)
	}
	later := time.Now().Add(time.Minute)
	if err := os.Chtimes(file, later, later); err != nil {
		t.Fatal(err)
	}
	if got := answer(h, events).Body.String(); got == before.Body.String() {
		t.Errorf("events = %q before and after the file was written", got)
	}
	if got := answer(h, "/-reload/events?page=%2F..%2F..%2Fplay").Body.String(); got != answer(h, events).Body.String() {
		t.Errorf("events = %q for a path that climbs, want that of /play/", got)
	}
}
