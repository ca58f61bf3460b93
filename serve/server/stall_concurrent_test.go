package server

import (
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rowkey/serve/servetest"
)

const patience = servetest.Patience

// stalled sends a part of a large body and returns what the server answers before it closes the
// connection. Errors: that it is still open after a long time.
func stalled(conn net.Conn, sent int) (answer string, err error) {
	part := strings.Repeat("x", 64<<10)
	for n := 0; n < sent; n += len(part) {
		if _, err := io.WriteString(conn, part[:min(len(part), sent-n)]); err != nil {
			return "", nil // refused earlier
		}
	}
	_ = conn.SetReadDeadline(time.Now().Add(patience)) // of an open connection
	b, err := io.ReadAll(conn)
	if errors.Is(err, syscall.ECONNRESET) {
		err = nil
	}
	return string(b), err
}

// Where a body stops must not matter: net/http itself reads up to 256 KiB of what a handler has left.
func TestBodyThatStopsComingIsCutOffAndItsMemoryFreed(t *testing.T) {
	t.Parallel()
	const size = 30 << 20
	urls := start(t, "-auth", "off", "-timeout", "2s")
	ask(t, "PUT", urls["blob"]+"/files?restype=container", "")
	var all sync.WaitGroup
	for name, missing := range map[string]int{"half": size / 2, "little": 100 << 10, "one-byte": 1, "all": size} {
		for range 3 { // 9 of them take more than there is
			conn := announce(t, urls["blob"], "files/"+name, size, "x-ms-blob-type: BlockBlob")
			all.Go(func() {
				answer, err := stalled(conn, size-missing)
				if err != nil {
					t.Errorf("%s: it is not cut off: %v", name, err)
				}
				if answer != "" && !strings.HasPrefix(answer, "HTTP/1.1 408") && !strings.HasPrefix(answer, "HTTP/1.1 503") {
					t.Errorf("%s: answer = %.200s, want 408 or 503", name, answer)
				}
			})
		}
	}
	all.Wait()
	upload(t, urls["blob"], "after")
}

func TestAnInterruptEndsTheServerThoughAClientHangsOn(t *testing.T) {
	t.Parallel()
	urls, stop := startUntil(t, "-auth", "off", "-timeout", "1h")
	conn := announce(t, urls["blob"], "files/half", 1<<20, "x-ms-blob-type: BlockBlob")
	if _, err := io.WriteString(conn, "half of a body"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // the request is under way by then
	ended := make(chan error, 1)
	go func() { ended <- stop() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("the server ends with %v", err)
		}
	case <-time.After(patience):
		t.Error("the server waits for the client")
	}
}
