package changes_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"rowkey/site/changes"
)

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestWrittenNewAndRemovedFilesAreNamed(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a/old.md", "a/same.md", "a/b/gone.md", "a/out/page.html", "c/else.md"} {
		write(t, filepath.Join(root, name), "1")
	}
	w, err := changes.New(os.DirFS(root), []string{"a", "missing"}, []string{"a/out"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a/old.md", "a/b/new.md", "a/out/page.html", "c/else.md", "a/node_modules/x.js",
		"a/.git/HEAD"} {
		write(t, filepath.Join(root, name), "22")
	}
	if err := os.Remove(filepath.Join(root, "a/b/gone.md")); err != nil {
		t.Fatal(err)
	}
	got, err := w.Next(t.Context(), time.Millisecond)
	if want := []string{"a/b/gone.md", "a/b/new.md", "a/old.md"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("Next() = %q, %v, want %q", got, err, want)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if got, err := w.Next(ctx, time.Millisecond); err != context.DeadlineExceeded {
		t.Errorf("Next() = %q, %v though nothing has changed since, want to wait", got, err)
	}
}
