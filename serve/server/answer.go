package server

import (
	"context"
	"net/http"
	"time"
	"unsafe"

	"rowkey/engine/rest"
)

// answerPatience is how long a large answer waits for memory.
const answerPatience = time.Second

// reach takes the memory of an answer of so many bytes, which is held while its client takes them. A
// page of entities asks before it is made, anything else is small enough to ask before it is sent. If
// there is none a read is refused, for it can be repeated; the answer to a write has to arrive. The parts
// of a blob are not counted: they are memory that the store has anyway. Errors: errBusy.
func (s *share) reach(ctx context.Context, bytes int) error {
	more := min(bytes, s.of.size) - int(s.bytes)
	if bytes <= smallBody || more <= 0 {
		return nil
	}
	return s.wait(ctx, more, s.of.patience)
}

// isRead reports whether a request has changed nothing: taking a message from a queue does.
func isRead(r *rest.Request) bool {
	return r.Method == http.MethodGet && r.Service != rest.QueueService
}

// write writes status and body. A client that has gone needs no answer.
func write(w http.ResponseWriter, res *rest.Response) {
	w.WriteHeader(res.Status)
	if res.Parts == nil {
		w.Write(res.Body)
	}
	for _, part := range res.Parts {
		if _, err := w.Write(unsafe.Slice(unsafe.StringData(part), len(part))); err != nil { // not a copy
			return
		}
	}
}
