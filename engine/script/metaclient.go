package script

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// clientMeta is what a block says about the side of the client: its lanes, its network, its memory.
type clientMeta struct {
	restart  bool
	faults   []faultKind // one an attempt, in order
	retry    retryPolicy
	parallel string // group of what is in flight together, "" for none
	width    int    // most of it at a time, 0 for all
	each     *eachLoop
	cached   bool
	cache    time.Duration // how long a cached answer lasts, 0 for ever
	programs []programMeta
	only     *condition // the block is left out unless it holds
	trial    string     // lane that is to survive crashes, "" for none
	always   bool
	line     int // of the last of them
}

// faultKind is what goes wrong with one attempt.
type faultKind uint8

const (
	noFault faultKind = iota
	throttled
	timedOut
	answerLost
	crashBefore
	crashAfter
)

var faultNames = [...]string{"", "throttle", "timeout", "lost", "crash", "crash after"}

// String returns the fault as scripts spell it.
func (f faultKind) String() string { return faultNames[f] }

// retryPolicy is what a client does about an attempt that failed for no fault of its own.
type retryPolicy struct {
	most  int // further attempts
	fixed bool
	wait  time.Duration // before the first of them
}

// eachLoop is a loop over the items of a text.
type eachLoop struct {
	text template
	sep  string // "" for a JSON array
}

