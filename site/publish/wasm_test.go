package publish

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestOneEngineOfEachFormIsKept(t *testing.T) {
	cache := t.TempDir()
	if err := Workbench.store(cache, "1.a", []byte("workbench")); err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"1.a", "1.b", "1.b"} {
		if err := Engine.store(cache, version, []byte(version)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Engine.Cached(context.Background(), "no project", cache, "1.b")
	if err != nil || string(got) != "1.b" {
		t.Errorf("Cached = %q, %v, want the last one", got, err)
	}
	got, err = Workbench.Cached(context.Background(), "no project", cache, "1.a")
	if err != nil || string(got) != "workbench" {
		t.Errorf("Cached = %q, %v, want the other form untouched", got, err)
	}
	if _, err := os.Stat(filepath.Join(cache, "engine-1.a.wasm")); !os.IsNotExist(err) {
		t.Errorf("the engine before it is still there: %v", err)
	}
}
