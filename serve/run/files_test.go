//go:build unix

package run

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// tree writes files below a folder of its own: top/course/{fixtures,lesson}.
func tree(t testing.TB) (course string) {
	t.Helper()
	top := t.TempDir()
	const good = "### One\nGET {{table}}/Tables\n"
	for name, text := range map[string]string{
		"outside.http":                 good,
		"course/fixtures/shared.http":  good,
		"course/lesson/beside.http":    good,
		"course/lesson/sub/deep.http":  good,
		"course/lesson/long.http":      good + strings.Repeat("#", 64<<10),
		"course/lesson/chain.http":     "# @setup ./sub/deep.http\n" + good,
		"course/lesson/fixtures/x.txt": "",
	} {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	course = filepath.Join(top, "course")
	lesson := filepath.Join(course, "lesson")
	for _, err := range []error{
		syscall.Mkfifo(filepath.Join(lesson, "pipe.http"), 0o600),
		os.Symlink("../../outside.http", filepath.Join(lesson, "escape.http")),
		os.Symlink("/dev/zero", filepath.Join(lesson, "zero.http")),
		os.Symlink("beside.http", filepath.Join(lesson, "link.http")),
		os.Symlink(top, filepath.Join(lesson, "up")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return course
}

// Finding D14.
func TestAScriptReadsRegularFilesBelowItsFolderOnly(t *testing.T) {
	t.Parallel()
	course := tree(t)
	tests := []struct{ name, root, why string }{
		{"./beside.http", "", ""},
		{"beside.http", "", ""},
		{"link.http", "", ""},
		{"sub/deep.http", "", ""},
		{"sub/../beside.http", "", ""},
		{"chain.http", "", ""},
		{"fixtures/shared.http", course, ""},
		{"../fixtures/shared.http", course, ""},
		{"fixtures/shared.http", "", "it does not exist"},
		{"../fixtures/shared.http", "", "it is outside the folder"},
		{"../../outside.http", course, "it is outside the folder"},
		{"../../../../../../../../dev/zero", "", "it is outside the folder"},
		{"../../../../../../../../etc/passwd", course, "it is outside the folder"},
		{"/etc/passwd", "", "it is outside the folder"},
		{filepath.Join(course, "lesson", "beside.http"), "", "it is outside the folder"},
		{"escape.http", course, "path escapes from parent"},
		{"up/outside.http", course, "path escapes from parent"},
		{"zero.http", "", "path escapes from parent"},
		{"pipe.http", "", "it is not a regular file"},
		{"sub", "", "it is not a regular file"},
		{"long.http", "", "the limit is 65536"},
	}
	for _, tt := range tests {
		for _, meta := range []string{"# @setup " + tt.name + "\n###\nGET {{table}}/Tables\n", "###\n# @client w\n# @run " +
			tt.name + "\n"} {
			path := filepath.Join(course, "lesson", "script.http")
			if err := os.WriteFile(path, []byte(meta), 0o600); err != nil {
				t.Fatal(err)
			}
			args := []string{path}
			if tt.root != "" {
				args = append(args, "-root", tt.root)
			}
			var out strings.Builder
			err := Scripts(t.Context(), args, &out)
			if good := err == nil; good != (tt.why == "") || !strings.Contains(out.String(), tt.why) {
				t.Errorf("%q -root %q: %v, want %q:\n%s", meta, tt.root, err, tt.why, out.String())
			}
			if tt.why != "" && !strings.Contains(tt.why, "limit") && !strings.Contains(out.String(), "-root DIR") {
				t.Errorf("%q: the report does not mention -root:\n%s", meta, out.String())
			}
			if strings.Contains(out.String(), "root:x:0") {
				t.Errorf("%q: the report shows the file:\n%s", meta, out.String())
			}
		}
	}
}

func TestTheRootHoldsTheScript(t *testing.T) {
	t.Parallel()
	course := tree(t)
	path := filepath.Join(course, "lesson", "beside.http")
	for _, root := range []string{filepath.Join(course, "fixtures"), filepath.Join(course, "lesson", "sub"),
		filepath.Join(course, "none")} {
		var out strings.Builder
		if err := Scripts(t.Context(), []string{path, "-root", root}, &out); err == nil ||
			!strings.Contains(err.Error(), root) {
			t.Errorf("-root %s = %v, want an error that names it", root, err)
		}
	}
}

func TestWhatScriptsNameIsBounded(t *testing.T) {
	t.Parallel()
	f, err := openFiles("", filepath.Join(tree(t), "lesson", "script.http"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	read := 0
	for range 1000 {
		text, _ := f.open("long.http")
		read += len(text)
	}
	if read > maxRead || read < maxRead/2 {
		t.Errorf("a script reads %d bytes of other scripts, want at most %d", read, maxRead)
	}
}

func TestLessonsRunWithTheirFixtures(t *testing.T) {
	t.Parallel()
	setups, err := filepath.Glob("../../tutorials/13-intra-partition-index/*/setup.http")
	if err != nil || len(setups) == 0 {
		t.Fatalf("found %d setups (%v)", len(setups), err)
	}
	for _, setup := range setups {
		var out strings.Builder
		solution := filepath.Join(filepath.Dir(setup), "solution.http")
		if err := Scripts(t.Context(), []string{solution, "-setup", setup, "-root", "../../tutorials"}, &out); err != nil {
			t.Errorf("%s: %v\n%s", solution, err, out.String())
		}
	}
}

// FuzzScriptFiles: whatever name a script gives, what it reads is a file below the root.
func FuzzScriptFiles(f *testing.F) {
	for _, name := range []string{
		"beside.http", "../fixtures/shared.http", "../../outside.http", "/etc/passwd", "pipe.http", "up/outside.http",
		"link.http", ".", "", "sub/../../..", "a\x00b", `..\..\outside.http`,
	} {
		f.Add(name)
	}
	course := tree(f)
	outside := filepath.Join(filepath.Dir(course), "outside.http")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for _, root := range []string{"", course} {
			near, err := openFiles(root, filepath.Join(course, "lesson", "script.http"))
			if err != nil {
				t.Fatal(err)
			}
			text, ok := near.open(name)
			near.close()
			if ok && !strings.HasPrefix(text, "###") && !strings.HasPrefix(text, "# @setup") && text != "" {
				t.Errorf("%q reads %q", name, shorten(text, 40))
			}
		}
	})
}

// A script that is too large is named with its size, not with how much of it was read.
func TestLongScript(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.http")
	if err := os.WriteFile(path, []byte(strings.Repeat("#", 1_099_199)), 0o600); err != nil {
		t.Fatal(err)
	}
	want := "long.http: the script has 1099199 bytes, and the limit is 65536"
	if err := Scripts(t.Context(), []string{path}, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestALongValueIsCutBeforeItsDifference(t *testing.T) {
	t.Parallel()
	rows := strings.Repeat("Sales/000123,", 40)
	for _, c := range []struct{ got, expected, want string }{
		{"short", "other", "short"},
		{rows + "a/1", rows + "a/2", "…0123,Sales/000123,a/1"},
		{rows, rows + "a/2", "…000123,Sales/000123,"},
		{"x" + rows, rows, shorten("x"+rows, 60)},
	} {
		if got := fromDifference(c.got, c.expected, 60); got != c.want {
			t.Errorf("fromDifference(%q, %q) = %q, want %q", c.got, c.expected, got, c.want)
		}
	}
}
