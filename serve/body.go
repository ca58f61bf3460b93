package main

import (
	"bytes"
	"io"
	"net/http"
)

// smallBody is the size up to which memory is given to a body before it has arrived, in bytes.
const smallBody = 64 << 10

// readBody reads a body, but no more than one byte above limit: the service itself refuses what is
// too large. Who announces much and sends little gets little memory.
func readBody(r *http.Request, limit int) ([]byte, error) {
	if r.ContentLength == 0 {
		return nil, nil
	}
	if n := r.ContentLength; n > 0 && n <= int64(min(smallBody, limit)) {
		b := make([]byte, n)
		_, err := io.ReadFull(r.Body, b)
		return b, err
	}
	var b bytes.Buffer
	_, err := b.ReadFrom(io.LimitReader(r.Body, int64(limit)+1))
	return b.Bytes(), err
}
