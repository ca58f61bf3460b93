package client

import (
	"context"
	"strconv"
	"strings"

	"rowkey/engine/admission"
	"rowkey/engine/apierr"
	"rowkey/engine/explain"
	"rowkey/engine/hash"
	"rowkey/engine/message"
	"rowkey/engine/rest"
	"rowkey/engine/rest/protocols"
	"rowkey/engine/script"
)

// NoAnswer is the code of a request whose answer never came.
const NoAnswer = "NoAnswer"

// Attempt is one attempt to send a request. Times are milliseconds since the run began.
type Attempt struct {
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Status int    `json:"status"` // 0 if no answer came
	Code   string `json:"code"`
	Wait   int    `json:"wait"` // after it, before the next one
}

// clientSide is what only the client knows about its request. Times are milliseconds.
type clientSide struct{ elapsed, attempts, throttled, hits, skipped int }

// ask answers a query about it, and says whether it is one.
func (c *clientSide) ask(query string) (v value, ok bool) {
	if query == "skipped" {
		return textValue(strconv.FormatBool(c.skipped > 0)), true
	}
	n, ok := map[string]int{"elapsed": c.elapsed, "attempts": c.attempts, "throttled": c.throttled, "hits": c.hits}[query]
	return numberValue(n), ok
}

// network is what is between one request of a client and the service.
type network struct {
	line  int
	block *script.Block // of the first one of a batch
	retry script.RetryPolicy
	sent  bool // an attempt was made: the process can no longer crash before its request
}

// sender is the network of a run: it sends requests, repeats them, and makes the faults that the script asks for.
type sender struct {
	*environment
	handler rest.Handler
	faults  faults
	traffic *int // bytes of bodies so far; shared with what runs inside this one
}

// networkOf returns the network of a block or of a batch: what one of its operations says holds for all.
func (s *sender) networkOf(u script.Unit) *network {
	n := &network{block: &s.script.Blocks[u.First]}
	for i := u.First; i <= u.Last; i++ {
		m := &s.script.Blocks[i].Meta.Client
		if m.Retry.Most > 0 {
			n.retry = m.Retry
		}
		if len(m.Faults) > 0 {
			n.block = &s.script.Blocks[i]
		}
	}
	n.line = s.script.Blocks[u.First].Line
	return n
}

// send sends one request to the service, and repeats it as long as the client's policy allows.
func (s *sender) send(
	ctx context.Context, n *network, x *Exchange, out *outgoing,
) (*rest.Response, *explain.Record, *Problem) {
	var earlier *explain.Record
	for try := 0; ; try++ {
		req, err := s.o.Bases.address(out.method, out.url)
		if err != nil {
			return nil, nil, noAddress(n.line, err)
		}
		if *s.traffic += len(out.body); *s.traffic > MaxTraffic {
			return nil, earlier, problemOn(n.line, "too-much-traffic")
		}
		s.sign(req, out, x.Client)
		rec := new(explain.Record)
		terms := admission.Terms{Ahead: s.timeline.ahead(x), Free: s.free()}
		resp := s.attempt(explain.NewContext(admission.NewContext(ctx, terms), rec), req, x, s.faults.next(n, x))
		if resp == nil {
			return nil, earlier, nil
		}
		*s.traffic += resp.Size()
		x.Wire = append(x.Wire, Wire{
			Request:  Message{Method: out.method, URL: out.url, Headers: pairs(out.header), Body: out.body},
			Response: messageOf(resp),
		})
		s.logAttempt(x, resp, rec)
		joinAttempt(rec, earlier)
		if x.crashed || try >= n.retry.Most || !transient(outcome(resp)) {
			return resp, rec, nil
		}
		wait := n.retry.Delay(try)
		x.Attempts[len(x.Attempts)-1].Wait = milliseconds(wait)
		s.timeline.spend(x, wait, true)
		earlier = rec
	}
}

// attempt sends a request once. It returns nil if the client crashed before it could.
func (s *sender) attempt(ctx context.Context, r *rest.Request, x *Exchange, f script.Fault) *rest.Response {
	switch f {
	case script.CrashBefore:
		x.crashed = true
		return nil
	case script.Throttled:
		return s.refuse(ctx, r, apierr.ServerBusy)
	case script.TimedOut:
		explain.From(ctx).Latency = serviceTimeout
		return s.refuse(ctx, r, apierr.OperationTimedOut)
	}
	resp := s.handler.Serve(ctx, r)
	if x.crashed = f == script.CrashAfter; x.crashed || f == script.AnswerLost {
		return &rest.Response{}
	}
	return resp
}

