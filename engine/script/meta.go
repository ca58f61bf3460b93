package script

import (
	"strconv"
	"strings"
	"time"

	"rowkey/engine/design"
	"rowkey/engine/trail"
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
	Keys        *design.Copy          // of @keys, nil without it
	Workload    *design.Workload      // of @workload, nil without it
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

// metaValue is the text after a key and its place.
type metaValue struct {
	line     line
	text     string
	from, to int
}

// parseName reads the name of a request, by which others refer to its answer.
func (p *parser) parseName(b *Block, v metaValue) {
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

func (p *parser) parseTitle(b *Block, v metaValue) { b.Meta.title = v.text }

func (p *parser) parseClient(b *Block, v metaValue) { b.Client = v.text }

func (p *parser) parseDisabled(b *Block, _ metaValue) { b.Meta.Disabled = true }

// parsePrompt accepts what the REST Client asks its user for.
func (p *parser) parsePrompt(_ *Block, v metaValue) {
	p.warn(v.line.from+strings.IndexByte(v.line.text, '@'), v.line.to, "meta-without-effect", "prompt")
}

func (p *parser) parseBatch(b *Block, v metaValue) {
	if b.Batch = v.text; v.text == "" {
		p.fail(v.line.from+strings.IndexByte(v.line.text, '@')+1, v.line.to, "batch-without-name")
	}
}

func (p *parser) parseRef(b *Block, v metaValue) {
	b.Meta.Refs = append(b.Meta.Refs, MetaRef{v.text, false, v.line.n, v.from, v.to})
}

func (p *parser) parseForceRef(b *Block, v metaValue) {
	b.Meta.Refs = append(b.Meta.Refs, MetaRef{v.text, true, v.line.n, v.from, v.to})
}

func (p *parser) parseSleep(b *Block, v metaValue) {
	d := time.Duration(p.metaNumber(v, "@sleep", maxSleep)) * time.Millisecond
	b.Meta.Sleep = min(b.Meta.Sleep+d, Longest)
}

func (p *parser) parseFollow(b *Block, v metaValue) {
	b.Meta.Follow = MaxPages
	if v.text != "" {
		b.Meta.Follow = p.metaNumber(v, "@follow", MaxPages)
	}
}

func (p *parser) parseAnswer(b *Block, v metaValue) {
	if a := p.assertion(v.line, v.from, v.to); a != nil {
		b.Meta.Answer = append(b.Meta.Answer, a)
	}
}

func (p *parser) parseWhen(b *Block, v metaValue) {
	if a := p.assertion(v.line, v.from, v.to); a != nil {
		b.Meta.when = append(b.Meta.when, a)
	}
}

func (p *parser) parseFeedback(b *Block, v metaValue) {
	b.Meta.Feedback = append(b.Meta.Feedback, Feedback{b.Meta.when, v.text})
	b.Meta.when = nil
}

// loopWords are the kinds of loops.
var loopWords = []string{"for", "each", "while"}

func (p *parser) parseLoop(b *Block, v metaValue) {
	b.Meta.LoopLine = v.line.n
	kind, rest, _ := strings.Cut(v.text, " ")
	at := v.to - len(rest)
	switch kind {
	case "for":
		n := metaValue{v.line, strings.TrimSpace(rest), at, v.to}
		b.Meta.Loop = p.metaNumber(n, "@loop for", MaxFixture)
	case "while":
		b.Meta.While = p.assertion(v.line, at, v.to)
	case "each":
		at = skipBlanks(p.src.text, at, v.to)
		p.parseEach(b, metaValue{v.line, p.src.text[at:v.to], at, v.to})
	default:
		d := p.fail(v.from, v.from+len(kind), "unknown-loop")
		d.suggest(kind, loopWords)
	}
}

// metaNumber reads a number from 1 to most.
func (p *parser) metaNumber(v metaValue, what string, most int) int {
	n, err := strconv.Atoi(v.text)
	if err != nil || n < 1 || n > most {
		p.fail(v.from, v.to, "number-out-of-range", what, strconv.Itoa(most))
		return 1
	}
	return n
}

// Assignment is one @set: a text that is expanded when its block has run, and kept under a name.
type Assignment struct {
	Name string
	Text Template
}
