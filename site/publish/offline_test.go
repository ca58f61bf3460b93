package publish

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func treeWithShell() (Files, *Bundle) {
	return Files{
		"a/offline.1.js": []byte("listen();"), "a/page.1.js": nil, "a/index.1.css": nil, "a/engine.1.wasm": nil,
		"a/store.1.bin": nil, "a/store.2.bin": nil, "feed.atom": nil, "learn/keys/index.html": nil,
		"play/index.html": []byte(`{"store":"a/store.1.bin"}`), "index.html": []byte("home"),
	}, &Bundle{Offline: "a/offline.1.js", Style: "a/index.1.css"}
}

func workerOf(t *testing.T, f Files, b *Bundle) shell {
	t.Helper()
	if err := f.AddWorker(b, "a/engine.1.wasm", map[string]string{"title": "Offline"}); err != nil {
		t.Fatal(err)
	}
	text, code, _ := strings.Cut(strings.TrimPrefix(string(f[WorkerFile]), "const shell="), ";\n")
	if code != "listen();" {
		t.Errorf("the code of the worker is %q", code)
	}
	var s shell
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheShellHoldsWhatThePlaygroundNeedsAndNoOtherStore(t *testing.T) {
	f, b := treeWithShell()
	s := workerOf(t, f, b)
	want := []string{"a/index.1.css", "a/page.1.js", "a/store.1.bin", "a/engine.1.wasm"}
	if !slices.Equal(s.Files, want) {
		t.Errorf("files: %q, want %q", s.Files, want)
	}
	if !slices.Equal(s.Pages, []string{"play/", ""}) {
		t.Errorf("pages: %q", s.Pages)
	}
	if f["a/offline.1.js"] != nil {
		t.Error("the worker is there twice")
	}
}

func TestAnotherPageOfTheShellIsAnotherVersion(t *testing.T) {
	f, b := treeWithShell()
	before := workerOf(t, f, b).Version
	f, b = treeWithShell()
	f["index.html"] = bytes.ToUpper(f["index.html"])
	if after := workerOf(t, f, b).Version; after == before {
		t.Error("the page has changed, the version has not")
	}
	f, b = treeWithShell()
	if again := workerOf(t, f, b).Version; again != before {
		t.Error("the same tree has another version")
	}
}
