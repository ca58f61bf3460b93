package pages

import (
	"fmt"
	"net/url"
	"strings"
)

// relative turns a link as authors write it into one that works from a page whose way to the root is
// root: "/learn/" into "../../learn/". Anchors and outside addresses stay as they are.
func relative(root, target string) (string, error) {
	switch {
	case strings.HasPrefix(target, "#"), strings.HasPrefix(target, "https://"),
		strings.HasPrefix(target, "mailto:"):
		return target, nil
	case strings.HasPrefix(target, "/") && !strings.HasPrefix(target, "//"):
		return root + target[1:], nil
	}
	return "", fmt.Errorf("link to %q: begin with / for a page of this site, or with https://", target)
}

// rootOf returns the way from a page to the root: "learn/keys/" needs "../../".
func rootOf(page string) string {
	if depth := strings.Count(page, "/"); depth > 0 {
		return strings.Repeat("../", depth)
	}
	return "./"
}

// BasePath returns the path of the site's address, "/" if that is unknown.
func BasePath(base string) string {
	u, err := url.Parse(base)
	if err != nil || u.Path == "" {
		return "/"
	}
	return u.Path
}

// AssetDir is the folder of the files whose names hold a hash of their content.
const AssetDir = "a"

// StoreEnding is that of a filled store that pages begin with.
const StoreEnding = ".bin"

// NotFound is the page that hosts show for unknown addresses.
const NotFound = "404.html"

// AssetPath names a file with a hash of its content: "a/engine.1a2b3c4d.wasm".
func AssetPath(stem, hash, ending string) string { return AssetDir + "/" + stem + "." + hash + ending }

// storePath returns where the store of a hash is published, "" if a page begins with an empty one.
func storePath(hash string) string {
	if hash == "" {
		return ""
	}
	return AssetPath("store", hash, StoreEnding)
}

// Stores returns the filled stores that pages begin with, by path.
func (b *Book) Stores() map[string][]byte {
	files := map[string][]byte{}
	for hash, data := range b.Runner.Stores() {
		files[storePath(hash)] = data
	}
	return files
}

// File returns where a page is written: "learn/" is "learn/index.html".
func File(where string) string {
	if where == "" || strings.HasSuffix(where, "/") {
		return where + "index.html"
	}
	return where
}
