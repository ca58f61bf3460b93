package script

import (
	"cmp"
	"sort"
	"strconv"
	"strings"

	"rowkey/engine/utf16text"
)

// phase is where in a block a line is.
type phase uint8

const (
	above phase = iota // before the request line
	query              // directly below it: the query may go on
	head
	body
	lost // below a line that could not be read
)

// parser cuts a script into blocks, and gives each line to the parser of its kind.
type parser struct {
	*document
	script     *Script
	assertions assertionParser
	directives directiveParser
	requests   requestParser
	phases     []phase // of the lines, nil unless the formatter asked for them
}

func newParser(s *Script) *parser {
	d := &document{source: s.src}
	a := assertionParser{d}
	return &parser{document: d, script: s, assertions: a, requests: requestParser{highlighter{document: d}},
		directives: directiveParser{assertionParser: a, script: s, files: loader{document: d}}}
}

// parse reads a script that others are being parsed around.
func parse(name, text string, open Open, outer []string) *Script {
	s := newScript(name, text)
	p := newParser(s)
	if len(text) > MaxSize {
		p.tooLarge()
	} else {
		outer = append(outer, name)
		nested := func(name, text string) *Script { return parse(name, text, open, outer) }
		p.directives.files = loader{p.document, name, open, outer, nested, map[string]*Script{}}
		p.blocks()
		names := nameCheck{p.document, s, s.variableNames()}
		names.check()
		l := linter{p.document, s}
		l.lint()
	}
	p.markBad()
	p.finish(s)
	s.Units = units(s.Blocks)
	return s
}

// Parse reads a script and those that it sets up with. It reports all problems, not only the first.
// Open may be nil if the script names no other.
func Parse(name, text string, open Open) *Script { return parse(name, text, open, nil) }

func (p *parser) tooLarge() {
	n := len(p.text)
	p.fail(0, 0, "script-too-large", strconv.Itoa(n), strconv.Itoa(MaxSize))
	p.script.Blocks = []Block{{FirstLine: 1, LastLine: len(p.lines), To: utf16text.Len(p.text)}}
}

// blocks cuts the lines at the separators.
func (p *parser) blocks() {
	for first := 0; first < len(p.lines); {
		end := first + 1
		for end < len(p.lines) && !isSeparator(p.lines[end]) {
			end++
		}
		p.block(p.lines[first:end])
		first = end
	}
}

func isSeparator(l line) bool { return strings.HasPrefix(l.text, "###") }

// block parses one block. Blank lines before the first separator are not a block.
func (p *parser) block(lines []line) {
	last := len(lines)
	for last > 0 && lines[last-1].blank() {
		last--
	}
	if last == 0 {
		return
	}
	b := Block{Index: len(p.script.Blocks), FirstLine: lines[0].n, LastLine: lines[last-1].n,
		From: p.utf16(lines[0].from), To: p.utf16(lines[last-1].to)}
	p.requests.afterKey, p.directives.given = false, map[string]int{}
	at := above
	for _, l := range lines[:last] {
		p.keepPhase(l, at)
		at = p.line(&b, l, at)
	}
	b.Title = cmp.Or(b.Title, b.Meta.title)
	c := blockCheck{p.document, &b, p.directives.given}
	c.check()
	b.Checks = len(b.Assertions)
	b.judgeAnswer()
	p.script.Blocks = append(p.script.Blocks, b)
}

// keepPhase remembers the phase that a line is read in.
func (p *parser) keepPhase(l line, at phase) {
	for p.phases != nil && len(p.phases) < l.n {
		p.phases = append(p.phases, at)
	}
}

// line reads one line and returns the phase of the next.
func (p *parser) line(b *Block, l line, at phase) phase {
	trimmed := strings.TrimLeft(l.text, " \t")
	indent := l.from + len(l.text) - len(trimmed)
	switch marker, _ := cutMarker(trimmed); {
	case isSeparator(l):
		p.put(l.from, l.to, kindTitle)
		b.Title = strings.TrimSpace(strings.TrimLeft(l.text, "#"))
		return at
	case marker != "":
		p.comment(b, l, indent, indent+len(marker), at)
		return at
	case strings.HasPrefix(trimmed, "??"):
		p.ask(b, l, indent, indent, at)
		return at
	case p.fileVariable(l, indent, at):
		return at
	}
	switch at {
	case above:
		return p.lineAbove(b, l, indent)
	case query, head:
		return p.lineHead(b, l, indent, at)
	case body:
		p.requests.body(b, l)
	}
	return at
}

