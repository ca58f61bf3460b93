package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"rowkey/engine/golden"
	"rowkey/site/publish"
)

// mini copies the small site of testdata to a folder of its own, some levels deep, and changes some
// of its files; the content "" removes one. Engine and search index are stand-ins, which takes seconds off each test.
func mini(t *testing.T, depth int, edits map[string]string) Options {
	t.Helper()
	root := filepath.Join(t.TempDir(), strings.Repeat("deep/", depth))
	if err := os.CopyFS(root, golden.Files(t, "testdata/mini.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(root, "site/i18n"), os.DirFS("i18n")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"app/css/base/tokens.css", "app/css/blocks/answers/heat-map.css"} {
		css, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(root, "site", name), string(css)) // the colours of pictures
	}
	for name, text := range edits {
		file := filepath.Join(root, name)
		if text != "" {
			writeFile(t, file, text)
		} else if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	return Options{
		Root: root, Out: filepath.Join(root, "dist"), Base: "https://example.org/rowkey/",
		engine: func(context.Context, publish.Module, string) ([]byte, error) { return []byte("\x00asm"), nil },
		node:   realNode,
		index: func(publish.Files) (publish.Files, error) {
			return publish.Files{"pagefind/pagefind.js": []byte("search")}, nil
		},
	}
}

// realNode is what Node runs for any build, made once.
var realNode = sync.OnceValues(func() ([]byte, error) {
	dir, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	return publish.NodeScript(dir)
})

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// built builds a small site and reads it back.
func built(t *testing.T, edits map[string]string) (Built, publish.Files) {
	t.Helper()
	o := mini(t, 0, edits)
	b, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return b, readTree(t, o.Out)
}

func readTree(t *testing.T, dir string) publish.Files {
	t.Helper()
	f := publish.Files{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f[name], err = os.ReadFile(filepath.Join(dir, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
