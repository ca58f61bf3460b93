package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
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
	set  atomic.Pointer[inForce] // nil while there are no rules
	open bool                    // rules may be sent
}

// inForce are rules with what they need.
type inForce struct {
	*faults.Set

	behind *behind // nil unless a rule is for stale reads
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
	f.set.Store(&inForce{Set: set})
	return f, err
}

// around has the requests to a service meet the faults of the rules.
func (f *fault) around(o *options, s rest.Service, h service, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if target(r) == faultsPath {
			f.control(o, h, w, r)
			return
		}
		set := f.set.Load()
		if set == nil || s == 0 || isControl(r) {
			next.ServeHTTP(w, r)
			return
		}
		switch rule := set.Meet(asked(o, set.Set, s, r)); {
		case rule == nil:
			next.ServeHTTP(w, r)
		case rule.Fault == faults.Stale:
			set.behind.serve(s, w, r)
		default:
			suffer(o, s, h, next, rule, w, r)
		}
	})
}

// peeked is how much of a body rules look at, in bytes.
const peeked = 64 << 10

// asked returns what rules look at of a request, whose body is still whole afterwards.
func asked(o *options, set *faults.Set, s rest.Service, r *http.Request) faults.Request {
	path, query, _ := strings.Cut(target(r), "?")
	q := faults.Request{Service: serviceNames[s], Method: r.Method, Path: path, Query: query}
	if set.Has(faults.Stale) {
		req, err := headOf(s, o.scheme(), r)
		q.Secondary = err == nil && req.Secondary
	}
	if set.ReadsBodies() {
		in := bufio.NewReaderSize(r.Body, peeked)
		beginning, _ := in.Peek(peeked) // an error is a shorter body, or comes again where the body is read
		q.Body = string(beginning)
		r.Body = struct {
			io.Reader
			io.Closer
		}{in, r.Body}
	}
	return q
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
	case faults.Duplicate:
		later := &unsent{ResponseWriter: w}
		next.ServeHTTP(later, r)
		reveal(o, h, r, later.body.Bytes())
		later.send()
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

// reveal makes the messages of an answer visible at once, so that they are received a second time. The receipts that
// the answer has are void from then on.
func reveal(o *options, h service, r *http.Request, answer []byte) {
	var received struct {
		Messages []struct{ MessageId, PopReceipt string } `xml:"QueueMessage"`
	}
	if xml.Unmarshal(answer, &received) != nil {
		return // an error of the service
	}
	path, _, _ := strings.Cut(target(r), "?")
	for _, m := range received.Messages {
		at := o.scheme() + "://" + r.Host + path + "/" + m.MessageId + "?visibilitytimeout=0&popreceipt=" +
			url.QueryEscape(m.PopReceipt)
		req, err := rest.Locate(rest.QueueService, http.MethodPut, at)
		if err != nil {
			return
		}
		req.Header.Set("x-ms-version", r.Header.Get("x-ms-version"))
		if keys := o.engine.Accounts[req.Account]; len(keys) > 0 {
			req.Sign(keys[0], time.Now(), "")
		}
		h.Serve(r.Context(), req)
	}
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
func (f *fault) control(o *options, h service, w http.ResponseWriter, r *http.Request) {
	if !f.open {
		refuse(w, "faults are off: start the server with -faults FILE or -control")
		return
	}
	switch r.Method {
	case http.MethodPut:
		f.replace(o, h, w, r)
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
		http.Error(w, "use PUT to set rules, GET to see what they did, or DELETE to remove them", http.StatusMethodNotAllowed)
	}
}

// replace puts the rules of the body in the place of the others.
func (f *fault) replace(o *options, h service, w http.ResponseWriter, r *http.Request) {
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
	if err := f.use(r.Context(), o, h, set); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// use puts rules in force. Errors: those of copying the data, where a rule needs that.
func (f *fault) use(ctx context.Context, o *options, h service, set *faults.Set) (err error) {
	rules := &inForce{Set: set}
	if set.Has(faults.Stale) {
		rules.behind, err = newBehind(ctx, o, h)
	}
	if err == nil {
		f.set.Store(rules)
	}
	return err
}
