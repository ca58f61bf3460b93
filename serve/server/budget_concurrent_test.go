package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// All hold a quarter of what they need, and nothing is left.
func TestBodiesThatFillTheMemoryDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	const bodies, step, steps = 12, 1 << 20, 8
	b := newBudget(bodies*steps/4*step, time.Minute)
	var all, quarter sync.WaitGroup
	quarter.Add(bodies)
	for range bodies {
		all.Go(func() {
			s := share{of: b}
			defer s.release()
			for i := range steps {
				if i == steps/4 {
					quarter.Done()
					quarter.Wait()
				}
				if err := s.grow(t.Context(), step); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if !b.shared.TryAcquire(int64(b.size)) || !b.extra.TryAcquire(1) || !b.line.TryAcquire(1) {
		t.Error("not everything was given back")
	}
}

func TestABodyThatFindsNoMemoryIsRefusedInTime(t *testing.T) {
	t.Parallel()
	b := newBudget(1<<20, 50*time.Millisecond)
	holder, extra, late := share{of: b}, share{of: b}, share{of: b}
	for _, s := range []*share{&holder, &extra} {
		if err := s.grow(t.Context(), 1<<20); err != nil {
			t.Fatal(err)
		}
	}
	if err := late.grow(t.Context(), 1); !errors.Is(err, errBusy) {
		t.Errorf("grow = %v, want errBusy", err)
	}
	late.release()
	holder.release()
	if err := late.grow(t.Context(), 1<<20); err != nil || late.extra {
		t.Errorf("grow = %v after memory was given back", err)
	}
	if err := extra.grow(context.Background(), 1<<30); err != nil {
		t.Errorf("grow on the extra seat = %v", err)
	}
}

func TestAnAnswerLargerThanTheMemoryTakesAllOfIt(t *testing.T) {
	t.Parallel()
	b := newBudget(1<<20, 50*time.Millisecond)
	s, other := share{of: b}, share{of: b}
	if errors.Join(s.reach(t.Context(), smallBody), s.reach(t.Context(), 1<<19), s.reach(t.Context(), 1<<30)) != nil ||
		s.bytes != 1<<20 {
		t.Errorf("the answer holds %d bytes, want %d", s.bytes, 1<<20)
	}
	if err := other.reach(t.Context(), smallBody+1); !errors.Is(err, errBusy) {
		t.Errorf("reach = %v beside it, want errBusy", err)
	}
	s.release()
	if err := other.reach(t.Context(), smallBody+1); err != nil {
		t.Error(err)
	}
}

// announce opens a connection that announces a body of n bytes and sends nothing of it.
func announce(t *testing.T, url, path string, n int, fields ...string) net.Conn {
	t.Helper()
	addr := strings.TrimPrefix(origin(url), "http://")
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fields = append(fields, "Host: "+addr, fmt.Sprintf("Content-Length: %d", n))
	fmt.Fprintf(conn, "PUT /devstoreaccount1/%s HTTP/1.1\r\n%s\r\n\r\n", path, strings.Join(fields, "\r\n"))
	return conn
}

// upload puts 1 MiB.
func upload(t *testing.T, url, name string) {
	t.Helper()
	res, body := ask(t, "PUT", url+"/files/"+name, strings.Repeat("x", 1<<20), "x-ms-blob-type: BlockBlob")
	if res.StatusCode != http.StatusCreated {
		t.Fatalf("PUT of 1 MiB = %d %s", res.StatusCode, body)
	}
}

// stillOpen fails the test if the server has answered one of the connections, or closed it.
func stillOpen(t *testing.T, conns []net.Conn) {
	t.Helper()
	for _, conn := range conns {
		_ = conn.SetReadDeadline(time.Now().Add(time.Millisecond)) // of an open connection
		var b [1]byte
		var late net.Error
		if n, err := conn.Read(b[:]); n > 0 || !errors.As(err, &late) || !late.Timeout() {
			t.Fatalf("the server has ended a connection that waits: %v", err)
		}
	}
}

// Findings D10 and 2: memory went to what was announced, before a byte had arrived.
func TestClientsThatAnnounceABodyAndSendNothingDelayNoOther(t *testing.T) {
	t.Parallel()
	urls := start(t, "-auth", "off", "-timeout", "10m")
	ask(t, "PUT", urls["blob"]+"/files?restype=container", "")
	var idle []net.Conn
	for i := range 8 {
		idle = append(idle, announce(t, urls["blob"], fmt.Sprintf("files/big%d", i), 64<<20, "x-ms-blob-type: BlockBlob"))
	}
	for range 104 {
		idle = append(idle, announce(t, urls["queue"], "tasks/messages", 4<<20),
			announce(t, urls["table"], "people(PartitionKey='a',RowKey='b')", 4<<20))
	}
	time.Sleep(200 * time.Millisecond) // they are waited for
	upload(t, urls["blob"], "after")
	large := strings.Repeat(" ", 1<<20) + `{"TableName":"people"}`
	res, body := ask(t, "POST", urls["table"]+"/Tables", large, "Content-Type: application/json",
		"Accept: application/json")
	if res.StatusCode != http.StatusCreated {
		t.Errorf("POST of 1 MiB to the table service = %d %.200s", res.StatusCode, body)
	}
	stillOpen(t, idle) // none of them had to end before
}

// Finding D10: 64 MiB were waited for before anybody looked at who sends them.
func TestABodyIsNotReadBeforeItsHeadIsAdmitted(t *testing.T) {
	t.Parallel()
	urls := start(t)
	for service, fields := range map[string][]string{
		"blob":  {"x-ms-blob-type: BlockBlob", "x-ms-version: 2020-12-06"},
		"queue": {"x-ms-version: 2020-12-06"},
		"table": {"Authorization: SharedKeyLite devstoreaccount1:AAAA", "x-ms-date: Mon, 05 Jan 2026 08:00:00 GMT"},
	} {
		conn := announce(t, urls[service], "files/big", 1<<20, append(fields, "Connection: close")...)
		_ = conn.SetReadDeadline(time.Now().Add(patience)) // of an open connection
		answer, err := io.ReadAll(conn)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 40") ||
			!strings.Contains(string(answer), "uthenticat") {
			t.Errorf("%s: answer to the head = %v %.300s", service, err, answer)
		}
	}
}

func TestABodyAboveTheLimitIsRefusedAndNotStored(t *testing.T) {
	t.Parallel()
	urls := start(t, "-auth", "off", "-max-body", "100000")
	ask(t, "PUT", urls["blob"]+"/files?restype=container", "")
	for name, body := range map[string]io.Reader{
		"told":    strings.NewReader(strings.Repeat("x", 100_001)),
		"chunked": io.LimitReader(strings.NewReader(strings.Repeat("x", 200_000)), 150_000),
	} {
		r, err := http.NewRequest("PUT", urls["blob"]+"/files/"+name, body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("x-ms-blob-type", "BlockBlob")
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != 413 || !strings.Contains(string(text), "<MaxLimit>100000</MaxLimit>") {
			t.Errorf("%s: %d %s, want 413 and the limit", name, res.StatusCode, text)
		}
		if res, _ := ask(t, "GET", urls["blob"]+"/files/"+name, ""); res.StatusCode != 404 {
			t.Errorf("%s: GET = %d afterwards, want 404", name, res.StatusCode)
		}
	}
}

func TestAClientThatReadsNothingBeforeItHasSentAllIsToldThatItsBodyIsTooLarge(t *testing.T) {
	t.Parallel()
	urls := start(t, "-auth", "off", "-max-body", "100000")
	const size = 8 << 20
	for name, send := range map[string]func(conn net.Conn) error{
		"told":    func(conn net.Conn) error { return sendAll(conn, size) },
		"chunked": func(conn net.Conn) error { return sendChunks(conn, size) },
	} {
		length := map[string]string{"told": fmt.Sprintf("Content-Length: %d", size),
			"chunked": "Transfer-Encoding: chunked"}[name]
		conn, err := net.Dial("tcp", strings.TrimPrefix(origin(urls["blob"]), "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(patience)) // of an open connection
		fmt.Fprintf(conn, "PUT /devstoreaccount1/files/big HTTP/1.1\r\nHost: localhost\r\n"+
			"x-ms-blob-type: BlockBlob\r\n%s\r\n\r\n", length)
		if err := send(conn); err != nil {
			t.Errorf("%s: the connection broke before all was sent: %v", name, err)
		}
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: answer = %v %v, want 413", name, res, err)
		}
		conn.Close()
	}
}

// sendAll sends n bytes.
func sendAll(conn net.Conn, n int) error {
	_, err := conn.Write(make([]byte, n))
	return err
}

// sendChunks sends n bytes in chunks.
func sendChunks(conn net.Conn, n int) error {
	part := append(append([]byte("10000\r\n"), make([]byte, 0x10000)...), "\r\n"...)
	for range n / 0x10000 {
		if _, err := conn.Write(part); err != nil {
			return err
		}
	}
	_, err := io.WriteString(conn, "0\r\n\r\n")
	return err
}
