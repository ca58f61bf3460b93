package site

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Paths of the site under -reload. No page has such an address.
const (
	reloadScript = "/-reload/script.js"
	reloadEvents = "/-reload/events"
)

// reloadCode loads a page again when its file has changed since. The policy of the pages
// allows it, for it comes from their own host.
const reloadCode = `let first;
new EventSource("` + reloadEvents + `?page=" + encodeURIComponent(location.pathname)).onmessage = ({ data }) => {
  first ??= data;
  if (data !== first) location.reload();
};
`

// Reload serves a site that is being written: each page has a script that loads it again when its file changes.
// Nothing of that is in the files.
func Reload(dir string, site http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch address := r.URL.Path; {
		case address == reloadScript:
			w.Header().Set("Content-Type", types[".js"])
			_, _ = io.WriteString(w, reloadCode) // the page may be gone
		case address == reloadEvents:
			tellTime(w, pageFile(dir, r.URL.Query().Get("page")))
		case r.Method != http.MethodGet || !strings.HasSuffix(address, "/") || !servePage(w, pageFile(dir, address)):
			site.ServeHTTP(w, r)
		}
	})
}

// pageFile is the file of the page at an address. It is below dir.
func pageFile(dir, address string) string {
	return filepath.Join(dir, filepath.FromSlash(path.Clean("/"+address)), "index.html")
}

// servePage sends a page with the script, unless there is none.
func servePage(w http.ResponseWriter, file string) bool {
	page, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	refuseFrames(w.Header())
	w.Header().Set("Content-Type", types[".html"])
	w.Header().Set("Cache-Control", "no-store")
	const end = "</head>"
	_, _ = w.Write(bytes.Replace(page, []byte(end), []byte(`<script src="`+reloadScript+`"></script>`+end), 1)) // as above
	return true
}

// tellTime sends the time at which a file was written as an event, and ends: the client asks again by itself after
// the time, in milliseconds, that "retry" says. So no connection stays open, which would delay the end of the server.
// Source: HTML Living Standard, "Server-sent events".
func tellTime(w http.ResponseWriter, file string) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	fmt.Fprint(w, "retry: 200\n")
	if info, err := os.Stat(file); err == nil {
		fmt.Fprintf(w, "data: %d\n\n", info.ModTime().UnixNano())
	}
}
