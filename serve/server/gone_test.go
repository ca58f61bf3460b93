package server

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"rowkey/engine/rest"
)

// waiting is an engine whose answers come when the context of their request ends, or after a moment.
type waiting struct {
	service // the rest is not asked for

	moment time.Duration
	ended  chan error // of the context of each request, nil if that had not ended
}

func (w waiting) Serve(ctx context.Context, _ *rest.Request) *rest.Response {
	select {
	case <-ctx.Done():
	case <-time.After(w.moment):
	}
	w.ended <- ctx.Err()
	return &rest.Response{Status: http.StatusOK, Body: []byte("done")}
}

func (waiting) Admit(context.Context, *rest.Request) *rest.Response { return nil }

// serveWaiting returns a connection to a table listener of such an engine.
func serveWaiting(t *testing.T, w waiting) *net.TCPConn {
	t.Helper()
	o, err := parse(freePorts(), "", io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(&o, newEndpoint(&o, rest.TableService, w))
	go s.Serve(ln)
	t.Cleanup(func() { s.Close() })
	conn, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn.(*net.TCPConn)
}

const queryText = "GET /devstoreaccount1/people() HTTP/1.1\r\nHost: localhost\r\n\r\n"

func TestAConnectionThatIsClosedEndsItsRequest(t *testing.T) {
	t.Parallel()
	w := waiting{moment: patience, ended: make(chan error, 1)}
	conn := serveWaiting(t, w)
	io.WriteString(conn, queryText)
	time.Sleep(100 * time.Millisecond) // it works
	conn.Close()
	if err := <-w.ended; err == nil {
		t.Error("the request went on")
	}
}

func TestAClientThatClosesItsSideGetsAnAnswerThatComesAtOnce(t *testing.T) {
	t.Parallel()
	w := waiting{ended: make(chan error, 1)}
	conn := serveWaiting(t, w)
	io.WriteString(conn, queryText)
	_ = conn.CloseWrite() // of an open connection
	if answer, err := io.ReadAll(conn); err != nil || !strings.HasSuffix(string(answer), "done") {
		t.Errorf("answer = %q, %v", answer, err)
	}
}
