// Package servetest starts the endpoint on free ports for tests, and sends it requests. Only tests import it.
package servetest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A Server serves until ctx ends, and says to out where: Run of package server, which tests of its own need as well.
type Server func(ctx context.Context, args []string, out io.Writer) error

// Patience is how long a test waits for something that happens at once: so long that no busy machine needs it.
const Patience = time.Minute

// FreePorts are flags that let the system choose.
func FreePorts() []string {
	return []string{"-site", "off", "-table", "127.0.0.1:0", "-queue", "127.0.0.1:0", "-blob", "127.0.0.1:0"}
}

// Start runs a server on free ports until the test ends and returns the URLs of its listeners by
// name, with their paths. Flags come after those that choose the ports.
func Start(t testing.TB, run Server, flags ...string) map[string]string {
	t.Helper()
	urls, stop := StartUntil(t, run, flags...)
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return urls
}

// StartUntil is Start with a function that ends the server and tells how it ended.
func StartUntil(t testing.TB, run Server, flags ...string) (urls map[string]string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run(ctx, append(FreePorts(), flags...), w)
		done <- err
		w.CloseWithError(io.EOF)
	}()
	stop = func() error { cancel(); return <-done }
	urls = ReadURLs(r)
	if urls == nil {
		t.Fatal(stop())
	}
	go io.Copy(io.Discard, r)
	return urls, stop
}

// ReadURLs reads what a server says when it begins, nil if it ends instead.
func ReadURLs(r io.Reader) map[string]string {
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

// Origin cuts the path off a URL.
func Origin(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

// Ask sends a request whose header fields and Host are given as "Name: value" and returns status and
// body.
func Ask(t *testing.T, method, url, body string, fields ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, ": ")
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(b)
}

// BatchType is the header line of a transaction.
const BatchType = "Content-Type: multipart/mixed; boundary=batch_1"

// BatchBody is a transaction that inserts entities.
func BatchBody(url, table string, entities []string) string {
	var b strings.Builder
	b.WriteString("--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_1\r\n\r\n")
	for _, entity := range entities {
		fmt.Fprintf(&b, "--changeset_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"+
			"POST %s/%s HTTP/1.1\r\nContent-Type: application/json\r\nAccept: application/json\r\n"+
			"Prefer: return-no-content\r\n\r\n%s\r\n",
			url, table, entity)
	}
	b.WriteString("--changeset_1--\r\n--batch_1--\r\n")
	return b.String()
}
