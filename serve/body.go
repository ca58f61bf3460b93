package main

import (
	"context"
	"errors"
	"io"
	"net/http"
)

// smallBody is the size up to which memory is given to a body before it has arrived, in bytes.
const smallBody = 64 << 10

// readBody reads a body, but no more than one byte above limit: the service itself refuses what is
// too large. Who announces much and sends little gets little memory.
func readBody(r *http.Request, limit int) ([]byte, error) {
	size := limit + 1
	if r.ContentLength >= 0 && r.ContentLength < int64(size) {
		size = int(r.ContentLength)
	}
	if r.ContentLength > int64(limit) {
		return make([]byte, size), nil // refused for its length: nobody looks at it
	}
	b := make([]byte, 0, min(size, smallBody))
	for len(b) < size {
		if len(b) == cap(b) {
			b = append(make([]byte, 0, min(size, 2*cap(b))), b...)
		}
		n, err := r.Body.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if errors.Is(err, io.EOF) && (r.ContentLength < 0 || len(b) == size) {
			return b, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// largeMemory is how much memory bodies above smallBody take together at each listener, in bytes. The
// others wait.
const largeMemory = 256 << 20

// unit is what the budget counts, in bytes.
const unit = 1 << 20

// budget hands out memory for large bodies.
type budget struct {
	turn  chan struct{} // held by the one who is taking
	units chan struct{} // one for each unit that is taken
}

func newBudget() *budget {
	return &budget{turn: make(chan struct{}, 1), units: make(chan struct{}, largeMemory/unit)}
}

// take waits for the memory that a body may need and returns what gives it back, nil if ctx ended.
func (b *budget) take(ctx context.Context, r *http.Request, limit int) (give func()) {
	size := limit
	if r.ContentLength >= 0 {
		size = int(min(r.ContentLength, int64(limit)))
	}
	if size <= smallBody {
		return func() {}
	}
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return nil
	}
	taken := 0
	give = func() {
		for range taken {
			<-b.units
		}
	}
	for range min(size/unit+1, cap(b.units)) {
		select {
		case b.units <- struct{}{}:
			taken++
		case <-ctx.Done():
			give()
			return nil
		}
	}
	return give
}
