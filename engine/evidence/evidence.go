// Package evidence finds recorded traffic with the real services, and worked examples, which are in a folder
// called "shared" beside the project and are not part of it. Only tests import it.
//
// A test that needs them is skipped where there are none, always with the same sentence: the end of
// "./build.sh test" counts those tests. Not here: reading what was found.
package evidence

import (
	"os"
	"path/filepath"
	"testing"
)

// Path returns the path of a file or folder below "shared", which is beside one of the parents of
// the package under test. It skips the test if there is none.
func Path(t testing.TB, name ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	wanted := filepath.Join(append([]string{"shared"}, name...)...)
	for dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		path := filepath.Join(dir, wanted)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Skipf("there is no %s beside the project", filepath.ToSlash(wanted))
	return ""
}

// Glob returns the files of a folder below "shared" that match a pattern. It skips the test if there is no
// such folder, and fails it if nothing in the folder matches.
func Glob(t testing.TB, dir, pattern string) []string {
	t.Helper()
	path := Path(t, filepath.FromSlash(dir))
	files, err := filepath.Glob(filepath.Join(path, pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("%s holds no %s", path, pattern)
	}
	return files
}
