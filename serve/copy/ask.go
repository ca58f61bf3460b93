package copy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"rowkey/engine/client"
	"rowkey/engine/rest"
)

// apiVersion is the newest version that all places speak.
const apiVersion = "2019-02-02"

// policy says how often a request is repeated.
type policy struct {
	tries int
	notes io.Writer // gets a line when a place keeps a copy waiting for long
}

// question is one request to a place.
type question struct {
	service rest.Service
	method  string
	path    string // below the account, escaped
	query   string
	header  rest.Header
	body    []byte
}

// refusal is an answer that is not a success.
type refusal struct {
	place, what   string
	status        int
	code, message string
	after         time.Duration // that the service wants us to wait
}

// Error says which place refused what, why, and what can be done.
func (r *refusal) Error() string {
	text := fmt.Sprintf("%s: %s: %d %s", r.place, r.what, r.status, r.code)
	if r.message != "" {
		text += ": " + r.message
	}
	if advice := r.advice(); advice != "" {
		text += " (" + advice + ")"
	}
	return text
}

// advice is what the reader can do about a refusal.
func (r *refusal) advice() string {
	switch {
	case r.code == noAnswer:
		return "is the server running, and is the address right?"
	case r.status == http.StatusForbidden || r.status == http.StatusUnauthorized:
		return "the key or signature is wrong, has expired, or does not allow this request"
	case r.retryable() && r.status != http.StatusInternalServerError:
		return "it was busy for too long: try again later, or with a smaller -parallel"
	case r.code == "EntityAlreadyExists":
		return "the target has a different entity with these keys; -mode replace overwrites it"
	}
	return ""
}

// noAnswer is the code that package run gives to a server that cannot be reached.
const noAnswer = "NoAnswer"

// retryable reports whether the same request may be answered later.
// Source: Status and error codes; for 429 those of Cosmos DB.
func (r *refusal) retryable() bool {
	switch r.status {
	case 408, 429, 500, 502, 503, 504:
		return true
	}
	return false
}

// is reports whether an error is a refusal with one of these codes.
func is(err error, codes ...string) bool {
	var r *refusal
	if !errors.As(err, &r) {
		return false
	}
	return slices.Contains(codes, r.code)
}

// ask sends a request until it is answered. Errors: a *refusal, that of ctx.
func (p *place) ask(ctx context.Context, q *question) (*rest.Response, error) {
	return p.repeat(ctx, func() (*rest.Response, *refusal) { return p.once(ctx, q) })
}

// repeat repeats what a busy place refuses, and waits longer each time.
func (p *place) repeat(ctx context.Context, once func() (*rest.Response, *refusal)) (*rest.Response, error) {
	begun := time.Now()
	for try := 0; ; try++ {
		res, refused := once()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case refused == nil:
			return res, nil
		case !refused.retryable() || try >= p.policy.tries || p.absent(try, begun):
			return nil, refused
		}
		wait := max(backoff(try), refused.after)
		if wait >= 5*time.Second && p.policy.notes != nil {
			fmt.Fprintf(p.policy.notes, "%s answered %d %s; trying again in %v\n", p.name, refused.status, refused.code,
				wait.Round(time.Second))
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
}

// absent reports whether a place that has never answered has been asked often enough: its server is not
// running, or its address is wrong. One that has answered is given all the tries, for it may be restarting.
func (p *place) absent(try int, begun time.Time) bool {
	return !p.answered.Load() && (try >= absentTries || time.Since(begun) > absentWait)
}

// A server that is just being started answers within these.
const (
	absentTries = 4
	absentWait  = 3 * time.Second
)

const (
	firstWait   = 100 * time.Millisecond
	longestWait = 15 * time.Second
)

// backoff doubles with each try. A part of it is random, so that workers do not come back all at once.
func backoff(try int) time.Duration {
	wait := min(firstWait<<min(try, 16), longestWait)
	return wait/2 + rand.N(wait)
}

// once sends a request once. A nil refusal means success.
func (p *place) once(ctx context.Context, q *question) (*rest.Response, *refusal) {
	what := q.method + " " + q.path
	r, err := p.request(q)
	if err != nil {
		return nil, &refusal{place: p.name, what: what, code: "InvalidUri", message: err.Error()}
	}
	res := p.handler.Serve(ctx, r)
	var refused *refusal
	if res.Status >= 400 {
		refused = p.refused(what, res)
	}
	if refused == nil || refused.code != noAnswer {
		p.answered.Store(true)
	}
	return res, refused
}

func (p *place) request(q *question) (*rest.Request, error) {
	base := map[rest.Service]string{rest.TableService: p.bases.Table, rest.QueueService: p.bases.Queue,
		rest.BlobService: p.bases.Blob}[q.service]
	if base == "" {
		return nil, fmt.Errorf("%s has no known address for this service: use a connection string that names it", p.name)
	}
	r, err := rest.Locate(q.service, q.method, base)
	if err != nil {
		return nil, err
	}
	r.Base, r.Path, r.Query, r.Body = base, q.path, q.query, q.body
	r.Header = append(rest.Header{{Name: "x-ms-version", Value: apiVersion}}, q.header...)
	if q.service == rest.TableService {
		r.Header.Set("DataServiceVersion", "3.0")
		r.Header.Set("MaxDataServiceVersion", "3.0")
	}
	return r, nil
}

// refused reads why a place refuses a request.
func (p *place) refused(what string, res *rest.Response) *refusal {
	r := &refusal{place: p.name, what: what, status: res.Status, after: retryAfter(res.Header)}
	r.code, r.message = client.ErrorOf(res.Text())
	if r.code == "" {
		r.code = strings.ReplaceAll(http.StatusText(res.Status), " ", "")
	}
	r.code, r.message = firstLine(r.code), firstLine(r.message)
	return r
}

// maxAsked is how long a service may let its client wait.
const maxAsked = 5 * time.Minute

// retryAfter is how long a service wants its client to wait.
func retryAfter(h rest.Header) time.Duration {
	if ms, err := strconv.ParseInt(h.Get("x-ms-retry-after-ms"), 10, 64); err == nil && ms > 0 {
		return time.Duration(min(ms, maxAsked.Milliseconds())) * time.Millisecond
	}
	text := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil && seconds > 0 {
		return time.Duration(min(seconds, int(maxAsked/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(time.Until(at), 0), maxAsked)
	}
	return 0
}
