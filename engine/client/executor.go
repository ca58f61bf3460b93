package client

import (
	"context"
	"slices"
	"strings"

	"rowkey/engine/auth"
	"rowkey/engine/client/encryption"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/rest"
	"rowkey/engine/script"
	"rowkey/engine/trail"
)

// What is sent when a script does not say otherwise, as the official clients do.
// Source: recorded traffic of azure-sdk-for-go and azure-sdk-for-js.
const (
	defaultAccept      = "application/json;odata=minimalmetadata"
	defaultContentType = "application/json"
	serviceVersion     = auth.DefaultVersion
	dataVersion        = "3.0"
)

// executor makes the exchange of a block: it builds and sends the request, reads the answer, and checks it.
type executor struct {
	checker
	sender sender
}

// outgoing is a request with nothing left to replace.
type outgoing struct {
	method, url string
	header      rest.Header
	body        string
	signed      bool // by the script itself
}

// begin makes the exchange of a job.
func (e *executor) begin(j job) *Exchange {
	b := &e.script.Blocks[j.unit.First]
	x := &Exchange{
		Block: b.Index, Index: j.index, Line: b.Line, Title: b.Title, Name: b.Name,
		Client: e.laneOf(b), State: Sent,
	}
	for i := j.unit.First; i <= j.unit.Last; i++ {
		if c := &e.script.Blocks[i]; i == j.unit.First || c.Request != nil {
			x.Blocks = append(x.Blocks, i)
		}
	}
	return x
}

// runOne sends the request of a block and checks the answer.
func (e *executor) runOne(ctx context.Context, j job) *Exchange {
	b := &e.script.Blocks[j.unit.First]
	x, c := e.begin(j), e.scope(b, j)
	e.timeline.depart(x, b)
	if j.ran == nil { // its programs have waited for it
		e.timeline.sleep(x, b.Meta.Sleep)
	}
	out, p := e.build(b.Request, c)
	if p == nil {
		p = e.seal(b, out)
	}
	if p != nil {
		return stopped(x, p)
	}
	out.addVersions()
	if !e.fromCache(x, b, out) {
		p = e.sender.exchange(ctx, e.sender.networkOf(j.unit), x, out)
	}
	e.timeline.arrive(x)
	if x.answer != nil {
		x.joinPages()
		e.readTyped(b, x, out)
		x.readRaw(b, out)
		e.cacheAnswer(x, b, out)
	}
	e.finish(x)
	switch {
	case p != nil:
		return stopped(x, p)
	case x.crashed:
		e.crash(x, j)
		return x
	case b.Name != "":
		e.state.answers[b.Name] = x.answer
	}
	e.checkAll(x, b, x.answer, c)
	x.stopOnType(b)
	x.Stopped = x.Stopped || x.failed() && !e.judging && !expectsRefusal(b.Assertions)
	return x
}

