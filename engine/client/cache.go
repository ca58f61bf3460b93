package client

import (
	"rowkey/engine/explain"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// recall answers a request from the memory of its client. It returns false if that has no answer,
// or one that is too old.
func (s *Session) recall(x *Exchange, b *script.Block, out *outgoing) bool {
	if !b.Meta.Client.Cached {
		return false
	}
	k, ok := s.state.lanes.of(x.Client).cache[cacheKey(out)]
	if !ok || !k.until.IsZero() && !s.o.Now().Before(k.until) {
		return false
	}
	a := *k.answer
	a.rec, a.client = &explain.Record{}, clientSide{hits: 1}
	x.State, x.answer = Cached, &a
	x.Status, x.Reason, x.Body = a.status, rest.StatusText(a.status), a.body
	return true
}

// keepAnswer puts an answer into the memory of its client. Refusals are asked for again.
func (s *Session) keepAnswer(x *Exchange, b *script.Block, out *outgoing) {
	m := &b.Meta.Client
	if !m.Cached || x.State == Cached || x.answer == nil || x.Status == 0 || x.Status >= 400 {
		return
	}
	l, k := s.state.lanes.of(x.Client), cacheEntry{answer: x.answer}
	if m.CacheFor > 0 {
		k.until = s.o.Now().Add(m.CacheFor)
	}
	if l.cache == nil {
		l.cache = map[string]cacheEntry{}
	}
	l.cache[cacheKey(out)] = k
}

// cacheKey is different for different answers: the same URL in another format is another answer.
func cacheKey(out *outgoing) string { return out.url + "\n" + out.header.Get("Accept") }
