package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// small writes a built site of a few files.
func small(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "<h1>home</h1>", "index.html.br": "br", "404.html": "lost", "play/index.html": "play",
		"a/app.12345678.js": "script", "a/app.12345678.js.gz": "gz", "a/engine.12345678.wasm.br": "engine",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// released makes a release for this system.
func released(t *testing.T, dist string) string {
	t.Helper()
	r := release{dist: dist, out: filepath.Join(t.TempDir(), "release"), source: "../..",
		platforms: []string{runtime.GOOS + "/" + runtime.GOARCH}, cached: true}
	if err := r.make(t.Context(), io.Discard); err != nil {
		t.Fatal(err)
	}
	return r.out
}

func TestAReleasedProgramHasTheSiteInside(t *testing.T) {
	t.Parallel()
	out := released(t, small(t))
	program, err := filepath.Glob(filepath.Join(out, "rowkey-"+runtime.GOOS+"-*"))
	if err != nil || len(program) != 1 {
		t.Fatalf("the programs are %q (%v)", program, err)
	}
	urls := startProgram(t, program[0])
	for path, want := range map[string]string{"": "<h1>home</h1>", "play/": "play", "a/app.12345678.js": "script",
		"nowhere": "lost"} {
		if _, got := get(t, urls["site"]+path, "Accept-Encoding", "br, gzip"); got != want {
			t.Errorf("/%s = %q, want %q", path, got, want)
		}
	}
	checkContainer(t, filepath.Join(out, containerName))
	first, _ := get(t, urls["site"])
	if tag := first.Header.Get("ETag"); tag == "" || first.Header.Get("Last-Modified") != "" {
		t.Errorf("the home page has the ETag %q and the time %q, want a tag and no time", tag,
			first.Header.Get("Last-Modified"))
	}
	if again, _ := get(t, urls["site"], "If-None-Match",
		first.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("the same home page = %d, want %d", again.StatusCode, http.StatusNotModified)
	}
	if _, got := get(t, urls["table"]+"/Tables", "Accept", "application/json;odata=nometadata", "x-ms-version",
		"2019-02-02"); got != `{"value":[]}` {
		t.Errorf("the tables are %s", got)
	}
}

// checkContainer wants a program under all names that a container is started by, and the file that says how.
func checkContainer(t *testing.T, path string) {
	t.Helper()
	holds := namesIn(t, path)
	want := []string{"Dockerfile"}
	for _, name := range programNames {
		if runtime.GOOS == "linux" { // a release for another system alone has none
			want = append(want, runtime.GOARCH+"/usr/local/bin/"+name)
		}
	}
	if slices.Sort(want); !slices.Equal(holds, want) {
		t.Errorf("the container holds %q, want %q", holds, want)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 25<<20 {
		t.Errorf("the context has %d bytes, want 25 MB at most", info.Size())
	}
}

// startProgram starts a program in an empty folder, on free ports, and returns the addresses that it says.
func startProgram(t *testing.T, program string) map[string]string {
	t.Helper()
	cmd := exec.Command(program, "-auth", "trust", "-site", "127.0.0.1:0", "-table", "127.0.0.1:0", "-queue", "off",
		"-blob", "off")
	cmd.Dir, cmd.Stderr = t.TempDir(), os.Stderr
	said, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	})
	urls := map[string]string{}
	for lines := bufio.NewScanner(said); len(urls) < 2 && lines.Scan(); {
		if name, url, ok := strings.Cut(lines.Text(), "http://"); ok {
			urls[strings.TrimSpace(name)] = "http://" + url
		}
	}
	return urls
}

func get(t *testing.T, url string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(text)
}

func TestTwoReleasesAreTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: builds two releases")
	}
	t.Parallel()
	one, two := released(t, small(t)), released(t, small(t))
	sums, err := os.ReadFile(filepath.Join(one, "SHA256SUMS"))
	if err != nil || bytes.Count(sums, []byte("\n")) != 4 {
		t.Fatalf("SHA256SUMS is %q (%v), want the zip, one program, the container and the package", sums, err)
	}
	files, err := os.ReadDir(one)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		a, err := os.ReadFile(filepath.Join(one, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(two, f.Name())); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs between two releases (%v)", f.Name(), err)
		}
	}
}

func TestTheZipHasTheWholeSite(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "site.zip")
	if err := writeZip(path, small(t), "x/", everything); err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	const want = "x/404.html x/a/app.12345678.js x/a/app.12345678.js.gz x/a/engine.12345678.wasm.br x/index.html " +
		"x/index.html.br x/play/index.html"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("the zip holds %s, want %s", got, want)
	}
}