// refuse answers in place of the service, and measures as it would.
func (s *sender) refuse(ctx context.Context, r *rest.Request, code apierr.Code) *rest.Response {
	ids := hash.NewRandom(^uint64(s.steps) ^ uint64(s.faults.refused)<<32)
	s.faults.refused++
	resp := protocols.Refuse(r, code, s.o.Now(), ids.GUID())
	rec := explain.From(ctx)
	rec.Transactions, rec.Roundtrips, rec.Code = 1, 1, code
	rec.BytesIn, rec.BytesOut = len(r.Body), resp.Size()
	return resp
}

// logAttempt records an attempt and lets its time pass.
func (s *sender) logAttempt(x *Exchange, resp *rest.Response, rec *explain.Record) {
	a := Attempt{Start: milliseconds(x.at), Status: outcome(resp)}
	s.timeline.spend(x, x.lockWait+latency(rec), s.o.Elapse && !s.free())
	x.delayed, x.lockWait = x.delayed || x.lockWait > 0, 0
	a.End = milliseconds(x.at)
	switch {
	case resp.Status >= 400:
		a.Code, _ = ErrorOf(string(resp.Body))
	case a.Status >= 400:
		a.Code, _ = ErrorOf(string(Parts(resp.Header.Get("Content-Type"), resp.Body)[0].Body))
	case a.Status == 0:
		a.Code = NoAnswer
	}
	if a.Status == apierr.ServerBusy.Status() {
		x.throttled++
	}
	x.Attempts = append(x.Attempts, a)
}

// transient reports whether the same request may succeed another time.
func transient(status int) bool { return status == 0 || status >= 500 }

// outcome returns the status that a client acts on: of a transaction that the service could not run
// now, the one inside its answer, which is itself accepted.
func outcome(resp *rest.Response) int {
	if resp.Status == 202 {
		if parts := Parts(resp.Header.Get("Content-Type"), resp.Body); len(parts) > 0 && transient(parts[0].Status) {
			return parts[0].Status
		}
	}
	return resp.Status
}

// joinAttempt adds what an earlier attempt cost and did to the record of the next one.
func joinAttempt(r, earlier *explain.Record) {
	if earlier == nil {
		return
	}
	again := earlier.Counts
	again.Partitions, again.Pages = 0, 0 // which a client sees once
	r.Counts = r.Counts.Plus(again)
	r.Latency += earlier.Latency
	r.Changes = append(earlier.Changes[:len(earlier.Changes):len(earlier.Changes)], r.Changes...)
}

// sign completes a request and signs it with the key of its account, if keys are known, the lane holds them, and the
// request brings no credentials of its own.
// Source: Authorize with Shared Key.
func (s *sender) sign(req *rest.Request, out *outgoing, lane string) {
	req.Header, req.Body = out.header, []byte(out.body)
	keys := s.o.Accounts[req.Account]
	if len(keys) == 0 || !holdsKey(lane) || req.Signed() && !out.signed {
		return
	}
	out.signed = true
	req.Sign(keys[0], s.o.Now(), "")
	out.header = req.Header
}

// tokenQuery returns "?" and the query string of a URL if it holds a shared access signature: a
// batch is sent with that of its first operation.
func tokenQuery(url string) string {
	_, query, _ := strings.Cut(url, "?")
	if (&rest.Request{Query: query}).Signed() {
		return "?" + query
	}
	return ""
}

// exchange sends a request and follows tokens as far as the block asks for.
func (s *sender) exchange(ctx context.Context, n *network, x *Exchange, out *outgoing) *Problem {
	first, most := out.url, s.script.Blocks[x.Block].Meta.Follow
	for {
		resp, rec, p := s.send(ctx, n, x, out)
		if p != nil || resp == nil {
			x.addCost(rec)
			return p
		}
		x.addPage(resp, rec)
		if most == 0 || x.Token == nil {
			return nil
		}
		if len(x.pages) == most {
			if most == script.MaxPages {
				return problemOn(n.line, "too-many-pages", strconv.Itoa(script.MaxPages))
			}
			return nil
		}
		next := *out
		next.url = nextPage(first, resp.Header)
		out = &next
	}
}

// noAddress says that nothing answers where a request is to go.
func noAddress(line int, err error) *Problem {
	return problemOf(line, message.Of(err).And(message.New("addresses")))
}
