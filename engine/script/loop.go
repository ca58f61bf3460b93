package script

import (
	"strconv"
	"strings"
	"time"
)

// EachLoop is a loop over the items of a text.
type EachLoop struct {
	Text      Template
	Separator string // "" for a JSON array
}

// loopWords are the kinds of loops.
var loopWords = []string{"for", "each", "while"}

func (p *directiveParser) parseLoop(b *Block, v argument) {
	b.Meta.LoopLine = v.line.n
	kind, rest, _ := strings.Cut(v.text, " ")
	at := v.to - len(rest)
	switch kind {
	case "for":
		n := argument{v.line, strings.TrimSpace(rest), at, v.to}
		b.Meta.Loop = p.number(n, "@loop for", MaxFixture)
	case "while":
		b.Meta.While = p.assertion(v.line, at, v.to)
	case "each":
		at = skipBlanks(p.text, at, v.to)
		p.parseEach(b, argument{v.line, p.text[at:v.to], at, v.to})
	default:
		p.fail(v.from, v.from+len(kind), "unknown-loop").suggest(kind, loopWords)
	}
}

// parseEach reads "TEXT [split SEP]" of a loop; at is where the text begins.
func (p *directiveParser) parseEach(b *Block, v argument) {
	text, sep := v.text, ""
	if i := strings.LastIndex(text, " split "); i >= 0 {
		text, sep = text[:i], lineEnds(strings.TrimSpace(text[i+len(" split "):]))
	} else if strings.HasSuffix(text, " split") {
		p.fail(v.to-len("split"), v.to, "split-without-separator")
		return
	}
	text = strings.TrimRight(text, " \t")
	if text == "" {
		p.fail(v.line.from, v.line.to, "loop-each-without-list")
		return
	}
	b.Meta.Client.Each = &EachLoop{p.template(v.from, v.from+len(text)), sep}
}

func (p *directiveParser) parseFollow(b *Block, v argument) {
	b.Meta.Follow = MaxPages
	if v.text != "" {
		b.Meta.Follow = p.number(v, "@follow", MaxPages)
	}
}

func (p *directiveParser) parseSleep(b *Block, v argument) {
	d := time.Duration(p.number(v, "@sleep", maxSleep)) * time.Millisecond
	b.Meta.Sleep = min(b.Meta.Sleep+d, Longest)
}

// MaxLoad is how many requests one @load sends, without those that are repeated.
const MaxLoad = 200_000

// LoadSpec is "@load RATE SECONDS".
type LoadSpec struct {
	Rate    int // requests a second
	Seconds int
}

// parseLoad reads "@load RATE SECONDS".
func (p *directiveParser) parseLoad(b *Block, v argument) {
	words := append(strings.Fields(v.text), "", "")
	rate, err := strconv.Atoi(words[0])
	seconds, err2 := strconv.Atoi(words[1])
	switch {
	case len(words) != 4 || err != nil || err2 != nil || min(rate, seconds) < 1 || max(rate, seconds) > MaxLoad:
		p.fail(v.line.from, v.line.to, "bad-load")
	case rate*seconds > MaxLoad:
		p.fail(v.from, v.to, "load-too-large", strconv.Itoa(MaxLoad), v.text, strconv.Itoa(rate*seconds))
	default:
		b.Meta.Load = &LoadSpec{rate, seconds}
	}
}
