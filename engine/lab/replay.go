package lab

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Replay writes a script that carries out the requests of an order one by one: what comes before the clients, then
// the block of each request in its place, with its fault, and at the end what should be true, if anything is
// expected.
func (w *World) Replay(events []*Event, expected []Fact) Script {
	r := replay{w: w, lines: strings.Split(strings.ReplaceAll(w.script.Text(), "\r\n", "\n"), "\n")}
	for i := range w.script.Blocks {
		if b := &w.script.Blocks[i]; !r.isOfLane(i) && !w.checks[i] && (b.Request != nil || b.Checks == 0) {
			r.copy(i)
		}
	}
	for i, e := range events {
		r.add(e, events[:i])
	}
	r.expect(expected)
	name := strings.TrimSuffix(path.Base(w.script.Name), ".http")
	if name == "" || name == "." {
		name = "script"
	}
	return Script{Name: name + "-order.http", Text: strings.TrimRight(r.b.String(), "\n") + "\n"}
}

// replay is a script that is being written.
type replay struct {
	w     *World
	b     strings.Builder
	lines []string
	wait  time.Duration // before the next request
	at    time.Duration // of the last event
	alive []int         // clients that begin again with their next request
}

// isOfLane reports whether a block belongs to a client.
func (r *replay) isOfLane(block int) bool {
	return slices.ContainsFunc(r.w.blocks, func(blocks []int) bool { return slices.Contains(blocks, block) })
}

// copy writes a block as it stands.
func (r *replay) copy(block int) {
	b := &r.w.script.Blocks[block]
	r.write(r.lines[b.FirstLine-1 : b.LastLine])
}

func (r *replay) write(lines []string) {
	r.b.WriteString(strings.Join(lines, "\n"))
	r.b.WriteString("\n\n")
}

// add writes what happens in an event.
func (r *replay) add(e *Event, before []*Event) {
	switch e.Kind {
	case PauseStep:
		r.wait += e.At - r.at
	case RestartStep:
		r.alive = append(r.alive, e.Point.Lane)
	case CrashStep:
		r.request(e, "crash")
	case RequestStep:
		if !r.again(e, before) {
			r.request(e, faultWords[e.Fault])
		}
	}
	r.at = e.At
}

// faultWords are the faults as scripts spell them.
var faultWords = map[Fault]string{CrashAfter: "crash after", Lost: "lost", Timeout: "timeout"}

// again reports whether a request is a further one of a block that was written for the one before: a page of a query,
// a round of a loop, an attempt.
func (r *replay) again(e *Event, before []*Event) bool {
	for _, b := range slices.Backward(before) {
		if b.Point != nil && b.Point.Lane == e.Point.Lane {
			same := b.Kind == RequestStep && b.Point.Again == e.Point.Again && b.Point.Block() == e.Point.Block()
			return same && b.Point.exchange.Index == e.Point.exchange.Index || same && r.w.loops(e.Point.Block())
		}
	}
	return false
}

// loops reports whether a block sends several requests, one after the other.
func (w *World) loops(block int) bool {
	m := &w.script.Blocks[block].Meta
	return m.Loop > 0 || m.While != nil || m.Follow > 0 || m.Client.Each != nil || m.Client.Retry.Most > 0 ||
		len(m.Client.Programs) > 0
}

// request writes the blocks of a request.
func (r *replay) request(e *Event, fault string) {
	p := e.Point
	for n, i := range p.exchange.Blocks {
		b := &r.w.script.Blocks[i]
		lines := slices.Clone(r.lines[b.FirstLine-1 : b.LastLine])
		if e.Fault == Delayed {
			late(lines)
		}
		if p.Again > 0 {
			lines = r.rename(lines, p)
		}
		if n == 0 {
			lines = slices.Insert(lines, min(1, len(lines)), r.words(p, fault)...)
		}
		if n == len(p.exchange.Blocks)-1 {
			lines = append(lines, surprise(e)...)
		}
		r.write(lines)
	}
	if e.Fault == Twice && e.second != nil {
		r.second(p)
	}
}

// words are the lines above a request that say how it is sent.
func (r *replay) words(p *Point, fault string) (lines []string) {
	if r.wait > 0 {
		lines = append(lines, "# @sleep "+strconv.Itoa(int(r.wait/time.Millisecond)))
		r.wait = 0
	}
	if i := slices.Index(r.alive, p.Lane); i >= 0 {
		r.alive = slices.Delete(r.alive, i, i+1)
		lines = append(lines, "# @restart")
	}
	if fault != "" {
		lines = append(lines, "# @fault "+fault)
	}
	return lines
}

// surprise is the assertion that lets the script go on after an answer that its block does not expect.
func surprise(e *Event) []string {
	switch {
	case e.Kind == RequestStep && e.Fault == Lost:
		return []string{"", "# ?? error == NoAnswer"}
	case e.response != nil && e.response.Status >= 400:
		return []string{"", "# ?? status == " + strconv.Itoa(e.response.Status)}
	}
	return nil
}

// late hides a message at first that is put.
func late(lines []string) {
	for i, l := range lines {
		if !strings.HasPrefix(strings.TrimSpace(l), "POST ") {
			continue
		}
		sign := "?"
		if strings.Contains(l, "?") {
			sign = "&"
		}
		lines[i] = strings.TrimRight(l, " ") + sign + "visibilitytimeout=" + strconv.Itoa(int(lateBy/time.Second))
		return
	}
}

// second writes a request that arrives a second time. No client reads the answer.
func (r *replay) second(p *Point) {
	lines := []string{"### It arrives a second time"}
	b := &r.w.script.Blocks[p.Block()]
	for _, l := range r.lines[b.FirstLine-1 : b.LastLine] {
		t := strings.TrimSpace(l)
		if !strings.HasPrefix(t, "###") && !strings.HasPrefix(t, "# ??") && !strings.HasPrefix(t, "# @name") {
			lines = append(lines, l)
		}
	}
	r.write(append(lines, "", "# ?? status < 600"))
}
