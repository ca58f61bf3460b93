package script

import (
	"context"
	"strconv"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/rest"
)

// What is sent when a script does not say otherwise, as the official clients do.
// Source: recorded traffic of azure-sdk-for-go and azure-sdk-for-js.
const (
	defaultAccept      = "application/json;odata=minimalmetadata"
	defaultContentType = "application/json"
	serviceVersion     = "2020-12-06"
	dataVersion        = "3.0"
)

// outgoing is a request with nothing left to replace.
type outgoing struct {
	method, url string
	header      rest.Header
	body        string
}

// runOne sends the request of a block and checks the answer.
func (s *Session) runOne(ctx context.Context, j job) *Exchange {
	b := &s.script.Blocks[j.unit.first]
	x, c := s.begin(j), scope{index: j.index, client: b.Client}
	out, p := s.build(b.request, c)
	if p != nil {
		return stopped(x, p)
	}
	out.addVersions()
	p = s.exchange(ctx, b, x, out)
	if x.answer != nil {
		x.joinPages()
		s.readTyped(b, x, out)
		x.readRaw(b, out)
		s.finish(x)
	}
	if p != nil {
		return stopped(x, p)
	}
	if b.Name != "" {
		s.state.answers[b.Name] = x.answer
	}
	for _, a := range b.asserts {
		x.Checks = append(x.Checks, s.check(a, x.answer, c))
	}
	x.stopOnType(b)
	x.Stopped = x.Stopped || x.Status >= 400 && !s.judging && !asked(b.asserts)
	return x
}

// asked says that an assertion speaks about the outcome, so that a refusal is part of the story.
func asked(asserts []*Assertion) bool {
	for _, a := range asserts {
		if a.asksForError() {
			return true
		}
	}
	return false
}

// build expands a request and adds the headers that every request has.
func (s *Session) build(r *request, c scope) (*outgoing, *Problem) {
	target, p := s.expand(r.target, c)
	if p != nil {
		return nil, p
	}
	if strings.HasPrefix(target, "/") {
		target = s.o.Bases.of(rest.TableService) + target
	}
	out := &outgoing{method: r.method, url: encodeURL(target)}
	for _, h := range r.headers {
		value, p := s.expand(h.value, c)
		if p != nil {
			return nil, p
		}
		out.header.Set(h.name, value)
	}
	if out.body, p = s.expand(r.body, c); p != nil {
		return nil, p
	}
	if strings.HasPrefix(out.header.Get("Content-Type"), "multipart/") {
		out.body = strings.ReplaceAll(out.body, "\n", "\r\n") + "\r\n"
	}
	out.setDefault("Accept", defaultAccept)
	if r.isJSON {
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

// exchange sends a request and reads on as far as the block asks for.
func (s *Session) exchange(ctx context.Context, b *Block, x *Exchange, out *outgoing) *Problem {
	first := out.url
	for {
		resp, rec, p := s.send(ctx, b.Line, x, out)
		if p != nil {
			return p
		}
		x.addPage(resp, rec)
		if b.meta.follow == 0 || x.Token == nil {
			return nil
		}
		if len(x.Wire) == b.meta.follow {
			if len(x.Wire) == MaxPages {
				return &Problem{Line: b.Line, Message: "stopped after " + strconv.Itoa(MaxPages) +
					" pages: that is the limit of @follow."}
			}
			return nil
		}
		next := *out
		next.url = nextPage(first, resp.Header)
		out = &next
	}
}

// send hands one request to the service.
func (s *Session) send(
	ctx context.Context, line int, x *Exchange, out *outgoing,
) (*rest.Response, *explain.Record, *Problem) {
	req, err := s.o.Bases.address(out.method, out.url)
	if err != nil {
		return nil, nil, noAddress(line, err)
	}
	req.Header, req.Body = out.header, []byte(out.body)
	rec := &explain.Record{}
	resp := s.handler.Serve(explain.NewContext(ctx, rec), req)
	x.Wire = append(x.Wire, Wire{
		Request:  Message{Method: out.method, URL: out.url, Headers: pairs(out.header), Body: out.body},
		Response: messageOf(resp),
	})
	return resp, rec, nil
}

// noAddress says that nothing answers where a request is to go.
func noAddress(line int, err error) *Problem {
	return &Problem{Line: line, Message: err.Error() + ". The tables of this page are at {{table}}."}
}

// finish adds up a visible exchange and remembers its answer.
func (s *Session) finish(x *Exchange) {
	if s.hidden {
		return
	}
	s.last = x.answer
	s.statuses = append(s.statuses, x.statuses()...)
	s.sum.Add(x.Record)
	s.sum.Requests += len(x.Wire) - 1
	for _, w := range x.Wire {
		s.methods = append(s.methods, w.Request.Method)
	}
	for _, k := range x.Record.Keys {
		s.keys = append(s.keys, k.Partition+"/"+k.Row)
	}
	if p := x.Record.Plan; p != nil {
		s.worst = max(s.worst, p.Class)
	}
	s.o.Meter(x.Record)
}
