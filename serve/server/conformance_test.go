package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/auth"
	"rowkey/engine/client"
	"rowkey/engine/script"
	"rowkey/engine/store"
	"rowkey/serve/data"
	runner "rowkey/serve/run"
)

// TestConformanceOverHTTP runs the corpus of package rest through signed requests over TCP, twice:
// the answers of a store in memory and of one in a file are the same, byte for byte.
func TestConformanceOverHTTP(t *testing.T) {
	t.Parallel()
	const corpus = "../../engine/rest/testdata"
	files, err := filepath.Glob(corpus + "/*.http")
	native, err2 := filepath.Glob(corpus + "/native/*.http")
	if err := errors.Join(err, err2); err != nil || len(files) < 12 || len(native) == 0 {
		t.Fatalf("found %d scripts and %d of what a browser goes without, want at least 12 and 1 (%v)",
			len(files), len(native), err)
	}
	files = append(files, native...)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			inMemory := conform(t, file, "")
			inFile := conform(t, file, filepath.Join(t.TempDir(), data.File))
			if len(inMemory) == 0 {
				t.Error("the script sends nothing")
			}
			for i := range inMemory {
				if i < len(inFile) && inMemory[i] != inFile[i] {
					t.Errorf("in a file the answer is\n%s\nin memory it is\n%s", inFile[i], inMemory[i])
				}
			}
		})
	}
}

// conform runs a script against a server of its own and returns the answers.
func conform(t *testing.T, file, path string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := script.Parse(file, string(text), func(string) (string, bool) { return "", false })
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(engine.Options{Path: path, Store: store.FileOptions{Sync: store.Never},
		Accounts: auth.Development()})
	if err != nil {
		t.Fatal(err)
	}
	h := wellKnown(t, serveEngine(t, e))
	h.Now = e.Clock().Now
	run := client.Start(s, h, client.Options{Now: e.Clock().Now, Advance: e.Clock().Advance, Unmetered: true})
	var answers []string
	for {
		x, err := run.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return answers
		}
		if err != nil {
			t.Fatal(err)
		}
		answers = append(answers, judge(t, x)...)
	}
}

// wellKnown returns a client that reaches a server under the addresses that scripts know.
func wellKnown(t *testing.T, urls map[string]string) *runner.Remote {
	t.Helper()
	h, err := runner.NewRemote(runner.RemoteOptions{Bases: client.Bases{Table: client.TableURL, Queue: client.QueueURL,
		Blob: client.BlobURL}}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	ports := map[string]string{}
	for name, known := range map[string]string{"table": client.TableURL, "queue": client.QueueURL,
		"blob": client.BlobURL} {
		ports[strings.TrimPrefix(origin(known), "http://")] = strings.TrimPrefix(origin(urls[name]), "http://")
	}
	transport := &http.Transport{DisableCompression: true}
	transport.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, ports[addr])
	}
	h.Client.Transport = transport
	t.Cleanup(transport.CloseIdleConnections)
	return h
}

// judge fails for every check that fails and returns the answers of a step.
func judge(t *testing.T, x *client.Exchange) []string {
	t.Helper()
	if x.Problem != nil {
		t.Fatalf("line %d: %s", x.Problem.Line, x.Problem.Message)
	}
	for _, c := range x.Checks {
		if !c.Pass {
			t.Errorf("line %d: expected %s, got %s\n%s: %d %s", c.Line, c.Text, c.Got, x.Title, x.Status, x.Body)
		}
	}
	if x.Stopped {
		t.Fatalf("line %d: the run stopped: %d %s", x.Line, x.Status, x.Body)
	}
	var answers []string
	for _, w := range x.Wire {
		answers = append(answers, fmt.Sprintf("%d %s\n%s", w.Response.Status, w.Response.Headers, w.Response.Body))
	}
	return answers
}

// serveEngine opens the listeners of an engine on free ports until the test ends.
func serveEngine(t testing.TB, e *engine.Engine, flags ...string) map[string]string {
	t.Helper()
	o, err := parse(append(freePorts(), flags...), "", io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	servers, err := listen(&o)
	if err != nil {
		t.Fatal(err)
	}
	answerWith(&o, e, servers)
	urls := map[string]string{}
	for _, s := range servers {
		urls[s.name] = "http://" + s.ln.Addr().String() + s.path
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, servers) }()
	t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-done, e.Close()); err != nil {
			t.Error(err)
		}
	})
	return urls
}
