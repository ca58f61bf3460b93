package watch

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
)

// resetVariable names the variable with the address that takes the tables back.
const resetVariable = "ROWKEY_RESET"

// offerReset listens on a port of its own for a POST to an address that cannot be guessed, so that neither a page nor
// another program uses it.
func (w *watcher) offerReset(ctx context.Context) (address string, stop func() error, err error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	path := "/" + rand.Text()
	server := &http.Server{Handler: http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.URL.Path), []byte(path)) == 0 {
			http.Error(out, "wrong path: use the address in "+resetVariable, http.StatusNotFound)
			return
		}
		if r.Method != http.MethodPost {
			http.Error(out, "send a POST to reset the tables", http.StatusMethodNotAllowed)
			return
		}
		if err := w.back(ctx); err != nil {
			http.Error(out, err.Error(), http.StatusInternalServerError)
			return
		}
		out.WriteHeader(http.StatusNoContent)
	})}
	go func() {
		if err := server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
			w.failed(err)
		}
	}()
	return "http://" + ln.Addr().String() + path, server.Close, nil
}

// back takes the tables back to the beginning. What the requests so far show is examined first.
func (w *watcher) back(ctx context.Context) error {
	if err := w.examine(ctx); err != nil {
		return err
	}
	return w.places.Engine.Restore(ctx, w.start)
}
