// Package conn limits the connections of a listener, and keeps the names of metadata as a client spelled them, which
// net/http changes. Not here: what a request is (net/http), and what it may do.
package conn

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// Limiter bounds how many connections there are. When a new one is too many, the one that has waited
// longest for a request, or for the rest of a header, is closed: clients open another one, and no request
// can keep others out by holding connections.
type Limiter struct {
	max int

	mu      sync.Mutex // guards the fields below
	waiting *list.List // of net.Conn, the longest first
	place   map[net.Conn]*list.Element
}

// NewLimiter returns a limiter for n connections.
func NewLimiter(n int) *Limiter {
	return &Limiter{max: n, waiting: list.New(), place: map[net.Conn]*list.Element{}}
}

// Note tells the limiter that a connection has changed; it is made for http.Server.ConnState.
func (l *Limiter) Note(conn net.Conn, state http.ConnState) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, known := l.place[conn]
	if at != nil {
		l.waiting.Remove(at)
	}
	switch state {
	case http.StateNew:
		l.place[conn] = l.waiting.PushBack(conn)
		l.makeRoom()
	case http.StateIdle:
		if known {
			l.place[conn] = l.waiting.PushBack(conn)
		}
	case http.StateActive:
		if known {
			l.place[conn] = nil // it has a request
		}
	default:
		delete(l.place, conn)
	}
}

// makeRoom closes the connection that has waited longest. The caller holds mu.
func (l *Limiter) makeRoom() {
	if len(l.place) <= l.max || l.waiting.Len() == 0 {
		return
	}
	conn := l.waiting.Remove(l.waiting.Front()).(net.Conn)
	delete(l.place, conn)
	conn.Close()
}
