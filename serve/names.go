package main

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
)

// The names of metadata belong to the user: the service keeps their letter case, net/http does not.
// Therefore a connection remembers the last bytes that came in.
// Source: Setting and retrieving properties and metadata for blob resources, "Metadata names".

// metaPrefix is how net/http spells the beginning of a metadata field.
const metaPrefix = "X-Ms-Meta-"

// most is how many bytes a connection remembers: metadata have 8 KiB at most.
const most = 16 << 10

// listener hands out connections that remember.
type listener struct{ net.Listener }

// Accept waits for the next connection.
func (l listener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &memory{Conn: conn}, nil
}

// memory is a connection that remembers the beginning of what came in since the last request.
type memory struct {
	net.Conn

	mu   sync.Mutex // net/http reads ahead while a handler runs; guards seen
	seen []byte
}

// Read reads from the connection.
func (m *memory) Read(b []byte) (int, error) {
	n, err := m.Conn.Read(b)
	m.mu.Lock()
	defer m.mu.Unlock()
	if free := most - len(m.seen); free > 0 {
		m.seen = append(m.seen, b[:min(n, free)]...)
	}
	return n, err
}

// forget begins anew, before the next request.
func (m *memory) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen = nil
}

// field returns the name of a header field as it came in, whatever its letter case.
func (m *memory) field(name string) (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for line := range bytes.SplitSeq(m.seen, []byte("\n")) {
		if field, _, ok := bytes.Cut(line, []byte(":")); ok && strings.EqualFold(string(field), name) {
			return string(field), true
		}
	}
	return "", false
}

// forgetIdle is told about every connection by net/http.
func forgetIdle(conn net.Conn, state http.ConnState) {
	if m, ok := conn.(*memory); ok && state == http.StateIdle {
		m.forget()
	}
}

type memoryKey struct{}

// remember gives the handlers of a connection access to it.
func remember(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, memoryKey{}, conn)
}

// spelled returns the name of a field as the client wrote it; without a trace of it in small letters.
func spelled(r *http.Request, name string) string {
	if m, ok := r.Context().Value(memoryKey{}).(*memory); ok {
		if written, ok := m.field(name); ok {
			return written
		}
	}
	return strings.ToLower(name)
}
