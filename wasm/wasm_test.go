//go:build !js

package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rowkey/engine"
	"rowkey/engine/control"
	"rowkey/engine/rest"
	"rowkey/site/publish"
)

// answer is an answer of either engine.
type answer struct {
	Status  int         `json:"status"`
	Headers [][2]string `json:"headers"`
	Body    []byte      `json:"body"`
}

// asker is an engine to which a test speaks.
type asker func(method, url string, body []byte) answer

// native opens an engine in this process.
func native(t *testing.T) asker {
	t.Helper()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return func(method, url string, body []byte) answer {
		r, err := control.Request(method, url)
		if err != nil {
			t.Fatal(err)
		}
		r.Body = body
		return answerOf(e.Serve(t.Context(), r))
	}
}

func answerOf(r *rest.Response) answer {
	a := answer{Status: r.Status, Headers: [][2]string{}, Body: r.Body}
	for _, f := range r.Header {
		a.Headers = append(a.Headers, [2]string{f.Name, f.Value})
	}
	return a
}

// browser builds a form of the engine as the site does and runs it in Node.
func browser(t *testing.T, m publish.Module) asker {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the engine cannot be run as a browser runs it")
	}
	cmd := exec.Command(node, "conformance.mjs", build(t, m), filepath.Join(goroot(t), "lib", "wasm", "wasm_exec.js"))
	cmd.Stderr = os.Stderr
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err1 != nil || err2 != nil || cmd.Start() != nil {
		t.Fatal("node does not start:", err1, err2)
	}
	t.Cleanup(func() { in.Close(); cmd.Wait() })
	lines := bufio.NewReader(out)
	return func(method, url string, body []byte) answer { return ask(t, in, lines, method, url, body) }
}

