package site

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// site returns a handler over a small built site.
func site(t *testing.T) http.Handler {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.html":           "home",
		"404.html":             "lost",
		"play/index.html":      "play",
		"a/app.12345678.js":    "plain",
		"a/app.12345678.js.br": "brotli",
		"a/app.12345678.js.gz": "gzip",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Handler(http.Dir(dir))
}

func TestSite(t *testing.T) {
	tests := []struct {
		name, method, path, accept string
		status                     int
		body, header, value        string
	}{
		{"a-folder-answers-with-its-index", "GET", "/play/", "", 200, "play", "Content-Type", "text/html; charset=utf-8"},
		{"a-folder-without-slash-redirects", "GET", "/play", "", 301, "", "Location", "/play/"},
		{"a-redirect-never-leaves-the-host", "GET", "//evil.example/play/..%2f", "", 404, "lost", "Content-Type",
			"text/html; charset=utf-8"},
		{"a-hashed-file-is-kept-forever", "GET", "/a/app.12345678.js", "", 200, "plain", "Cache-Control", cacheForever},
		{"a-page-is-asked-for-again", "GET", "/", "", 200, "home", "Cache-Control", cacheAsk},
		{"brotli-is-preferred", "GET", "/a/app.12345678.js", "gzip, br", 200, "brotli", "Content-Encoding", "br"},
		{"gzip-is-the-second-choice", "GET", "/a/app.12345678.js", "gzip", 200, "gzip", "Content-Encoding", "gzip"},
		{"the-type-is-that-of-the-plain-file", "GET", "/a/app.12345678.js", "br", 200, "brotli", "Content-Type",
			"text/javascript; charset=utf-8"},
		{"a-missing-page-is-the-404-page", "GET", "/nowhere", "", 404, "lost", "Cache-Control", cacheAsk},
		{"a-climb-out-of-the-folder-stays-inside", "GET", "/../../etc/passwd", "", 404, "lost", "Cache-Control", cacheAsk},
		{"a-write-is-refused", "POST", "/", "", 405, "only GET and HEAD\n", "Allow", "GET, HEAD"},
	}
	h := site(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest(test.method, "http://127.0.0.1:8080/", nil)
			r.URL.Path = test.path
			r.Header.Set("Accept-Encoding", test.accept)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != test.status {
				t.Errorf("status = %d, want %d", w.Code, test.status)
			}
			if test.status != 301 && w.Body.String() != test.body {
				t.Errorf("body = %q, want %q", w.Body, test.body)
			}
			if got := w.Header().Get(test.header); got != test.value {
				t.Errorf("%s = %q, want %q", test.header, got, test.value)
			}
		})
	}
}

func TestAnUnbuiltSiteIsExplained(t *testing.T) {
	_, err := Files(t.TempDir())
	if err == nil {
		t.Fatal("Files of an empty folder = nil, want an error that names ./build.sh")
	}
}

// Finding D14: nobody else puts the site into a frame.
func TestPagesAreNotFramedByOtherSites(t *testing.T) {
	h := site(t)
	for _, path := range []string{"/", "/play/", "/play", "/nowhere", "/a/app.12345678.js"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if got := w.Header().Get("Content-Security-Policy"); got != "frame-ancestors 'self'" {
			t.Errorf("GET %s: Content-Security-Policy = %q, want frame-ancestors 'self'", path, got)
		}
		if got := w.Header().Get("X-Frame-Options"); got != "SAMEORIGIN" {
			t.Errorf("GET %s: X-Frame-Options = %q, want SAMEORIGIN", path, got)
		}
	}
}
