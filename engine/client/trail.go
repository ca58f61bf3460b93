package client

import (
	"rowkey/engine/explain"
	"rowkey/engine/trail"
)

// logged returns what the linter may know of an exchange, ok is false if nothing was sent.
func (s *Session) logged(x *Exchange) (r trail.Request, ok bool) {
	if x.sent != nil {
		b := &s.script.Blocks[x.Block]
		return trail.Request{
			Record: &explain.Record{Op: "Load", Table: x.loaded}, File: s.script.Name, Line: x.Line, Title: x.Title,
			Client: x.Client, Method: b.Method, Status: 200, Load: x.sent, Start: x.Start, End: x.End, Silent: s.script.Silent(b),
		}, true
	}
	if x.Record == nil || len(x.Wire) == 0 {
		return r, false
	}
	b := &s.script.Blocks[x.Block]
	sent := &x.Wire[0].Request
	head := fieldsOf(sent.Headers)
	r = trail.Request{
		Record: x.Record, File: s.script.Name, Line: x.Line, Title: x.Title, Name: x.Name, Client: x.Client,
		Flight: b.Meta.Client.Parallel, Method: sent.Method, URL: sent.URL, Accept: head.Get("Accept"), Body: sent.Body,
		IfMatch: head.Get("If-Match"), Status: x.Status, Answer: x.Body, Pages: b.Meta.Follow > 0, Next: x.Token,
		Start: x.Start, End: x.End, Attempts: len(x.Wire), Silent: s.script.Silent(b),
	}
	r.ETag = fieldsOf(x.Wire[len(x.Wire)-1].Response.Headers).Get("ETag")
	for _, o := range x.Ops {
		r.Ops = append(r.Ops, trail.Op{Method: o.Method, Key: o.Key})
	}
	for _, a := range x.Attempts[:max(0, len(x.Attempts)-1)] {
		r.Unanswered = r.Unanswered || transient(a.Status)
	}
	r.Uses = s.used(x)
	return r, true
}

// used returns what the blocks of an exchange use, and what later blocks keep of its answer.
func (s *Session) used(x *Exchange) []trail.Use {
	var list []trail.Use
	for _, i := range x.Blocks {
		list = append(list, s.script.Uses(&s.script.Blocks[i])...)
	}
	return list
}

// log hands an exchange to the log.
func (s *Session) log(x *Exchange) {
	if s.o.Log == nil {
		return
	}
	if r, ok := s.logged(x); ok {
		s.o.Log(r)
	}
}
