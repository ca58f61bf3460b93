package script

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"rowkey/engine/message"
)

// ClientMeta is what a block says about the side of the client: its lanes, its network, its memory.
type ClientMeta struct {
	Restart  bool    // the lane is alive again
	Faults   []Fault // one an attempt, in order
	Retry    RetryPolicy
	Parallel string        // group of what is in flight together, "" for none
	Width    int           // most of it at a time, 0 for all
	Each     *EachLoop     // nil without it
	Cached   bool          // what was read is kept
	CacheFor time.Duration // how long a cached answer lasts, 0 for ever
	Programs []Program
	If       *Condition // the block is left out unless it holds
	Trial    string     // lane that is to survive crashes or a race, "" for none
	Race     *Race      // what the lane is to race against, nil for crashes
	Always   bool       // the block has to hold after every step of the learner's script
	Line     int        // of @trial or @always, the last one
}

// Fault is what goes wrong with one attempt.
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

// EachLoop is a loop over the items of a text.
type EachLoop struct {
	Text      Template
	Separator string // "" for a JSON array
}

// Program is one @run.
type Program struct {
	Name    string
	Script  *Script // nil for the text of the learner, and after an error
	Learner bool
	Lane    string // "" keeps the lanes of the program
	Crash   CrashPoint
	Times   int
	Line    int
}

// CrashPoint says at which of its requests a client crashes.
type CrashPoint struct {
	At    int  // from 1, 0 for never
	After bool // after the request, not before it
}

// String says where, for people: "before 4".
func (p CrashPoint) String() string {
	if p.After {
		return "after " + strconv.Itoa(p.At)
	}
	return "before " + strconv.Itoa(p.At)
}

// Race is what the requests of a lane meet in every order.
type Race struct {
	Rival *Script // nil for a second client that does what the lane does
}

// Condition is an assertion about an earlier answer: that of a named request or, without a name,
// the last one of the lane.
type Condition struct {
	Name     string
	from, to int // bytes of the name
	Line     int
	*Assertion
}

// The limits of what can be asked for.
const (
	maxFaults  = 100
	maxRetries = 20
	maxWait    = 86400_000 // milliseconds
)

// LongestWait is the longest wait before a repeated attempt that a script can ask for.
const LongestWait = maxWait * time.Millisecond

// learnerFile is the name of the learner's text in a check script.
const learnerFile = "learner"

func (p *parser) parseRestart(b *Block, _ metaValue) { b.Meta.Client.Restart = true }

// parseAlways reads nothing more.
func (p *parser) parseAlways(b *Block, v metaValue) {
	b.Meta.Client.Always, b.Meta.Client.Line = true, v.line.n
}

// parseCache reads "[MS]".
func (p *parser) parseCache(b *Block, v metaValue) {
	m := &b.Meta.Client
	if m.Cached = true; v.text != "" {
		m.CacheFor = time.Duration(p.metaNumber(v, "@cache", maxWait*366)) * time.Millisecond
	}
}

// parseFault reads "throttle [n]", "timeout [n]", "lost [n]", "crash" or "crash after".
func (p *parser) parseFault(b *Block, v metaValue) {
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
		p.fail(words[1].from, v.to, "fault-crash").
			suggest(words[1].text, []string{"after"})
		return
	}
	n := 1
	if len(words) > 1 {
		count := metaValue{v.line, p.src.text[words[1].from:v.to], words[1].from, v.to}
		n = p.metaNumber(count, "@fault "+kind.String(), maxFaults)
	}
	for range min(n, maxFaults-len(m.Faults)) {
		m.Faults = append(m.Faults, kind)
	}
}

// parseRetry reads "N [fixed|exponential] [MS]".
func (p *parser) parseRetry(b *Block, v metaValue) {
	m := &b.Meta.Client
	m.Retry = RetryPolicy{Wait: time.Second}
	for i, w := range p.words(v.from, v.to) {
		number := metaValue{v.line, w.text, w.from, w.to}
		switch {
		case i == 0:
			m.Retry.Most = p.metaNumber(number, "@retry", maxRetries)
		case w.text == "fixed":
			m.Retry.Fixed = true
		case w.text == "exponential":
		case '0' <= w.text[0] && w.text[0] <= '9':
			wait := p.metaNumber(number, "@retry", maxWait)
			m.Retry.Wait = time.Duration(wait) * time.Millisecond
		default:
			p.fail(w.from, w.to, "unknown-wait", w.text).
				suggest(w.text, []string{"fixed", "exponential"})
		}
	}
	if m.Retry.Most == 0 {
		p.fail(v.line.from, v.line.to, "retry-without-number")
	}
}

// parseParallel reads "NAME [N]".
func (p *parser) parseParallel(b *Block, v metaValue) {
	m := &b.Meta.Client
	name, most, ok := strings.Cut(v.text, " ")
	if m.Parallel = name; name == "" {
		p.fail(v.line.from, v.line.to,
			"parallel-without-name")
	}
	if most = strings.TrimSpace(most); ok {
		m.Width = p.metaNumber(metaValue{v.line, most, v.to - len(most), v.to}, "@parallel", MaxRequests)
	}
}

// parseEach reads "TEXT [split SEP]" of a loop; at is where the text begins.
func (p *parser) parseEach(b *Block, v metaValue) {
	text, sep := v.text, ""
	if i := strings.LastIndex(text, " split "); i >= 0 {
		text, sep = text[:i], lineEnds(strings.TrimSpace(text[i+len(" split "):]))
	} else if strings.HasSuffix(text, " split") {
		p.fail(v.to-len("split"), v.to, "split-without-separator")
		return
	}
	text = strings.TrimRight(text, " \t")
	if text == "" {
		p.fail(v.line.from, v.line.to,
			"loop-each-without-list")
		return
	}
	b.Meta.Client.Each = &EachLoop{p.template(v.from, v.from+len(text)), sep}
}

