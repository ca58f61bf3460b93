//go:build !js

package structure_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// maxTracked is the size of the largest file that may be committed, in bytes.
const maxTracked = 1_000_000

// programs are the first bytes of what a compiler or linker writes: ELF, Mach-O in four forms and as a
// universal file, Windows, WebAssembly, an archive of object files.
var programs = []string{
	"\x7fELF", "\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe",
	"MZ", "\x00asm", "!<arch>\n",
}

func TestNoCommittedFileIsLargeOrABuiltProgram(t *testing.T) {
	root, files := tracked(t)
	for _, name := range files {
		info, err := os.Lstat(filepath.Join(root, name))
		if os.IsNotExist(err) || err == nil && !info.Mode().IsRegular() {
			continue // deleted and not yet committed, or a link
		}
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > maxTracked {
			t.Errorf("%s has %d bytes: a committed file has at most %d", name, info.Size(), maxTracked)
		}
		if isProgram(head(t, filepath.Join(root, name))) {
			t.Errorf("%s is a built program: remove it, and add it to .gitignore", name)
		}
	}
}

func TestABuiltProgramIsRecognised(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if !isProgram(head(t, self)) {
		t.Errorf("the program that runs this test is not taken for one")
	}
	if isProgram([]byte("package structure_test\n")) {
		t.Errorf("source is taken for a program")
	}
}

func isProgram(head []byte) bool {
	for _, p := range programs {
		if bytes.HasPrefix(head, []byte(p)) {
			return true
		}
	}
	return false
}

// head returns the first bytes of a file.
func head(t *testing.T, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, 8))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// tracked returns the folder of the checkout and the files that git keeps there.
func tracked(t *testing.T) (root string, files []string) {
	t.Helper()
	top, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		t.Skip("this is not a git checkout")
	}
	root = strings.TrimSuffix(string(top), "\n")
	list, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Fatal(err)
	}
	return root, strings.Split(strings.TrimSuffix(string(list), "\x00"), "\x00")
}
