package main

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
)

// freePorts are flags that let the system choose.
func freePorts() []string {
	return []string{"-site", "off", "-table", "127.0.0.1:0", "-queue", "127.0.0.1:0", "-blob", "127.0.0.1:0"}
}

// start runs a server on free ports until the test ends and returns the URLs of its listeners by
// name, with their paths. Flags come behind those that choose the ports.
func start(t testing.TB, flags ...string) map[string]string {
	t.Helper()
	urls, stop := startUntil(t, flags...)
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return urls
}

// startUntil is start with a function that ends the server and tells how it ended.
func startUntil(t testing.TB, flags ...string) (urls map[string]string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run(ctx, append(freePorts(), flags...), w)
		done <- err
		w.CloseWithError(io.EOF)
	}()
	stop = func() error { cancel(); return <-done }
	urls = readURLs(r)
	if urls == nil {
		t.Fatal(stop())
	}
	go io.Copy(io.Discard, r)
	return urls, stop
}

// readURLs reads what a server says when it begins, nil if it ends instead.
func readURLs(r io.Reader) map[string]string {
	urls := map[string]string{}
	for lines := bufio.NewScanner(r); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), " ")
		if text = strings.TrimSpace(text); strings.HasPrefix(text, "http://") {
			urls[name] = text
		}
		if name == "auth" { // the last line
			return urls
		}
	}
	return nil
}

// origin cuts the path off a URL.
func origin(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}
