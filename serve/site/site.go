// Package site serves the built site as a static host would: from its folder, from the zip inside a released program,
// or with pages that load again while they are being written. Not here: how it is built (site/publish).
package site

import (
	"mime"
	"net/http"
	"path"
	"strings"
)

// Hashed files never change; everything else is revalidated each time.
const (
	cacheForever = "public, max-age=31536000, immutable"
	cacheAsk     = "no-cache"
)

// types are the content types that the system's table may lack or spell otherwise.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".webmanifest": "application/manifest+json",
	".svg":         "image/svg+xml",
	".wasm":        "application/wasm",
	".xml":         "application/xml; charset=utf-8",
	".atom":        "application/atom+xml; charset=utf-8",
	".txt":         "text/plain; charset=utf-8",
	".http":        "text/plain; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
}

// encodings are the forms in which the build leaves each file, best first.
var encodings = []struct{ name, ext string }{{"br", ".br"}, {"gzip", ".gz"}}

// Handler serves files as a static host would, compressed forms included.
func Handler(root http.FileSystem) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refuseFrames(w.Header())
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
			return
		}
		name := path.Clean("/" + r.URL.Path)
		if isDir(root, name) {
			if !strings.HasSuffix(r.URL.Path, "/") {
				redirect(w, r, name)
				return
			}
			name = path.Join(name, "index.html")
		}
		serveFile(w, r, root, name, http.StatusOK)
	})
}

// refuseFrames keeps the site out of the frames of other sites' pages, which could put something of
// their own over it. A policy in a page cannot say this. The second field is for old browsers.
// Source: Content Security Policy Level 3, "frame-ancestors"; RFC 7034.
func refuseFrames(h http.Header) {
	h.Set("Content-Security-Policy", "frame-ancestors 'self'")
	h.Set("X-Frame-Options", "SAMEORIGIN")
}

// redirect adds the slash that relative links need. It stays on this host: name is clean.
func redirect(w http.ResponseWriter, r *http.Request, name string) {
	to := strings.TrimSuffix(name, "/") + "/"
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	http.Redirect(w, r, to, http.StatusMovedPermanently)
}

func serveFile(w http.ResponseWriter, r *http.Request, root http.FileSystem, name string, status int) {
	f, encoding := open(r, root, name)
	if f == nil {
		if status != http.StatusOK {
			http.Error(w, "not found", status)
			return
		}
		serveFile(w, r, root, "/404.html", http.StatusNotFound)
		return
	}
	defer f.Close()
	h := w.Header()
	h.Set("Content-Type", contentType(name))
	h.Set("Cache-Control", cacheAsk)
	if strings.HasPrefix(name, "/a/") {
		h.Set("Cache-Control", cacheForever)
	}
	h.Set("Vary", "Accept-Encoding")
	h.Set("X-Content-Type-Options", "nosniff")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	if packed, ok := f.(packedFile); ok {
		h.Set("ETag", packed.tag())
	}
	sendFile(w, r, f, status)
}

// sendFile writes the file. Only a whole answer can be a 404, so ranges and conditions are left to 200.
func sendFile(w http.ResponseWriter, r *http.Request, f http.File, status int) {
	info, err := f.Stat()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if status != http.StatusOK {
		r = r.Clone(r.Context())
		r.Header = http.Header{}
		w = statusWriter{w, status}
	}
	http.ServeContent(w, r, "", info.ModTime(), f)
}

// statusWriter replaces the 200 of ServeContent.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w statusWriter) WriteHeader(int) { w.ResponseWriter.WriteHeader(w.status) }

// open returns the best form of a file that the client takes, nil if there is no such file.
func open(r *http.Request, root http.FileSystem, name string) (http.File, string) {
	accept := r.Header.Get("Accept-Encoding")
	for _, e := range encodings {
		if !strings.Contains(accept, e.name) {
			continue
		}
		if f, err := root.Open(name + e.ext); err == nil {
			return f, e.name
		}
	}
	if isDir(root, name) {
		return nil, ""
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, ""
	}
	return f, ""
}

func isDir(root http.FileSystem, name string) bool {
	f, err := root.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	return err == nil && info.IsDir()
}

func contentType(name string) string {
	ext := path.Ext(name)
	if t, ok := types[ext]; ok {
		return t
	}
	if t := mime.TypeByExtension(ext); t != "" {
		return t
	}
	return "application/octet-stream"
}
