package conn

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
)

// The names of metadata belong to the user: the service keeps their letter case, net/http does not.
// Therefore a connection follows the requests that come in and records how these names are written.
// Source: Setting and retrieving properties and metadata for blob resources, "Metadata names".

// metaPrefix is how net/http spells the beginning of a metadata field.
const metaPrefix = "X-Ms-Meta-"

// Listener accepts connections that record names.
type Listener struct{ net.Listener }

// Accept waits for the next connection.
func (l Listener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &namedConn{Conn: conn}, nil
}

// namedConn is a connection that records the names of metadata for each request: net/http reads
// ahead, so that several may have arrived.
type namedConn struct {
	net.Conn

	mu    sync.Mutex // guards the fields below
	names [][]string // of the requests that have arrived and are not finished, the oldest first
	at    framing
}

// Read reads from the connection.
func (c *namedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.mu.Lock()
	defer c.mu.Unlock()
	for rest := b[:n]; len(rest) > 0; {
		var whole bool
		if rest, whole = c.at.follow(rest); whole {
			c.names = append(c.names, c.at.names)
			c.at.names = nil
		}
	}
	return n, err
}

// finish forgets the oldest request.
func (c *namedConn) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.names) > 0 {
		c.names = c.names[1:]
	}
}

// written returns a name of the oldest request as it was sent, whatever its letter case.
func (c *namedConn) written(name string) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.names) > 0 {
		for _, n := range c.names[0] {
			if strings.EqualFold(n, name) {
				return n, true
			}
		}
	}
	return "", false
}

// NoteIdle ends the names of a request when its connection is idle; it is made for http.Server.ConnState.
func NoteIdle(conn net.Conn, state http.ConnState) {
	if c, ok := conn.(*namedConn); ok && state == http.StateIdle {
		c.finish()
	}
}

type connKey struct{}

// Context gives the handlers of a connection access to it.
func Context(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// Spelled returns the name of a field: of metadata as the client wrote it, without a trace of it in lowercase.
func Spelled(r *http.Request, name string) string {
	if !strings.HasPrefix(name, metaPrefix) {
		return name
	}
	if c, ok := r.Context().Value(connKey{}).(*namedConn); ok {
		if written, ok := c.written(name); ok {
			return written
		}
	}
	return strings.ToLower(name)
}