func (p *parser) lineAbove(b *Block, l line, indent int) phase {
	if l.blank() {
		return above
	}
	if p.requests.line(b, l, indent) {
		return query
	}
	return lost
}

func (p *parser) lineHead(b *Block, l line, indent int, at phase) phase {
	switch {
	case l.blank():
		return body
	case at == query && (p.text[indent] == '?' || p.text[indent] == '&'):
		p.requests.query(b, l, indent)
		return query
	}
	p.requests.header(b, l, indent)
	return head
}

// comment reads a line that begins with "#" or "//", which end at text.
func (p *parser) comment(b *Block, l line, from, text int, at phase) {
	rest := skipBlanks(p.text, text, l.to)
	switch s := p.text[rest:l.to]; {
	case strings.HasPrefix(s, "??"):
		p.ask(b, l, from, rest, at)
	case strings.HasPrefix(s, "@") && len(s) > 1 && isLetter(s[1]):
		p.directive(b, l, from, rest, at)
	default:
		p.put(from, l.to, kindCom)
		if at != above && strings.HasPrefix(p.text[from:l.to], "###") {
			p.hanging = append(p.hanging, l)
		}
	}
}

// ask reads an assertion; the "??" is at mark.
func (p *parser) ask(b *Block, l line, from, mark int, at phase) {
	p.put(from, mark, kindCom)
	p.put(mark, mark+2, kindAsk)
	p.mark(mark+2, l.to, kindAskB)
	if a := p.assertions.assertion(l, mark+2, l.to); a != nil {
		b.Assertions = append(b.Assertions, a)
		if at == above {
			b.early = append(b.early, earlyAssertion{a, mark, l.to})
		}
	}
}

// directive reads "@word text"; the "@" is at mark.
func (p *parser) directive(b *Block, l line, from, mark int, at phase) {
	end := mark + 1
	for end < l.to && isLetter(p.text[end]) {
		end++
	}
	p.put(from, mark, kindCom)
	p.put(mark, end, kindMeta)
	p.mark(end, l.to, kindMetaB)
	word := p.text[mark+1 : end]
	if at == above {
		p.directives.parse(b, l, mark+1, end, l.to)
		return
	}
	if d := directiveOf(word); d != nil && d.parse != nil {
		p.hang(p.fail(mark, end, "meta-below-request", word))
	}
}

// fileVariable reads "@name = text". In a body it counts only if nothing is before it.
func (p *parser) fileVariable(l line, indent int, at phase) bool {
	name := variableOf(p.text[indent:l.to])
	if name == "" || at == body && indent > l.from {
		return false
	}
	from := skipBlanks(p.text, l.from+strings.IndexByte(l.text, '=')+1, l.to)
	p.put(indent, indent+1+len(name), kindVar)
	p.mark(from, l.to, kindLit)
	if at != above && at != lost {
		p.hang(p.fail(l.from, l.to, "variable-in-request"))
		return true
	}
	if indent > l.from {
		p.indented(SeverityError, l, "@"+name)
	}
	p.script.Vars[name] = p.template(from, trimRight(p.text, from, l.to))
	p.lintSum(from, l.to)
	return true
}

// markBad gives each block its first error.
func (p *parser) markBad() {
	blocks := p.script.Blocks
	for _, d := range p.diags {
		if d.Severity != SeverityError {
			continue
		}
		i := sort.Search(len(blocks), func(i int) bool { return blocks[i].LastLine >= d.Line })
		if i < len(blocks) && blocks[i].FirstLine <= d.Line && blocks[i].FirstError == nil {
			blocks[i].FirstError = d
		}
	}
}