// programMeta is one @run.
type programMeta struct {
	name    string
	script  *Script // nil for the text of the learner, and after an error
	learner bool
	lane    string // "" keeps the lanes of the program
	crash   CrashPoint
	times   int
	line    int
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

// condition is an assertion about an earlier answer: that of a named request or, without a name,
// the last one of the lane.
type condition struct {
	name     string
	from, to int // bytes of the name
	line     int
	*Assertion
}

// The limits of what can be asked for.
const (
	maxFaults  = 100
	maxRetries = 20
	maxWait    = 86400_000 // milliseconds

	longestWait = maxWait * time.Millisecond
)

// learnerFile is the name of the learner's text in a check script.
const learnerFile = "learner"

// metaClient reads a key about the side of the client. It returns false for any other key.
func (p *parser) metaClient(b *Block, word string, v metaValue) bool {
	m := &b.meta.client
	switch word {
	case "restart":
		m.restart = true
	case "fault":
		p.metaFault(m, v)
	case "retry":
		p.metaRetry(m, v)
	case "parallel":
		p.metaParallel(m, v)
	case "cache":
		if m.cached = true; v.text != "" {
			m.cache = time.Duration(p.metaNumber(v, "@cache", maxWait*366)) * time.Millisecond
		}
	case "run":
		p.metaRun(m, v)
	case "if":
		p.metaIf(m, v)
	case "trial":
		p.metaTrial(m, v)
	case "always":
		m.always = true
	default:
		return false
	}
	m.line = v.line.n
	return true
}

// metaFault reads "throttle [n]", "timeout [n]", "lost [n]", "crash" or "crash after".
func (p *parser) metaFault(m *clientMeta, v metaValue) {
	words := p.words(v.from, v.to)
	if len(words) == 0 {
		p.fail(v.line.from, v.line.to, "@fault needs what goes wrong: throttle, timeout, lost or crash.")
		return
	}
	kind := faultKind(max(0, slices.Index(faultNames[:], words[0].text)))
	switch {
	case kind == noFault:
		d := p.fail(words[0].from, words[0].to, "unknown fault \""+words[0].text+"\".")
		if d.suggest(words[0].text, faultNames[1:crashAfter]); d.Fix == "" {
			d.Message += " There are throttle, timeout, lost and crash."
		}
		return
	case kind == crashBefore && len(words) == 2 && words[1].text == "after":
		kind, words = crashAfter, words[:1]
	case kind == crashBefore && len(words) > 1:
		p.fail(words[1].from, v.to, "behind `@fault crash` stands nothing, or `after`.").
			suggest(words[1].text, []string{"after"})
		return
	}
	n := 1
	if len(words) > 1 {
		count := metaValue{v.line, p.src.text[words[1].from:v.to], words[1].from, v.to}
		n = p.metaNumber(count, "@fault "+kind.String(), maxFaults)
	}
	for range min(n, maxFaults-len(m.faults)) {
		m.faults = append(m.faults, kind)
	}
}

// metaRetry reads "N [fixed|exponential] [MS]".
func (p *parser) metaRetry(m *clientMeta, v metaValue) {
	m.retry = retryPolicy{wait: time.Second}
	for i, w := range p.words(v.from, v.to) {
		number := metaValue{v.line, w.text, w.from, w.to}
		switch {
		case i == 0:
			m.retry.most = p.metaNumber(number, "@retry", maxRetries)
		case w.text == "fixed":
			m.retry.fixed = true
		case w.text == "exponential":
		case '0' <= w.text[0] && w.text[0] <= '9':
			wait := p.metaNumber(number, "the wait of @retry", maxWait)
			m.retry.wait = time.Duration(wait) * time.Millisecond
		default:
			p.fail(w.from, w.to, "unknown way to wait \""+w.text+"\": there are fixed and exponential.").
				suggest(w.text, []string{"fixed", "exponential"})
		}
	}
	if m.retry.most == 0 {
		p.fail(v.line.from, v.line.to, "@retry needs how many more attempts there are, for example 3.")
	}
}

// metaParallel reads "NAME [N]".
func (p *parser) metaParallel(m *clientMeta, v metaValue) {
	name, most, ok := strings.Cut(v.text, " ")
	if m.parallel = name; name == "" {
		p.fail(v.line.from, v.line.to,
			"@parallel needs a name: what has the same name is in flight together.")
	}
	if most = strings.TrimSpace(most); ok {
		m.width = p.metaNumber(metaValue{v.line, most, v.to - len(most), v.to}, "@parallel", MaxRequests)
	}
}

// metaEach reads "TEXT [split SEP]" of a loop; at is where the text begins.
func (p *parser) metaEach(b *Block, v metaValue) {
	text, sep := v.text, ""
	if i := strings.LastIndex(text, " split "); i >= 0 {
		text, sep = text[:i], lineEnds(strings.TrimSpace(text[i+len(" split "):]))
	} else if strings.HasSuffix(text, " split") {
		p.fail(v.to-len("split"), v.to, "split needs what stands between the items, for example a comma.")
		return
	}
	text = strings.TrimRight(text, " \t")
	if text == "" {
		p.fail(v.line.from, v.line.to,
			"@loop each needs a list, for example {{page.response.body.value}}.")
		return
	}
	b.meta.client.each = &eachLoop{p.template(v.from, v.from+len(text)), sep}
}

// programWords are the words that may stand behind the file of a @run.
var programWords = []string{"as", "crash", "times"}

// metaRun reads "FILE [as LANE] [crash N] [crash after N] [times M]".
func (p *parser) metaRun(m *clientMeta, v metaValue) {
	words := p.words(v.from, v.to)
	if len(words) == 0 {
		p.fail(v.line.from, v.line.to, "@run needs the name of a script, for example ./worker.http.")
		return
	}
	run := programMeta{name: words[0].text, times: 1, line: v.line.n}
	p.program(&run, words[0])
	for words = words[1:]; len(words) > 0; {
		w := words[0]
		after := w.text == "crash" && len(words) > 1 && words[1].text == "after"
		if after {
			words = words[1:]
		}
		if !slices.Contains(programWords, w.text) {
			p.fail(w.from, w.to, "unknown word \""+w.text+"\" behind @run.").suggest(w.text, programWords)
			return
		}
		if words = words[1:]; len(words) == 0 {
			p.fail(w.from, v.to, "a value is missing behind `"+w.text+"`.")
			return
		}
		p.programWord(&run, w.text, after, metaValue{v.line, words[0].text, words[0].from, words[0].to})
		words = words[1:]
	}
	m.programs = append(m.programs, run)
}

func (p *parser) programWord(run *programMeta, word string, after bool, v metaValue) {
	switch word {
	case "as":
		run.lane = v.text
	case "times":
		run.times = p.metaNumber(v, "times", MaxRequests)
	case "crash":
		run.crash = CrashPoint{At: p.metaNumber(v, "crash", MaxRequests), After: after}
	}
}

// program finds and parses the file of a @run.
func (p *parser) program(run *programMeta, file word) {
	name, text, ok := p.find(file.text)
	switch {
	case !ok && file.text == learnerFile:
		run.learner = true
		return
	case !ok:
		p.fail(file.from, file.to, "there is no script \""+file.text+"\" to run.")
		return
	case slices.Contains(p.outer, name):
		p.fail(file.from, file.to, "\""+file.text+"\" is run by itself.")
		return
	}
	s := p.programs[name]
	if s == nil {
		s = parse(name, text, p.open, p.outer)
		if p.programs == nil {
			p.programs = map[string]*Script{}
		}
		p.programs[name] = s
	}
	if err, ok := s.Err().(*SyntaxError); ok {
		p.fail(file.from, file.to, err.Name+", line "+strconv.Itoa(err.Line)+": "+err.Message)
	}
	run.script = s
}

// metaIf reads "[NAME] <assertion>".
func (p *parser) metaIf(m *clientMeta, v metaValue) {
	c := &condition{line: v.line.n}
	from := v.from
	words := p.words(v.from, v.to)
	if len(words) > 1 && isName(words[0].text) && namesRequest(words[0].text, words[1].text) {
		c.name, c.from, c.to = words[0].text, words[0].from, words[0].to
		from = words[1].from
	}
	if c.Assertion = p.assertion(v.line, from, v.to); c.Assertion != nil {
		m.only = c
	}
}

// namesRequest says that the first two words of a condition are a name and a query: names may be
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

// metaTrial reads "crash LANE".
func (p *parser) metaTrial(m *clientMeta, v metaValue) {
	kind, lane, _ := strings.Cut(v.text, " ")
	lane = strings.TrimSpace(lane)
	if kind != "crash" || lane == "" {
		p.fail(v.line.from, v.line.to, "@trial is followed by `crash` and the name of a lane.")
		return
	}
	m.trial = lane
}

// checkClient checks what can only be seen at the end of a block.
func (p *parser) checkClient(b *Block) {
	m, l := &b.meta.client, p.src.lines[b.FirstLine-1]
	if m.line > 0 {
		l = p.src.lines[m.line-1]
	}
	get := b.request != nil && b.request.method == "GET"
	switch {
	case m.cached && (!get || b.Batch != ""):
		p.fail(l.from, l.to, "@cache keeps what was read: it needs a GET that is in no batch.")
	case len(m.programs) > 0 && (len(m.faults) > 0 || m.retry.most > 0):
		p.fail(l.from, l.to, "@run sends what its script says: put @fault and @retry into that script.")
	case len(m.programs) > 0 && b.inBatch():
		p.fail(l.from, l.to, "a script cannot run inside of a batch: take @run or @batch away.")
	case len(m.programs) > 0 && (b.meta.loop > 0 || m.each != nil || b.meta.while != nil):
		p.fail(l.from, l.to, "@run is repeated with `times`: take @loop away.")
	case m.trial != "" && len(m.programs) > 0:
		p.fail(l.from, l.to, "@trial runs the learner's script by itself: take @run away.")
	case m.each != nil && (b.meta.loop > 0 || b.meta.while != nil):
		p.fail(l.from, l.to, "a block has one loop: take one @loop away.")
	}
}

// before returns how long the client waits after an attempt, counted from 0. Waits that double end at
// the longest that a script can ask for.
func (r retryPolicy) before(try int) time.Duration {
	switch {
	case r.fixed:
		return r.wait
	case r.wait > longestWait>>try:
		return longestWait
	}
	return r.wait << try
}

// replays says that a block asks about replays of a learner's script.
func (m *clientMeta) replays() bool { return m.trial != "" || m.always }
