package main

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// crowd bounds how many connections there are. When a new one is too many, the one that has waited
// longest for a request, or for the rest of a header, has to go: clients open another one, and nobody
// can keep others out by holding connections.
type crowd struct {
	max int

	mu      sync.Mutex // guards the fields below
	waiting *list.List // of net.Conn, the longest first
	place   map[net.Conn]*list.Element
}

func newCrowd(n int) *crowd {
	return &crowd{max: n, waiting: list.New(), place: map[net.Conn]*list.Element{}}
}

// note is told about every connection by net/http.
func (c *crowd) note(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, known := c.place[conn]
	if at != nil {
		c.waiting.Remove(at)
	}
	switch state {
	case http.StateNew:
		c.place[conn] = c.waiting.PushBack(conn)
		c.makeRoom()
	case http.StateIdle:
		if known {
			c.place[conn] = c.waiting.PushBack(conn)
		}
	case http.StateActive:
		if known {
			c.place[conn] = nil // it works
		}
	default:
		delete(c.place, conn)
	}
}

// makeRoom closes the connection that has waited longest. The caller holds mu.
func (c *crowd) makeRoom() {
	if len(c.place) <= c.max || c.waiting.Len() == 0 {
		return
	}
	conn := c.waiting.Remove(c.waiting.Front()).(net.Conn)
	delete(c.place, conn)
	conn.Close()
}
