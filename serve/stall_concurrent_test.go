package main

import (
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// stalled sends a part of a large body and returns what the server answers before it closes the
// connection, and how long that takes after the last byte.
func stalled(conn net.Conn, sent int) (answer string, took time.Duration, err error) {
	part := strings.Repeat("x", 64<<10)
	for n := 0; n < sent; n += len(part) {
		if _, err := io.WriteString(conn, part[:min(len(part), sent-n)]); err != nil {
			return "", 0, nil // refused earlier
		}
	}
	began := time.Now()
	_ = conn.SetReadDeadline(began.Add(30 * time.Second)) // of an open connection
	b, err := io.ReadAll(conn)
	if errors.Is(err, syscall.ECONNRESET) {
		err = nil
	}
	return string(b), time.Since(began), err
}

// Where a body stops must not matter: net/http itself reads up to 256 KiB of what a handler has left.
func TestBodyThatStopsComingIsCutOffAndItsMemoryFreed(t *testing.T) {
	t.Parallel()
	const size, most = 30 << 20, 6 * time.Second
	urls := start(t, "-auth", "off", "-timeout", "2s")
	ask(t, "PUT", urls["blob"]+"/files?restype=container", "")
	var all sync.WaitGroup
	for name, missing := range map[string]int{"half": size / 2, "little": 100 << 10, "one-byte": 1, "all": size} {
		for range 3 { // 9 of them take more than there is
			conn := announce(t, urls["blob"], "files/"+name, size, "x-ms-blob-type: BlockBlob")
			all.Go(func() {
				answer, took, err := stalled(conn, size-missing)
				if err != nil || took > most {
					t.Errorf("%s: cut off after %v (%v), want %v at most", name, took, err, most)
				}
				if answer != "" && !strings.HasPrefix(answer, "HTTP/1.1 408") && !strings.HasPrefix(answer, "HTTP/1.1 503") {
					t.Errorf("%s: answer = %.200s, want 408 or 503", name, answer)
				}
			})
		}
	}
	all.Wait()
	if after := upload(t, urls["blob"], "after"); after > most {
		t.Errorf("1 MiB takes %v after them", after)
	}
}

func TestAnInterruptEndsTheServerThoughAClientHangsOn(t *testing.T) {
	t.Parallel()
	urls, stop := startUntil(t, "-auth", "off")
	conn := announce(t, urls["blob"], "files/half", 1<<20, "x-ms-blob-type: BlockBlob")
	if _, err := io.WriteString(conn, "half of a body"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // the request is under way by then
	began := time.Now()
	if err := stop(); err != nil {
		t.Errorf("the server ends with %v", err)
	}
	if took := time.Since(began); took > 2*grace {
		t.Errorf("the server took %v to end", took)
	}
}