func ask(t *testing.T, in io.Writer, lines *bufio.Reader, method, url string, body []byte) answer {
	t.Helper()
	if err := json.NewEncoder(in).Encode([]any{method, url, [][2]string{}, body}); err != nil {
		t.Fatal(err)
	}
	line, err := lines.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// built has a folder for the forms of the engine, and each of them once some test has built it.
var built struct {
	dir   string
	forms sync.Map // of publish.Module to func() (string, error)
}

func TestMain(m *testing.M) {
	var err error
	if built.dir, err = os.MkdirTemp("", "rowkey-wasm"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(built.dir) // what stays is temporary
	os.Exit(code)
}

// build returns the file of a form of the engine.
func build(t *testing.T, m publish.Module) string {
	t.Helper()
	once, _ := built.forms.LoadOrStore(m, sync.OnceValues(func() (string, error) {
		module, err := m.Build(context.Background(), "..", built.dir, "test")
		if err != nil {
			return "", err
		}
		file := filepath.Join(built.dir, m.Name+".engine.wasm")
		return file, os.WriteFile(file, module, 0o600)
	}))
	file, err := once.(func() (string, error))()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// progress is what a test looks at in the answer of a run.
type progress struct {
	Exchanges []struct {
		Line    int
		Stopped bool
		Problem *struct{ Message string }
		Checks  []struct {
			Line      int
			Pass      bool
			Text, Got string
		}
	}
	Done bool
}

const corpus = "../engine/rest/testdata"

func TestTheCorpusHoldsInABrowserByteForByte(t *testing.T) {
	ours, theirs := native(t), browser(t, publish.Engine)
	files, err := filepath.Glob(filepath.Join(corpus, "*.http"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the corpus %s is empty (%v)", corpus, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			both := func(method, url string, body any) []byte { return same(t, ours, theirs, method, url, body) }
			both("POST", "/-/reset", struct{}{})
			both("POST", "/-/parse", source(file, text))
			var started struct{ ID string }
			decode(t, both("POST", "/-/scripts", source(file, text)), &started)
			checkRun(t, both("POST", "/-/scripts/"+started.ID+"/next?max=10000", nil))
			for _, path := range []string{"/-/ledger", "/-/tables", "/-/clock", "/-/snapshot"} {
				both("GET", path, nil)
			}
		})
	}
	t.Run("leases-are-left-out", func(t *testing.T) {
		for _, comp := range []string{"lease", "copy"} {
			a := theirs("PUT", "http://127.0.0.1:10000/devstoreaccount1/files/a?comp="+comp, nil)
			if a.Status != 501 || !bytes.Contains(a.Body, []byte("NotImplemented")) {
				t.Errorf("comp=%s: %d %s, want 501", comp, a.Status, a.Body)
			}
		}
	})
}

// checkRun fails for every assertion that does.
func checkRun(t *testing.T, body []byte) {
	t.Helper()
	var p progress
	decode(t, body, &p)
	checks := 0
	for _, x := range p.Exchanges {
		for _, c := range x.Checks {
			if checks++; !c.Pass {
				t.Errorf("line %d: expected %s, got %s", c.Line, c.Text, c.Got)
			}
		}
		if x.Stopped {
			t.Errorf("stopped in line %d: %+v", x.Line, x.Problem)
		}
	}
	if checks == 0 || !p.Done {
		t.Errorf("%d assertions, done = %v, want some and true", checks, p.Done)
	}
}

// same asks both engines and fails if their answers differ in a byte.
func same(t *testing.T, ours, theirs asker, method, url string, body any) []byte {
	t.Helper()
	var b []byte
	if body != nil {
		var err error
		if b, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	want, got := ours(method, url, b), theirs(method, url, b)
	if want.Status != got.Status || !equalHeaders(want.Headers, got.Headers) || !bytes.Equal(want.Body, got.Body) {
		t.Fatalf("%s %s differs: natively %d, %d bytes, in a browser %d, %d bytes\n%.2000s\n%.2000s",
			method, url, want.Status, len(want.Body), got.Status, len(got.Body), want.Body, got.Body)
	}
	if got.Status != 200 {
		t.Fatalf("%s %s = %d %s", method, url, got.Status, got.Body)
	}
	return got.Body
}

func equalHeaders(a, b [][2]string) bool {
	x, _ := json.Marshal(a) // of strings does not fail
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

func source(file string, text []byte) map[string]any {
	return map[string]any{"name": filepath.Base(file), "text": string(text)}
}

func decode(t *testing.T, body []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(body, v); err != nil {
		t.Fatal(err)
	}
}

func TestOtherAddressesAndFailuresAreAnswered(t *testing.T) {
	theirs := browser(t, publish.Engine)
	tests := []struct {
		name, method, url string
		status            int
		body              string
	}{
		{"a-table-of-the-emulator", "get",
			"http://127.0.0.1:10002/devstoreaccount1/Tables?$format=application/json;odata=nometadata", 200, `{"value":[]}`},
		{"a-table-by-its-host", "GET",
			"https://demo.table.core.windows.net/Tables?$format=application/json;odata=nometadata", 200, `{"value":[]}`},
		{"control-behind-any-origin", "GET", "https://example.com/-/version", 200, `{"version":"test"}`},
		{"nothing-answers", "GET", "https://example.com/", 400,
			`the host "example.com" has to be an account and a service, such as ACCOUNT.table.core.windows.net.`},
		{"no-such-control-request", "GET", "/-/coffee", 404,
			`{"error":{"line":0,"message":"there is no control request GET /-/coffee",` +
				`"sentences":[{"code":"no-control-request","params":["GET","/-/coffee"]}],` +
				`"fix":"","label":[],"position":null}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if a := theirs(test.method, test.url, nil); a.Status != test.status || string(a.Body) != test.body {
				t.Errorf("answer = %d %s, want %d %s", a.Status, a.Body, test.status, test.body)
			}
		})
	}
}

// TestABrowserSweepsBetweenRequests deletes a large table again and again: the engine of the browser
// clears it away meanwhile, the other one does not, and nobody can tell.
func TestABrowserSweepsBetweenRequests(t *testing.T) {
	ours, theirs := native(t), browser(t, publish.Engine)
	text := "POST /Tables\n\n{\"TableName\": \"Big\"}\n"
	for i := range 12 {
		text += fmt.Sprintf("\n###\n# @batch b%d\n# @loop for 100\nPOST /Big\n\n", i)
		text += fmt.Sprintf(`{"PartitionKey": "%d", "RowKey": "{{$pad $index 2}}"}`+"\n", i)
	}
	text += "\n###\nGET /Big()?$top=1\n\n# ?? status == 200\n\n### Gone\nDELETE /Tables('Big')\n\n# ?? status == 204\n"
	for range 3 {
		var started struct{ ID string }
		decode(t, same(t, ours, theirs, "POST", "/-/scripts", source("big.http", []byte(text))), &started)
		checkRun(t, same(t, ours, theirs, "POST", "/-/scripts/"+started.ID+"/next?max=10000", nil))
		for range 8 {
			same(t, ours, theirs, "GET", "/-/snapshot", nil)
			same(t, ours, theirs, "GET", "/-/tables", nil)
			time.Sleep(10 * time.Millisecond) // the browser is idle
		}
	}
}
