package main

import (
	"archive/tar"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestThePackageOfNpmInstalls(t *testing.T) {
	t.Parallel()
	r := release{dist: small(t), out: t.TempDir(), source: "../.."}
	name, err := r.npm()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(r.out, name)
	want := append(slices.Collect(maps.Keys(packageFiles)), "engine.wasm.br", "wasm_exec.js")
	if got := namesIn(t, path); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("the package holds %q, want %q", got, want)
	}
	if testing.Short() {
		return // the rest installs it
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not installed")
	}
	home := t.TempDir()
	cmd := exec.Command(npm, "install", "--offline", "--no-audit", "--no-fund", path)
	cmd.Dir = home
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if _, err := os.Stat(filepath.Join(home, "node_modules", "rowkey", "rowkey.mjs")); err != nil {
		t.Error(err)
	}
}

// namesIn lists the files of a package, sorted, without the folder that all are in.
func namesIn(t *testing.T, path string) (names []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for in := tar.NewReader(zip); ; {
		h, err := in.Next()
		if err == io.EOF {
			slices.Sort(names)
			return names
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, strings.TrimPrefix(h.Name, "package/"))
	}
}

func TestAPackageNeedsASiteThatIsBuiltWhole(t *testing.T) {
	r := release{dist: t.TempDir(), out: t.TempDir(), source: "../.."}
	if _, err := r.npm(); err == nil || !strings.Contains(err.Error(), "./build.sh") {
		t.Errorf("without an engine: %v", err)
	}
}

func TestAFileAboveItsBudgetIsNoRelease(t *testing.T) {
	t.Parallel()
	for end, most := range budgets {
		r := release{out: t.TempDir()}
		name := "rowkey-1" + end
		path := filepath.Join(r.out, name)
		for size, wrong := range map[int64]bool{most: false, most + 1: true} {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(path, size); err != nil {
				t.Fatal(err)
			}
			if err := r.sums([]string{name}, io.Discard); (err != nil) != wrong {
				t.Errorf("%s of %d bytes: %v, want an error: %v", name, size, err, wrong)
			}
		}
	}
}
