package client

import (
	"maps"
	"slices"
	"time"

	"rowkey/engine/explain"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// lane is one client of a script: a process with a memory, which it loses when it crashes.
type lane struct {
	crashed bool
	cache   map[string]cacheEntry // by URL
	last    *answer               // the newest one

	disk map[string]map[string]string // what its programs have set: that survives a crash
}

// cacheEntry is an answer in the cache of a client.
type cacheEntry struct {
	answer *answer
	until  time.Time // zero: forever
}

// lanes are the clients by name.
type lanes map[string]*lane

// of returns a lane. A new one is alive.
func (l lanes) of(name string) *lane {
	if l[name] == nil {
		l[name] = &lane{}
	}
	return l[name]
}

// crash ends a process: what it had only in memory is lost.
func (l *lane) crash() { l.crashed, l.cache, l.last = true, nil, nil }

// variables returns what a program has kept with @set.
func (l *lane) variables(program string) map[string]string {
	if l.disk == nil {
		l.disk = map[string]map[string]string{}
	}
	if l.disk[program] == nil {
		l.disk[program] = map[string]string{}
	}
	return l.disk[program]
}

// copies returns lanes that can change without these.
func (l lanes) copies() lanes {
	c := lanes{}
	for name, from := range l {
		to := *from
		to.cache, to.disk = maps.Clone(from.cache), map[string]map[string]string{}
		for program, sets := range from.disk {
			to.disk[program] = maps.Clone(sets)
		}
		c[name] = &to
	}
	return c
}

// laneNames says which lane the blocks of a script belong to.
type laneNames struct {
	as     string // lane of all blocks, "" if each block says its own
	within string // lane of the blocks that name none
}

// laneOf returns the name of the lane that a block runs in.
func (l laneNames) laneOf(b *script.Block) string {
	switch {
	case l.as != "":
		return l.as
	case b.Client != "":
		return b.Client
	}
	return l.within
}

// acts reports whether a block does something that a client which has crashed cannot do.
func acts(b *script.Block) bool { return b.Request != nil || len(b.Meta.Sets) > 0 }

// inLane reports whether a block, or a program that it runs, belongs to a lane.
func (l laneNames) inLane(b *script.Block, name string) bool {
	programs := b.Meta.Client.Programs
	for i := range programs {
		if l.laneOfProgram(b, &programs[i]) == name {
			return true
		}
	}
	return acts(b) && l.laneOf(b) == name
}

// scope returns where the texts of a block are expanded.
func (e *environment) scope(b *script.Block, j job) scope {
	c := scope{index: j.index, client: e.laneOf(b)}
	if j.index < len(j.items) {
		c.item = j.items[j.index]
	}
	return c
}

// isDown reports whether a job belongs to a lane that has crashed, and sends or keeps something. Its first
// round brings the lane back if the block says so.
func (s *Session) isDown(j job) bool {
	down := false
	for i := j.unit.First; i <= j.unit.Last; i++ {
		b := &s.script.Blocks[i]
		if b.Meta.Disabled {
			continue
		}
		if b.Meta.Client.Restart && j.index == 0 && j.ran == nil {
			s.restart(b)
		}
		does := acts(b) || len(b.Meta.Client.Programs) > 0 && j.ran == nil
		down = down || does && s.state.lanes.of(s.laneOf(b)).crashed
	}
	return down
}

// restart brings the lane of a block back, and those of its programs.
func (s *Session) restart(b *script.Block) {
	s.state.lanes.of(s.laneOf(b)).crashed = false
	for i := range b.Meta.Client.Programs {
		s.state.lanes.of(s.laneOfProgram(b, &b.Meta.Client.Programs[i])).crashed = false
	}
}

// beginAgain starts the process of a lane from its first block: it remembers no answer from before, named or not.
// (After @restart a script goes on in its middle, and may refer to what came before.)
func (s *Session) beginAgain(name string) {
	l := s.state.lanes.of(name)
	l.crash()
	l.crashed = false
	for i := range s.script.Blocks {
		if b := &s.script.Blocks[i]; b.Name != "" && s.laneOf(b) == name {
			delete(s.state.answers, b.Name)
		}
	}
}

// skip makes the exchange of a block that is not sent. Only assertions that do not need an answer
// are made, unless a check would pass because there is none.
func (s *Session) skip(j job) *Exchange {
	x := s.begin(j)
	x.State = Skipped
	x.Start = milliseconds(s.timeline.now())
	x.End = x.Start
	if !s.hidden {
		s.totals.add(x)
	}
	for i := j.unit.First; i <= j.unit.Last; i++ {
		b := &s.script.Blocks[i]
		s.askSilent(x, b, s.scope(b, j), &answer{client: clientSide{skipped: 1}})
	}
	return x
}

// askSilent makes the assertions of a block whose client has seen no answer.
func (e *executor) askSilent(x *Exchange, b *script.Block, c scope, on *answer) {
	for _, a := range b.Assertions {
		if e.judging || a.Answer || slices.Contains([]string{"run", "skipped"}, a.Query) {
			x.Checks = append(x.Checks, e.check(a, on, c))
		}
	}
}

// crash ends the client of an exchange, so that its answer cannot be asked about.
func (e *executor) crash(x *Exchange, j job) {
	e.state.lanes.of(x.Client).crash()
	on := &answer{code: NoAnswer, client: clientSide{attempts: len(x.Wire)}}
	if x.State == Skipped {
		on.client.skipped = 1
	}
	for _, i := range x.Blocks {
		b := &e.script.Blocks[i]
		e.askSilent(x, b, e.scope(b, j), on)
	}
}

// fromCache answers a request from the memory of its client. It returns false if that has no answer,
// or one that is too old.
func (e *executor) fromCache(x *Exchange, b *script.Block, out *outgoing) bool {
	if !b.Meta.Client.Cached {
		return false
	}
	k, ok := e.state.lanes.of(x.Client).cache[cacheKey(out)]
	if !ok || !k.until.IsZero() && !e.o.Now().Before(k.until) {
		return false
	}
	a := *k.answer
	a.rec, a.client = &explain.Record{}, clientSide{hits: 1}
	x.State, x.answer = Cached, &a
	x.Status, x.Reason, x.Body = a.status, rest.StatusText(a.status), a.body
	return true
}

// cacheAnswer puts an answer into the memory of its client. Refusals are asked for again.
func (e *executor) cacheAnswer(x *Exchange, b *script.Block, out *outgoing) {
	m := &b.Meta.Client
	if !m.Cached || x.State == Cached || x.answer == nil || x.Status == 0 || x.Status >= 400 {
		return
	}
	l, k := e.state.lanes.of(x.Client), cacheEntry{answer: x.answer}
	if m.CacheFor > 0 {
		k.until = e.o.Now().Add(m.CacheFor)
	}
	if l.cache == nil {
		l.cache = map[string]cacheEntry{}
	}
	l.cache[cacheKey(out)] = k
}

// cacheKey is different for different answers: the same URL in another format is another answer.
func cacheKey(out *outgoing) string { return out.url + "\n" + out.header.Get("Accept") }
