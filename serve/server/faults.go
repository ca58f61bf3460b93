package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/rest"
	"rowkey/serve/faults"
)

// faultsPath takes rules for faults with PUT, says with GET what they did, and forgets them with DELETE.
const faultsPath = controlPrefix + "faults"

// mostRules is how long rules may be, in bytes.
const mostRules = 1 << 20

// fault puts faults on the wire: those of -faults, or of a test that sends them.
type fault struct {
	set  atomic.Pointer[faults.Set] // nil while there are none
	open bool                       // rules may be sent
}

// newFault reads the rules of a file, "" for none.
func newFault(file string, control bool) (*fault, error) {
	f := &fault{open: control || file != ""}
	if file == "" {
		return f, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	set, err := faults.Parse(string(text))
	f.set.Store(set)
	return f, err
}

// around has the requests to a service meet the faults of the rules.
func (f *fault) around(o *options, s rest.Service, h service, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if target(r) == faultsPath {
			f.control(w, r)
			return
		}
		set := f.set.Load()
		if set == nil || s == 0 || isControl(r) {
			next.ServeHTTP(w, r)
			return
		}
		path, _, _ := strings.Cut(target(r), "?")
		switch rule := set.Meet(faults.Request{Service: serviceNames[s], Method: r.Method, Path: path}); {
		case rule == nil:
			next.ServeHTTP(w, r)
		default:
			suffer(o, s, h, next, rule, w, r)
		}
	})
}

// suffer answers a request that has met a fault.
func suffer(
	o *options, s rest.Service, h service, next http.Handler, rule *faults.Rule, w http.ResponseWriter, r *http.Request,
) {
	switch rule.Fault {
	case faults.Throttle:
		refuseWith(o, s, h, apierr.ServerBusy, w, r)
	case faults.Timeout:
		refuseWith(o, s, h, apierr.OperationTimedOut, w, r)
	case faults.Cut:
		panic(http.ErrAbortHandler) // ends the connection
	case faults.Lost:
		next.ServeHTTP(&unsent{ResponseWriter: w}, r)
		panic(http.ErrAbortHandler)
	case faults.Delay:
		later := &unsent{ResponseWriter: w}
		next.ServeHTTP(later, r)
		wait(r.Context(), rule.Wait())
		later.send()
	case faults.Short:
		next.ServeHTTP(w, shortened(r, rule.Rows))
	}
}

// refuseWith answers with an error of the service, and nothing is done. The body is read, so that the connection goes
// on.
func refuseWith(o *options, s rest.Service, h service, code apierr.Code, w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, http.MaxBytesReader(w, r.Body, int64(o.maxBody))) // what cannot be read ends the connection
	req, err := headOf(s, o.scheme(), r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	res := h.Refuse(r.Context(), req, code)
	spell(w.Header(), res)
	write(w, res)
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// unsent is an answer that is kept back.
type unsent struct {
	http.ResponseWriter // for the deadlines of the connection

	header http.Header
	status int
	body   bytes.Buffer
}

func (u *unsent) Unwrap() http.ResponseWriter { return u.ResponseWriter }

func (u *unsent) Header() http.Header {
	if u.header == nil {
		u.header = http.Header{}
	}
	return u.header
}

func (u *unsent) WriteHeader(status int)      { u.status = status }
func (u *unsent) Write(b []byte) (int, error) { return u.body.Write(b) }

// send sends the answer after all. Names of fields are taken over as they are spelled.
func (u *unsent) send() {
	for name, values := range u.header {
		u.ResponseWriter.Header()[name] = values
	}
	if u.status != 0 {
		u.ResponseWriter.WriteHeader(u.status)
	}
	_, _ = u.ResponseWriter.Write(u.body.Bytes()) // a client that has gone needs no answer
}

// shortened is a query whose page has fewer rows than it could.
func shortened(r *http.Request, rows int) *http.Request {
	path, query, _ := strings.Cut(target(r), "?")
	var kept []string
	for option := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(option, "=")
		if decoded, err := url.QueryUnescape(name); err == nil && decoded == "$top" {
			if top, err := strconv.Atoi(value); err == nil {
				rows = min(rows, top)
			}
			continue
		}
		if option != "" {
			kept = append(kept, option)
		}
	}
	short := r.Clone(r.Context())
	short.RequestURI = path + "?" + strings.Join(append(kept, "$top="+strconv.Itoa(rows)), "&")
	return short
}

// control answers requests for the rules themselves.
func (f *fault) control(w http.ResponseWriter, r *http.Request) {
	if !f.open {
		refuse(w, "faults are closed: -faults FILE or -control opens them")
		return
	}
	switch r.Method {
	case http.MethodPut:
		f.replace(w, r)
	case http.MethodDelete:
		f.set.Store(nil)
		w.WriteHeader(http.StatusNoContent)
	case http.MethodGet:
		state := faults.State{Rules: []faults.Done{}, Events: []faults.Event{}}
		if set := f.set.Load(); set != nil {
			state = set.State()
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(state) // a client that has gone needs no answer
	default:
		http.Error(w, "PUT rules, GET what they did, or DELETE them", http.StatusMethodNotAllowed)
	}
}

// replace puts the rules of the body in the place of the others.
func (f *fault) replace(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostRules))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	set, err := faults.Parse(string(text))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	f.set.Store(set)
	w.WriteHeader(http.StatusNoContent)
}
