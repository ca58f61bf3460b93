package script

import (
	"strconv"

	"rowkey/engine/spelling"
	"rowkey/engine/trail"
)

// directiveParser reads the lines above a request that begin with "@".
type directiveParser struct {
	assertionParser
	script *Script
	files  loader
	sheet  bool           // the script holds a sheet of the design workbench
	given  map[string]int // first line of each directive of the block
}

// directive is a word after "@" in a comment above a request.
type directive struct {
	word    string
	help    string                                         // section of the help page that explains it
	parse   func(p *directiveParser, b *Block, v argument) // nil for a line of a sheet, which means nothing to a script
	once    bool                                           // a second one of a request would silently replace the first
	follows []string                                       // words that can come next, if it is one of a few
	inert   bool                                           // has no effect, so that no editor offers it
	sheet   bool                                           // in a script with a sheet, the design workbench reads it
}

// directives are all words that the parser knows.
var directives = [...]directive{
	{word: "name", help: "references", once: true, parse: (*directiveParser).parseName},
	{word: "title", help: "words", parse: parseTitle},
	{word: "prompt", inert: true, parse: (*directiveParser).parsePrompt},
	{word: "ref", help: "references", parse: parseRef},
	{word: "forceRef", help: "references", parse: parseForceRef},
	{word: "loop", help: "loops", follows: loopWords, parse: (*directiveParser).parseLoop},
	{word: "sleep", help: "loops", parse: (*directiveParser).parseSleep},
	{word: "disabled", help: "words", parse: parseDisabled},
	{word: "setup", help: "words", parse: (*directiveParser).parseSetup},
	{word: "batch", help: "transactions", once: true, parse: (*directiveParser).parseBatch},
	{word: "follow", help: "pages", parse: (*directiveParser).parseFollow},
	{word: "client", help: "clients", once: true, parse: parseClient},
	{word: "retry", help: "clients", once: true, parse: (*directiveParser).parseRetry},
	{word: "fault", help: "clients", follows: faultNames[1:], parse: (*directiveParser).parseFault},
	{word: "restart", help: "clients", parse: parseRestart},
	{word: "parallel", help: "side-by-side", once: true, parse: (*directiveParser).parseParallel},
	{word: "cache", help: "side-by-side", parse: (*directiveParser).parseCache},
	{word: "load", help: "load", once: true, parse: (*directiveParser).parseLoad},
	{word: "run", help: "programs", parse: (*directiveParser).parseRun},
	{word: "if", help: "clients", once: true, parse: (*directiveParser).parseIf},
	{word: "trial", help: "checks", once: true, follows: trialWords, parse: (*directiveParser).parseTrial},
	{word: "always", help: "checks", parse: parseAlways},
	{word: "invariant", help: "invariants", follows: invariantBeginnings, parse: (*directiveParser).parseInvariant},
	{word: "feedback", help: "checks", parse: parseFeedback},
	{word: "when", help: "checks", parse: (*directiveParser).parseWhen},
	{word: "answer", help: "checks", parse: (*directiveParser).parseAnswer},
	{word: "type", help: "types", parse: (*directiveParser).parseType},
	{word: "as", help: "types", parse: (*directiveParser).parseAs},
	{word: "resolve", help: "types", parse: (*directiveParser).parseResolve},
	{word: "encrypt", help: "encryption", parse: (*directiveParser).parseEncrypt},
	{word: "decrypt", help: "encryption", parse: (*directiveParser).parseDecrypt},
	{word: "set", help: "references", parse: (*directiveParser).parseSet},
	{word: "keys", help: "designs", sheet: true, parse: (*directiveParser).parseKeys},
	{word: "workload", help: "designs", parse: (*directiveParser).parseWorkload},
	{word: "deliberately", help: "findings", follows: trail.Rules, parse: (*directiveParser).parseDeliberately},
	{word: "sheet", sheet: true},
	{word: "entity", sheet: true},
	{word: "attribute", sheet: true},
	{word: "ask", sheet: true},
	{word: "do", sheet: true},
	{word: "together", sheet: true},
}

// directiveOf returns the directive with a word, nil if there is none.
func directiveOf(word string) *directive {
	for i := range directives {
		if directives[i].word == word {
			return &directives[i]
		}
	}
	return nil
}

// nearestDirective returns the word that a mistyped one was probably meant to be, "" if none is near.
func nearestDirective(word string) string {
	var known []string
	for i := range directives {
		if directives[i].parse != nil {
			known = append(known, directives[i].word)
		}
	}
	return spelling.Nearest(word, known)
}

// parse reads "# @word text". The offsets are those of word and text.
func (p *directiveParser) parse(b *Block, l line, at, from, to int) {
	word := p.text[at:from]
	from = skipBlanks(p.text, from, to)
	v := argument{l, "", from, trimRight(p.text, from, to)}
	v.text = p.text[v.from:v.to]
	d := directiveOf(word)
	switch p.sheet = p.sheet || word == "sheet"; {
	case d != nil && d.sheet && p.sheet:
	case d == nil || d.parse == nil:
		p.unknownDirective(at, word)
	default:
		p.checkOnce(d, l, at-1, to)
		d.parse(p, b, v)
	}
}

// checkOnce refuses the second one of a directive of which a request has one.
func (p *directiveParser) checkOnce(d *directive, l line, from, to int) {
	first, twice := p.given[d.word]
	switch {
	case !twice:
		p.given[d.word] = l.n
	case d.once:
		p.fail(from, to, "meta-twice", d.word, strconv.Itoa(first))
	}
}

func (p *directiveParser) unknownDirective(at int, word string) {
	d := p.warn(at-1, at+len(word), "unknown-meta", word)
	if near := nearestDirective(word); near != "" {
		d.and("did-you-mean", "@"+near)
		d.replace("@"+near, "fix")
	}
}
