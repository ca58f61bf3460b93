package script

import (
	"strconv"

	"rowkey/engine/spelling"
	"rowkey/engine/trail"
)

// directive is a word after "@" in a comment above a request.
type directive struct {
	word    string
	help    string                                 // section of the help page that explains it
	parse   func(p *parser, b *Block, v metaValue) // nil for a line of a sheet, which means nothing to a script
	once    bool                                   // a second one of a request would silently replace the first
	follows []string                               // words that can come next; none for a name, a number or nothing
	inert   bool                                   // has no effect, so that no editor offers it
	sheet   bool                                   // in a script with a sheet, the design workbench reads it
}

// directives are all words that the parser knows.
var directives = [...]directive{
	{word: "name", help: "references", once: true, parse: (*parser).parseName},
	{word: "title", help: "words", parse: (*parser).parseTitle},
	{word: "prompt", inert: true, parse: (*parser).parsePrompt},
	{word: "ref", help: "references", parse: (*parser).parseRef},
	{word: "forceRef", help: "references", parse: (*parser).parseForceRef},
	{word: "loop", help: "loops", follows: loopWords, parse: (*parser).parseLoop},
	{word: "sleep", help: "loops", parse: (*parser).parseSleep},
	{word: "disabled", help: "words", parse: (*parser).parseDisabled},
	{word: "setup", help: "words", parse: (*parser).parseSetup},
	{word: "batch", help: "transactions", once: true, parse: (*parser).parseBatch},
	{word: "follow", help: "pages", parse: (*parser).parseFollow},
	{word: "client", help: "clients", once: true, parse: (*parser).parseClient},
	{word: "retry", help: "clients", once: true, parse: (*parser).parseRetry},
	{word: "fault", help: "clients", follows: faultNames[1:], parse: (*parser).parseFault},
	{word: "restart", help: "clients", parse: (*parser).parseRestart},
	{word: "parallel", help: "side-by-side", once: true, parse: (*parser).parseParallel},
	{word: "cache", help: "side-by-side", parse: (*parser).parseCache},
	{word: "load", help: "load", once: true, parse: (*parser).parseLoad},
	{word: "run", help: "programs", parse: (*parser).parseRun},
	{word: "if", help: "clients", once: true, parse: (*parser).parseIf},
	{word: "trial", help: "checks", once: true, follows: trialWords, parse: (*parser).parseTrial},
	{word: "always", help: "checks", parse: (*parser).parseAlways},
	{word: "invariant", help: "invariants", follows: invariantBeginnings, parse: (*parser).parseInvariant},
	{word: "feedback", help: "checks", parse: (*parser).parseFeedback},
	{word: "when", help: "checks", parse: (*parser).parseWhen},
	{word: "answer", help: "checks", parse: (*parser).parseAnswer},
	{word: "type", help: "types", parse: (*parser).parseType},
	{word: "as", help: "types", parse: (*parser).parseAs},
	{word: "resolve", help: "types", parse: (*parser).parseResolve},
	{word: "encrypt", help: "encryption", parse: (*parser).parseEncrypt},
	{word: "decrypt", help: "encryption", parse: (*parser).parseDecrypt},
	{word: "set", help: "references", parse: (*parser).parseSet},
	{word: "keys", help: "designs", sheet: true, parse: (*parser).parseKeys},
	{word: "workload", help: "designs", parse: (*parser).parseWorkload},
	{word: "deliberately", help: "findings", follows: trail.Rules, parse: (*parser).parseDeliberately},
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

// parseDirective reads "# @word text". The offsets are those of word and text.
func (p *parser) parseDirective(b *Block, l line, at, from, to int) {
	word := p.src.text[at:from]
	from = skipBlanks(p.src.text, from, to)
	v := metaValue{l, "", from, trimRight(p.src.text, from, to)}
	v.text = p.src.text[v.from:v.to]
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
func (p *parser) checkOnce(d *directive, l line, from, to int) {
	first, twice := p.given[d.word]
	switch {
	case !twice:
		p.given[d.word] = l.n
	case d.once:
		p.fail(from, to, "meta-twice", d.word, strconv.Itoa(first))
	}
}

func (p *parser) unknownDirective(at int, word string) {
	d := p.warn(at-1, at+len(word), "unknown-meta", word)
	if near := nearestDirective(word); near != "" {
		d.and("did-you-mean", "@"+near)
		d.replace("@"+near, "fix")
	}
}
