package pages

import (
	"strings"
)

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
