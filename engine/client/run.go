package client

import (
	"context"
	"strconv"
	"strings"

	"rowkey/engine/auth"
	"rowkey/engine/message"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// What is sent when a script does not say otherwise, as the official clients do.
// Source: recorded traffic of azure-sdk-for-go and azure-sdk-for-js.
const (
	defaultAccept      = "application/json;odata=minimalmetadata"
	defaultContentType = "application/json"
	serviceVersion     = auth.DefaultVersion
	dataVersion        = "3.0"
)

// outgoing is a request with nothing left to replace.
type outgoing struct {
	method, url string
	header      rest.Header
	body        string
	signed      bool // by the script itself
}

// runOne sends the request of a block and checks the answer.
func (s *Session) runOne(ctx context.Context, j job) *Exchange {
	b := &s.script.Blocks[j.unit.First]
	x, c := s.begin(j), s.scope(b, j)
	s.timeline.depart(x, b)
	if j.ran == nil { // its programs have waited for it
		s.timeline.sleep(x, b.Meta.Sleep)
	}
	out, p := s.build(b.Request, c)
	if p == nil {
		p = s.seal(b, out)
	}
	if p != nil {
		return stopped(x, p)
	}
	out.addVersions()
	if !s.recall(x, b, out) {
		p = s.exchange(ctx, s.networkOf(j.unit), x, out)
	}
	s.timeline.arrive(x)
	if x.answer != nil {
		x.joinPages()
		s.readTyped(b, x, out)
		x.readRaw(b, out)
		s.keepAnswer(x, b, out)
	}
	s.finish(x)
	switch {
	case p != nil:
		return stopped(x, p)
	case x.crashed:
		s.crash(x, j)
		return x
	case b.Name != "":
		s.state.answers[b.Name] = x.answer
	}
	for _, a := range b.Assertions {
		x.Checks = append(x.Checks, s.check(a, x.answer, c))
	}
	x.stopOnType(b)
	x.Stopped = x.Stopped || x.failed() && !s.judging && !asked(b.Assertions)
	return x
}

// failed reports whether the answer is an error, or that there is none.
func (x *Exchange) failed() bool { return x.Status >= 400 || x.Status == 0 }

// asked reports whether an assertion is about the outcome, so that a refusal is expected.
func asked(asserts []*script.Assertion) bool {
	for _, a := range asserts {
		if a.AsksForError() {
			return true
		}
	}
	return false
}

// build expands a request and adds the headers that every request has.
func (s *Session) build(r *script.Request, c scope) (*outgoing, *Problem) {
	target, p := s.text.expand(r.Target, c)
	if p != nil {
		return nil, p
	}
	if strings.HasPrefix(target, "/") {
		target = s.o.Bases.of(rest.TableService) + target
	}
	out := &outgoing{method: r.Method, url: script.EncodeURL(target)}
	for _, h := range r.Headers {
		value, p := s.text.expand(h.Value, c)
		if p != nil {
			return nil, p
		}
		out.header.Set(h.Name, value)
	}
	if out.body, p = s.text.expand(r.Body, c); p != nil {
		return nil, p
	}
	if strings.HasPrefix(out.header.Get("Content-Type"), "multipart/") {
		out.body = strings.ReplaceAll(out.body, "\n", "\r\n") + "\r\n"
	}
	out.setDefault("Accept", defaultAccept)
	if r.IsJSON {
		out.setDefault("Content-Type", defaultContentType)
	}
	return out, nil
}

func (out *outgoing) setDefault(name, value string) {
	if _, ok := out.header.Lookup(name); !ok {
		out.header.Set(name, value)
	}
}

func (out *outgoing) addVersions() {
	out.setDefault("DataServiceVersion", dataVersion)
	out.setDefault("x-ms-version", serviceVersion)
}

// exchange sends a request and follows tokens as far as the block asks for.
func (s *Session) exchange(ctx context.Context, n *network, x *Exchange, out *outgoing) *Problem {
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

// finish adds up a visible exchange and remembers its answer.
func (s *Session) finish(x *Exchange) {
	if x.answer != nil && !x.crashed {
		s.state.lanes.of(x.Client).last = x.answer
	}
	if s.hidden {
		return
	}
	s.totals.add(x)
	if x.Record != nil {
		s.o.Meter(x.Record)
	}
	s.log(x)
}
