package engine

import (
	"strconv"
	"sync"

	"rowkey/engine/client"
)

// maxSessions is how many runs are kept; the oldest is forgotten first.
const maxSessions = 64

// sessions are the runs that can still be continued or judged. The zero value is empty and ready.
type sessions struct {
	mu   sync.Mutex // guards the fields below
	next int
	list []session // oldest first
}

type session struct {
	id  string
	run *client.Session
}

// add keeps a run and returns its number. Numbers are not used twice, not even after a reset.
func (s *sessions) add(run *client.Session) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	id := strconv.Itoa(s.next)
	if len(s.list) == maxSessions {
		s.list = append(s.list[:0], s.list[1:]...)
	}
	s.list = append(s.list, session{id, run})
	return id
}

// count returns how many runs there have been.
func (s *sessions) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.next
}

// get returns the run with a number, nil if it is not kept.
func (s *sessions) get(id string) *client.Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.list {
		if k.id == id {
			return k.run
		}
	}
	return nil
}

func (s *sessions) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = nil
}
