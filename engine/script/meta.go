package script

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"rowkey/engine/trail"
	"rowkey/engine/workload"
)

// Meta is what the comment lines above a request say.
type Meta struct {
	Disabled    bool
	Loop        int        // repeats, 0 without a loop
	While       *Assertion // repeat while it holds
	LoopLine    int
	Sleep       time.Duration // before the request, in virtual time
	Load        *LoadSpec     // of @load, nil without it
	Follow      int           // most pages to follow, 0 if tokens are not followed
	Refs        []MetaRef
	Answer      []*Assertion // of @answer: the learner's answer for which they hold is the one that is judged
	Feedback    []Feedback
	Client      ClientMeta
	View        *View        // as which type the answer is read, nil without @as and @resolve
	Encryptions []Encryption // none sends the body as it is
	DecryptKeys []string     // keys that decrypt the answer
	Sets        []Assignment
	Keys        []*Store              // one of each @keys
	Workload    *workload.Workload    // of @workload, nil without it
	Silent      map[trail.Rule]string // rules of the linter that @deliberately switches off, and why

	title string
	when  []*Assertion // waiting for its feedback
}

// MetaRef is @ref or @forceRef.
type MetaRef struct {
	Name     string
	Force    bool
	Line     int
	from, to int
}

// Feedback is what a learner reads when the block fails and all conditions hold.
type Feedback struct {
	When []*Assertion
	Text string
}

// Assignment is one @set: a text that is expanded when its block has run, and kept under a name.
type Assignment struct {
	Name string
	Text Template
}

// ClientMeta is what a block says about its client: its lane, its network and its cache.
type ClientMeta struct {
	Restart  bool    // the lane is alive again
	Faults   []Fault // one an attempt, in order
	Retry    RetryPolicy
	Parallel string        // group of what is in flight together, "" for none
	Width    int           // most of it at a time, 0 for all
	Each     *EachLoop     // nil without it
	Cached   bool          // what was read is kept
	CacheFor time.Duration // how long a cached answer lasts, 0 for forever
	Programs []Program
	If       *Condition // the block is left out unless it holds
	Trial    string     // lane that is to survive crashes or a race, "" for none
	Race     *Race      // what the lane is to race against, nil for crashes
	Always   bool       // the block has to hold after every step of the learner's script
	Line     int        // of @trial or @always, the last one
}

// Replays reports whether a block asks about replays of a learner's script.
func (m *ClientMeta) Replays() bool { return m.Trial != "" || m.Always }

// argument is the text after the word of a directive, and its place.
type argument struct {
	line     line
	text     string
	from, to int
}

// number reads a number from 1 to most.
func (p *directiveParser) number(v argument, what string, most int) int {
	n, err := strconv.Atoi(v.text)
	if err != nil || n < 1 || n > most {
		p.fail(v.from, v.to, "number-out-of-range", what, strconv.Itoa(most))
		return 1
	}
	return n
}

// parseName reads the name of a request, by which others refer to its answer.
func (p *directiveParser) parseName(b *Block, v argument) {
	if !isName(v.text) {
		p.fail(v.from, v.to, "bad-request-name")
		return
	}
	if first, ok := p.script.names[v.text]; ok && first != b.Index {
		p.warn(v.from, v.to, "request-name-twice", v.text)
	}
	b.Name = v.text
	p.script.names[v.text] = b.Index
}

func parseTitle(_ *directiveParser, b *Block, v argument) { b.Meta.title = v.text }

func parseClient(_ *directiveParser, b *Block, v argument) { b.Client = v.text }

func parseDisabled(_ *directiveParser, b *Block, _ argument) { b.Meta.Disabled = true }

// parsePrompt accepts what the REST Client asks its user for.
func (p *directiveParser) parsePrompt(_ *Block, v argument) {
	p.warn(v.line.from+strings.IndexByte(v.line.text, '@'), v.line.to, "meta-without-effect", "prompt")
}

func (p *directiveParser) parseBatch(b *Block, v argument) {
	if b.Batch = v.text; v.text == "" {
		p.fail(v.line.from+strings.IndexByte(v.line.text, '@')+1, v.line.to, "batch-without-name")
	}
}

func parseRef(_ *directiveParser, b *Block, v argument) {
	b.Meta.Refs = append(b.Meta.Refs, MetaRef{v.text, false, v.line.n, v.from, v.to})
}

func parseForceRef(_ *directiveParser, b *Block, v argument) {
	b.Meta.Refs = append(b.Meta.Refs, MetaRef{v.text, true, v.line.n, v.from, v.to})
}

func (p *directiveParser) parseAnswer(b *Block, v argument) { p.condition(&b.Meta.Answer, v) }

func (p *directiveParser) parseWhen(b *Block, v argument) { p.condition(&b.Meta.when, v) }

func (p *directiveParser) condition(list *[]*Assertion, v argument) {
	if a := p.assertion(v.line, v.from, v.to); a != nil {
		*list = append(*list, a)
	}
}

func parseFeedback(_ *directiveParser, b *Block, v argument) {
	b.Meta.Feedback = append(b.Meta.Feedback, Feedback{b.Meta.when, v.text})
	b.Meta.when = nil
}

// parseSet reads "NAME text".
func (p *directiveParser) parseSet(b *Block, v argument) {
	name, _, ok := strings.Cut(v.text, " ")
	if !ok || !isName(name) {
		p.fail(v.line.from, v.line.to, "bad-set")
		return
	}
	at := skipBlanks(p.text, v.from+len(name), v.to)
	b.Meta.Sets = append(b.Meta.Sets, Assignment{name, p.template(at, v.to)})
	p.lintSum(at, v.to)
	p.script.Sets[name] = true
}

// parseDeliberately reads "# @deliberately rule reason".
func (p *directiveParser) parseDeliberately(b *Block, v argument) {
	name, reason, _ := strings.Cut(v.text, " ")
	switch {
	case name == "":
		p.fail(v.line.from, v.line.to, "deliberately-without-rule")
	case !slices.Contains(trail.Rules, name):
		p.fail(v.from, v.from+len(name), "unknown-rule", name).suggest(name, trail.Rules)
	case strings.TrimSpace(reason) == "":
		p.fail(v.from, v.to, "deliberately-without-reason", name)
	default:
		if b.Meta.Silent == nil {
			b.Meta.Silent = map[trail.Rule]string{}
		}
		b.Meta.Silent[trail.Rule(name)] = strings.TrimSpace(reason)
	}
}

// Silent returns the rules of the linter that are switched off for a block, and why: what is above its own request, and
// what is in a block without one, which holds for the whole script.
func (s *Script) Silent(b *Block) map[trail.Rule]string {
	all := map[trail.Rule]string{}
	for i := range s.Blocks {
		if s.Blocks[i].Request == nil {
			maps.Copy(all, s.Blocks[i].Meta.Silent)
		}
	}
	maps.Copy(all, b.Meta.Silent)
	return all
}
