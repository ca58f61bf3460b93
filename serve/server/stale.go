package server

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"

	"rowkey/engine"
	"rowkey/engine/rest"
)

// behind is a secondary to which nothing has been copied since the rules were given.
type behind struct {
	engine   *engine.Engine
	services map[rest.Service]http.Handler
	since    time.Time

	mu  sync.Mutex // guards the field below
	now time.Time  // of the engine's clock, which does not go by itself
}

// newBehind copies the data. Errors: those of the store.
func newBehind(ctx context.Context, o *options, h service) (*behind, error) {
	e, err := h.Copy(ctx)
	if err != nil {
		return nil, err
	}
	b := &behind{engine: e, services: map[rest.Service]http.Handler{}, since: time.Now(), now: e.Clock().Now()}
	for s := range serviceNames {
		b.services[s] = newEndpoint(o, s, e)
	}
	return b, nil
}

// serve answers a read. Statistics say up to when the data was copied.
func (b *behind) serve(s rest.Service, w http.ResponseWriter, r *http.Request) {
	b.follow()
	later := &unsent{ResponseWriter: w}
	b.services[s].ServeHTTP(later, r)
	if before, rest, ok := bytes.Cut(later.body.Bytes(), []byte("<LastSyncTime>")); ok && s != 0 && isStats(r) {
		_, after, _ := bytes.Cut(rest, []byte("</LastSyncTime>"))
		synced := "<LastSyncTime>" + b.since.UTC().Format(http.TimeFormat) + "</LastSyncTime>"
		body := bytes.Join([][]byte{before, []byte(synced), after}, nil)
		later.body.Reset()
		later.body.Write(body)
	}
	later.send()
}

func isStats(r *http.Request) bool {
	return r.URL.Query().Get("comp") == "stats" && r.URL.Query().Get("restype") == "service"
}

// follow lets the clock of the copy go, by which signatures and tokens are judged.
func (b *behind) follow() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now := time.Now(); now.After(b.now) {
		b.engine.Advance(now.Sub(b.now))
		b.now = now
	}
}