// programWords are the words that may come after the file of a @run.
var programWords = []string{"as", "crash", "times"}

// parseRun reads "FILE [as LANE] [crash N] [crash after N] [times M]".
func (p *parser) parseRun(b *Block, v metaValue) {
	m := &b.Meta.Client
	words := p.words(v.from, v.to)
	if len(words) == 0 {
		p.fail(v.line.from, v.line.to, "run-without-name")
		return
	}
	run := Program{Name: words[0].text, Times: 1, Line: v.line.n}
	p.program(&run, words[0])
	for words = words[1:]; len(words) > 0; {
		w := words[0]
		after := w.text == "crash" && len(words) > 1 && words[1].text == "after"
		if after {
			words = words[1:]
		}
		if !slices.Contains(programWords, w.text) {
			p.fail(w.from, w.to, "unknown-run-word", w.text).suggest(w.text, programWords)
			return
		}
		if words = words[1:]; len(words) == 0 {
			p.fail(w.from, v.to, "no-value", w.text)
			return
		}
		p.programWord(&run, w.text, after, metaValue{v.line, words[0].text, words[0].from, words[0].to})
		words = words[1:]
	}
	m.Programs = append(m.Programs, run)
}

func (p *parser) programWord(run *Program, word string, after bool, v metaValue) {
	switch word {
	case "as":
		run.Lane = v.text
	case "times":
		run.Times = p.metaNumber(v, "times", MaxRequests)
	case "crash":
		run.Crash = CrashPoint{At: p.metaNumber(v, "crash", MaxRequests), After: after}
	}
}

// program finds and parses the file of a @run.
func (p *parser) program(run *Program, file word) {
	name, text, ok := p.find(file.text)
	switch {
	case !ok && file.text == learnerFile:
		run.Learner = true
		return
	case !ok:
		p.fail(file.from, file.to, "no-script-to-run", file.text)
		return
	case slices.Contains(p.outer, name):
		p.fail(file.from, file.to, "run-by-itself", file.text)
		return
	}
	s := p.programs[name]
	if s == nil {
		s = p.nested(name, text)
		if p.programs == nil {
			p.programs = map[string]*Script{}
		}
		p.programs[name] = s
	}
	if err, ok := s.Err().(*SyntaxError); ok {
		p.report(SeverityError, file.from, file.to, message.New("in-script", err.Name, strconv.Itoa(err.Line)).And(err.Text))
	}
	run.Script = s
}

// parseIf reads "[NAME] <assertion>".
func (p *parser) parseIf(b *Block, v metaValue) {
	m := &b.Meta.Client
	c := &Condition{Line: v.line.n}
	from := v.from
	words := p.words(v.from, v.to)
	if len(words) > 1 && isName(words[0].text) && namesRequest(words[0].text, words[1].text) {
		c.Name, c.from, c.to = words[0].text, words[0].from, words[0].to
		from = words[1].from
	}
	if c.Assertion = p.assertion(v.line, from, v.to); c.Assertion != nil {
		m.If = c
	}
}

// namesRequest reports whether the first two words of a condition are a name and a query: names may be
// spelled like queries.
func namesRequest(first, second string) bool {
	switch {
	case isPredicate(second):
		return false
	case !slices.Contains(queries, first):
		return true
	case slices.Contains(argued, first):
		return false
	}
	return slices.Contains(queries, second)
}

// trialWords are the kinds of trials.
var trialWords = []string{"crash", "race"}

// parseTrial reads "crash LANE" or "race LANE [FILE]".
func (p *parser) parseTrial(b *Block, v metaValue) {
	m := &b.Meta.Client
	words := p.words(v.from, v.to)
	if len(words) < 2 || len(words) > 3 || !slices.Contains(trialWords, words[0].text) {
		p.fail(v.line.from, v.line.to, "bad-trial")
		return
	}
	m.Trial, m.Line = words[1].text, v.line.n
	switch race := words[0].text == "race"; {
	case race && len(words) == 3:
		rival := Program{}
		p.program(&rival, words[2])
		m.Race = &Race{rival.Script}
	case race:
		m.Race = &Race{}
	case len(words) == 3:
		p.fail(words[2].from, words[2].to, "trial-lane")
	}
}

// checkClient checks what can only be seen at the end of a block.
func (p *parser) checkClient(b *Block) {
	m := &b.Meta.Client
	get := b.Request != nil && b.Request.Method == "GET"
	switch runs := len(m.Programs) > 0; {
	case m.Cached && (!get || b.Batch != ""):
		p.failAt("cache", "cache-without-get")
	case runs && (len(m.Faults) > 0 || m.Retry.Most > 0):
		p.failAt("run", "run-with-faults")
	case runs && b.InBatch():
		p.failAt("run", "run-in-batch")
	case runs && (b.Meta.Loop > 0 || m.Each != nil || b.Meta.While != nil):
		p.failAt("run", "run-in-loop")
	case m.Trial != "" && runs:
		p.failAt("run", "trial-with-run")
	case m.Each != nil && (b.Meta.Loop > 0 || b.Meta.While != nil):
		p.failAt("loop", "two-loops")
	}
}

// failAt reports what is wrong with the first line of a directive of the block.
func (p *parser) failAt(word string, code message.Code) {
	l := p.src.lines[p.given[word]-1]
	p.fail(l.from, l.to, code)
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

// Replays reports whether a block asks about replays of a learner's script.
func (m *ClientMeta) Replays() bool { return m.Trial != "" || m.Always }