// build expands a request and adds the headers that every request has.
func (e *executor) build(r *script.Request, c scope) (*outgoing, *Problem) {
	target, p := e.text.expand(r.Target, c)
	if p != nil {
		return nil, p
	}
	if strings.HasPrefix(target, "/") {
		target = e.o.Bases.of(rest.TableService) + target
	}
	out := &outgoing{method: r.Method, url: script.EncodeURL(target)}
	for _, h := range r.Headers {
		value, p := e.text.expand(h.Value, c)
		if p != nil {
			return nil, p
		}
		out.header.Set(h.Name, value)
	}
	if out.body, p = e.text.expand(r.Body, c); p != nil {
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

// readTyped reads the answer of a block as the block says, and keeps what was sent.
func (e *executor) readTyped(b *script.Block, x *Exchange, out *outgoing) {
	a := x.answer
	path, _, _ := strings.Cut(out.url, "?")
	a.keepSent(out, script.KeyOf(path, out.body))
	if a.status >= 400 || b.Meta.View == nil && b.Meta.DecryptKeys == nil {
		return
	}
	r := reading{script: e.script, by: b.Meta.View, keys: b.Meta.DecryptKeys, typed: []Typed{}}
	r.bare = !strings.Contains(a.body, `"odata.metadata"`)
	eachEntity(a.body, r.entity)
	a.typed, x.Typed = r.typed, &a.typed
	if r.keys != nil && r.body != nil {
		if from, to, list := valueArray(a.body); list {
			r.body = []byte(a.body[:from+1] + string(r.body) + a.body[to-1:])
		}
		a.body = string(r.body)
		x.Body = a.body
	}
}

// keepSent remembers the entity of a request.
func (a *answer) keepSent(out *outgoing, key explain.Key) {
	if out != nil && out.method != "GET" {
		a.sent, a.key = out.body, key
	}
}

// finish adds up a visible exchange and remembers its answer.
func (e *executor) finish(x *Exchange) {
	if x.answer != nil && !x.crashed {
		e.state.lanes.of(x.Client).last = x.answer
	}
	if e.hidden {
		return
	}
	e.totals.add(x)
	if x.Record != nil {
		e.o.Meter(x.Record)
	}
	e.log(x)
}

// assign keeps what the blocks of a step set. A run that is over sets nothing, nor does a lane that has crashed.
func (e *executor) assign(j job, x *Exchange) *Problem {
	if x != nil && (x.Stopped || x.crashed) {
		return nil
	}
	for i := j.unit.First; i <= j.unit.Last; i++ {
		b := &e.script.Blocks[i]
		for _, a := range b.Meta.Sets {
			text, p := e.text.expand(a.Text, e.scope(b, j))
			if p != nil {
				return p
			}
			e.state.sets[a.Name] = text
		}
	}
	return nil
}

// logged returns what the linter may know of an exchange, nil if nothing was sent.
func (e *executor) logged(x *Exchange) *trail.Request {
	if x.sent != nil {
		b := &e.script.Blocks[x.Block]
		return &trail.Request{
			Record: &explain.Record{Op: "Load", Table: x.loaded}, File: e.script.Name, Line: x.Line, Title: x.Title,
			Client: x.Client, Method: b.Method, Status: 200, Load: x.sent, Start: x.Start, End: x.End,
			Silent: e.script.Silent(b),
		}
	}
	if x.Record == nil || len(x.Wire) == 0 {
		return nil
	}
	b := &e.script.Blocks[x.Block]
	sent := &x.Wire[0].Request
	head := fieldsOf(sent.Headers)
	r := &trail.Request{
		Record: x.Record, File: e.script.Name, Line: x.Line, Title: x.Title, Name: x.Name, Client: x.Client,
		Flight: b.Meta.Client.Parallel, Method: sent.Method, URL: sent.URL, Accept: head.Get("Accept"), Body: sent.Body,
		IfMatch: head.Get("If-Match"), Status: x.Status, Answer: x.Body, Pages: b.Meta.Follow > 0, Next: x.Token,
		Start: x.Start, End: x.End, Attempts: len(x.Wire), Silent: e.script.Silent(b),
	}
	r.ETag = fieldsOf(x.Wire[len(x.Wire)-1].Response.Headers).Get("ETag")
	ops := trail.Operations([]byte(sent.Body))
	for i, o := range x.Ops {
		op := trail.Op{Method: o.Method}
		if len(ops) == len(x.Ops) {
			op.IfMatch = ops[i].IfMatch
		}
		r.Ops = append(r.Ops, op)
	}
	for _, a := range x.Attempts[:max(0, len(x.Attempts)-1)] {
		r.Unanswered = r.Unanswered || transient(a.Status)
	}
	r.Uses = e.used(x)
	return r
}

// used returns what the blocks of an exchange use, and what later blocks keep of its answer.
func (e *executor) used(x *Exchange) []trail.Use {
	var list []trail.Use
	for _, i := range x.Blocks {
		list = append(list, e.script.Uses(&e.script.Blocks[i])...)
	}
	return list
}

// log hands an exchange to the log.
func (e *executor) log(x *Exchange) {
	if e.o.Log == nil {
		return
	}
	if r := e.logged(x); r != nil {
		e.o.Log(r)
	}
}

// seal encrypts the body of a request as its block says. Nothing is sent after a problem.
func (e *executor) seal(b *script.Block, out *outgoing) *Problem {
	if b.Meta.Encryptions == nil {
		return nil
	}
	doc, err := edm.ParseJSON([]byte(out.body))
	if err != nil {
		return problemOn(b.Line, "encrypt-no-entity")
	}
	path, _, _ := strings.Cut(out.url, "?")
	key := script.KeyOf(path, out.body)
	for i := range b.Meta.Encryptions {
		rule := &b.Meta.Encryptions[i]
		if problem := encryption.Encrypt(&doc.Entity, rule, key, e.o.Now()); problem != nil {
			return problemOf(rule.Line, problem)
		}
	}
	out.body = doc.Text()
	return nil
}

// expectsRefusal reports whether an assertion is about the outcome, so that a refusal is expected.
func expectsRefusal(asserts []*script.Assertion) bool {
	return slices.ContainsFunc(asserts, (*script.Assertion).AsksForError)
}
