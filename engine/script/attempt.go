package script

import (
	"slices"
	"strings"
	"time"
)

// Fault is what goes wrong with one attempt to send a request.
type Fault uint8

// The faults.
const (
	NoFault     Fault = iota
	Throttled         // the service refuses: 503 ServerBusy
	TimedOut          // the service gives up
	AnswerLost        // the request is carried out, and its answer is lost
	CrashBefore       // the client ends before it sends
	CrashAfter        // the client ends before it reads the answer
)

var faultNames = [...]string{"", "throttle", "timeout", "lost", "crash", "crash after"}

// String returns the fault as scripts spell it.
func (f Fault) String() string { return faultNames[f] }

// RetryPolicy is what a client does about an attempt that failed for a reason that may pass.
type RetryPolicy struct {
	Most  int           // further attempts
	Fixed bool          // all waits are equal
	Wait  time.Duration // before the first of them
}

// Delay returns how long the client waits after an attempt, counted from 0. Waits that double end at
// the longest that a script can ask for.
func (r RetryPolicy) Delay(try int) time.Duration {
	switch {
	case r.Fixed:
		return r.Wait
	case r.Wait > LongestWait>>try:
		return LongestWait
	}
	return r.Wait << try
}

// The limits of what can be asked for.
const (
	maxFaults  = 100
	maxRetries = 20
	maxWait    = 86400_000 // milliseconds
)

// LongestWait is the longest wait before a repeated attempt that a script can ask for.
const LongestWait = maxWait * time.Millisecond

// parseFault reads "throttle [n]", "timeout [n]", "lost [n]", "crash" or "crash after".
func (p *directiveParser) parseFault(b *Block, v argument) {
	m := &b.Meta.Client
	words := p.words(v.from, v.to)
	if len(words) == 0 {
		p.fail(v.line.from, v.line.to, "fault-without-kind")
		return
	}
	kind := Fault(max(0, slices.Index(faultNames[:], words[0].text)))
	switch {
	case kind == NoFault:
		d := p.fail(words[0].from, words[0].to, "unknown-fault", words[0].text)
		if d.suggest(words[0].text, faultNames[1:CrashAfter]); d.Label == nil {
			d.and("faults")
		}
		return
	case kind == CrashBefore && len(words) == 2 && words[1].text == "after":
		kind, words = CrashAfter, words[:1]
	case kind == CrashBefore && len(words) > 1:
		p.fail(words[1].from, v.to, "fault-crash").suggest(words[1].text, []string{"after"})
		return
	}
	n := 1
	if len(words) > 1 {
		count := argument{v.line, p.text[words[1].from:v.to], words[1].from, v.to}
		n = p.number(count, "@fault "+kind.String(), maxFaults)
	}
	for range min(n, maxFaults-len(m.Faults)) {
		m.Faults = append(m.Faults, kind)
	}
}

// parseRetry reads "N [fixed|exponential] [MS]".
func (p *directiveParser) parseRetry(b *Block, v argument) {
	m := &b.Meta.Client
	m.Retry = RetryPolicy{Wait: time.Second}
	for i, w := range p.words(v.from, v.to) {
		number := argument{v.line, w.text, w.from, w.to}
		switch {
		case i == 0:
			m.Retry.Most = p.number(number, "@retry", maxRetries)
		case w.text == "fixed":
			m.Retry.Fixed = true
		case w.text == "exponential":
		case '0' <= w.text[0] && w.text[0] <= '9':
			wait := p.number(number, "@retry", maxWait)
			m.Retry.Wait = time.Duration(wait) * time.Millisecond
		default:
			p.fail(w.from, w.to, "unknown-wait", w.text).suggest(w.text, []string{"fixed", "exponential"})
		}
	}
	if m.Retry.Most == 0 {
		p.fail(v.line.from, v.line.to, "retry-without-number")
	}
}

func parseRestart(_ *directiveParser, b *Block, _ argument) { b.Meta.Client.Restart = true }

// parseCache reads "[MS]".
func (p *directiveParser) parseCache(b *Block, v argument) {
	m := &b.Meta.Client
	if m.Cached = true; v.text != "" {
		m.CacheFor = time.Duration(p.number(v, "@cache", maxWait*366)) * time.Millisecond
	}
}

// parseParallel reads "NAME [N]".
func (p *directiveParser) parseParallel(b *Block, v argument) {
	m := &b.Meta.Client
	name, most, ok := strings.Cut(v.text, " ")
	if m.Parallel = name; name == "" {
		p.fail(v.line.from, v.line.to, "parallel-without-name")
	}
	if most = strings.TrimSpace(most); ok {
		m.Width = p.number(argument{v.line, most, v.to - len(most), v.to}, "@parallel", MaxRequests)
	}
}
