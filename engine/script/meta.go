package script

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"rowkey/engine/design"
	"rowkey/engine/spelling"
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

// metaKeys are the known keys.
var metaKeys = []string{
	"name", "title", "prompt", "ref", "forceRef", "loop", "sleep", "disabled", "setup", "batch",
	"follow", "client", "retry", "fault", "restart", "parallel", "cache", "load", "run", "if", "trial", "always", "invariant",
	"hint", "feedback", "when", "answer", "locked", "type", "as", "resolve", "encrypt", "decrypt", "set", "keys", "workload", "deliberately"}

// sheetKeys are the keys of a sheet of the design workbench and of its designs. After "@sheet" they mean nothing to a
// script.
var sheetKeys = []string{"sheet", "entity", "attribute", "ask", "do", "together", "keys"}

// singleKeys are the keys of which a request has one: a second one would silently replace the first.
var singleKeys = []string{"name", "batch", "client", "if", "parallel", "retry", "load", "trial"}

// loopWords are the kinds of loops.
var loopWords = []string{"for", "each", "while"}

// parseMeta reads "# @key text". The offsets are those of key and text.
func (p *parser) parseMeta(b *Block, l line, key, from, to int) {
	word := p.src.text[key:from]
	from = skipBlanks(p.src.text, from, to)
	v := metaValue{l, "", from, trimRight(p.src.text, from, to)}
	v.text = p.src.text[v.from:v.to]
	text := v.text
	p.checkSingle(word, l, key-1, to)
	if p.sheet = p.sheet || word == "sheet"; p.sheet && slices.Contains(sheetKeys, word) {
		return
	}
	switch word {
	case "name":
		p.metaName(b, v)
	case "title":
		b.Meta.title = text
	case "client":
		b.Client = text
	case "batch":
		b.Batch = text
		if text == "" {
			p.fail(key, to, "batch-without-name")
		}
	case "setup":
		p.metaSetup(v)
	case "ref", "forceRef":
		b.Meta.Refs = append(b.Meta.Refs, MetaRef{text, word == "forceRef", l.n, v.from, v.to})
	case "loop":
		p.metaLoop(b, v)
	case "sleep":
		d := time.Duration(p.metaNumber(v, "@sleep", 86400_000*366)) * time.Millisecond
		b.Meta.Sleep = min(b.Meta.Sleep+d, Longest)
	case "load":
		p.metaLoad(b, v)
	case "follow":
		b.Meta.Follow = MaxPages
		if text != "" {
			b.Meta.Follow = min(MaxPages, p.metaNumber(v, "@follow", MaxPages))
		}
	case "disabled":
		b.Meta.Disabled = true
	case "answer":
		if a := p.assertion(l, v.from, v.to); a != nil {
			b.Meta.Answer = append(b.Meta.Answer, a)
		}
	case "when":
		if a := p.assertion(l, v.from, v.to); a != nil {
			b.Meta.when = append(b.Meta.when, a)
		}
	case "feedback":
		b.Meta.Feedback = append(b.Meta.Feedback, Feedback{b.Meta.when, text})
		b.Meta.when = nil
	case "type", "as", "resolve", "encrypt", "decrypt", "set":
		p.metaTyped(b, word, v)
	case "invariant":
		p.metaInvariant(v)
	case "keys":
		p.metaKeysOf(b, v)
	case "workload":
		p.metaWorkload(b, v)
	case "deliberately":
		p.metaDeliberately(b, v)
	case "hint", "locked":
	case "prompt":
		p.warn(key-1, to, "meta-without-effect", word)
	default:
		if p.metaClient(b, word, v) {
			return
		}
		p.warn(key-1, key+len(word), "unknown-meta", word).suggestMeta(word)
	}
}

// checkSingle refuses the second one of a key of which a request has one.
func (p *parser) checkSingle(word string, l line, from, to int) {
	if !slices.Contains(singleKeys, word) {
		return
	}
	if first, ok := p.given[word]; ok {
		p.fail(from, to, "meta-twice", word, strconv.Itoa(first))
		return
	}
	p.given[word] = l.n
}

// suggestMeta is suggest for a word with "@" in front.
func (d *Diagnostic) suggestMeta(word string) {
	if near := spelling.Nearest(word, metaKeys); near != "" {
		d.and("did-you-mean", "@"+near)
		d.replace("@"+near, "fix")
	}
}

// metaValue is the text after a key and its place.
type metaValue struct {
	line     line
	text     string
	from, to int
}

func (p *parser) metaName(b *Block, v metaValue) {
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

func (p *parser) metaSetup(v metaValue) {
	if v.text == "" {
		p.fail(v.line.from, v.line.to, "setup-without-name")
		return
	}
	p.setup(v)
}

func (p *parser) metaLoop(b *Block, v metaValue) {
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
		p.metaEach(b, metaValue{v.line, p.src.text[at:v.to], at, v.to})
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
