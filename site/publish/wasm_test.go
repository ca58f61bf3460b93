package publish

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestOneEngineIsKept(t *testing.T) {
	cache := t.TempDir()
	for _, version := range []string{"1.a", "1.b", "1.b"} {
		if err := keepWasm(cache, version, []byte(version)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := KeptWasm(context.Background(), "no project", cache, "1.b")
	if err != nil || string(got) != "1.b" {
		t.Errorf("KeptWasm = %q, %v, want the last one", got, err)
	}
	if _, err := os.Stat(filepath.Join(cache, "engine-1.a.wasm")); !os.IsNotExist(err) {
		t.Errorf("the engine before it is still there: %v", err)
	}
}
