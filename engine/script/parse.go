package script

import (
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"rowkey/engine/message"
	"rowkey/engine/utf16text"
)

// parser reads one script. Offsets are bytes until [parser.finish].
type parser struct {
	src    *source
	script *Script
	open   Open
	outer  []string // scripts that are being parsed around this one, for cycles
	nested func(name, text string) *Script
	diags  []*Diagnostic
	tokens []Token
	refs   []refRange
	known  []string // names of variables

	programs map[string]*Script // that @run has named, by name
	sheet    bool               // it holds a sheet of the design workbench
	given    map[string]int     // first line of each directive of the block
	json     jsonState
	phases   []phase // of the lines, nil unless somebody wants to know
}

// Open returns the text of a file that @setup names, and false if there is none.
type Open func(name string) (text string, ok bool)

// phase is where in a block a line is.
type phase uint8

const (
	above phase = iota // before the request line
	query              // directly below it: the query may go on
	head
	body
	lost // below a line that could not be read
)

// Parse reads a script and those that it sets up with. It reports all problems, not only the first.
// Open may be nil if the script names no other.
func Parse(name, text string, open Open) *Script { return parse(name, text, open, nil) }

func parse(name, text string, open Open, outer []string) *Script {
	s := &Script{Name: name, Vars: map[string]Template{}, names: map[string]int{}}
	p := &parser{src: newSource(text), script: s, open: open, outer: append(outer, name)}
	p.nested = func(name, text string) *Script { return parse(name, text, open, p.outer) }
	s.src = p.src
	if len(text) > MaxSize {
		p.tooLarge()
	} else {
		p.blocks()
		p.checkRefs()
		p.checkViews()
		p.lint()
	}
	p.markBad()
	p.finish()
	s.Units = units(s.Blocks)
	return s
}

func (p *parser) tooLarge() {
	n := len(p.src.text)
	p.fail(0, 0, "script-too-large", strconv.Itoa(n), strconv.Itoa(MaxSize))
	p.script.Blocks = []Block{{FirstLine: 1, LastLine: len(p.src.lines), To: utf16text.Len(p.src.text)}}
}

// blocks cuts the lines at the separators.
func (p *parser) blocks() {
	for first := 0; first < len(p.src.lines); {
		end := first + 1
		for end < len(p.src.lines) && !isSeparator(p.src.lines[end]) {
			end++
		}
		p.block(p.src.lines[first:end])
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
		From: p.src.utf16(lines[0].from), To: p.src.utf16(lines[last-1].to)}
	p.json, p.given = jsonState{}, map[string]int{}
	at := above
	for _, l := range lines[:last] {
		p.keepPhase(l, at)
		at = p.line(&b, l, at)
	}
	if b.Title == "" {
		b.Title = b.Meta.title
	}
	if b.Request != nil {
		p.endRequest(&b)
	}
	p.checkClient(&b)
	b.Checks = len(b.Assertions)
	b.judgeAnswer()
	p.script.Blocks = append(p.script.Blocks, b)
}

// keepPhase remembers the phase that a line is read in.
func (p *parser) keepPhase(l line, at phase) {
	if p.phases == nil {
		return
	}
	for len(p.phases) < l.n {
		p.phases = append(p.phases, at)
	}
}

// line reads one line and returns the phase of the next.
func (p *parser) line(b *Block, l line, at phase) phase {
	trimmed := strings.TrimLeft(l.text, " \t")
	indent := l.from + len(l.text) - len(trimmed)
	switch {
	case isSeparator(l):
		p.put(l.from, l.to, kindTitle)
		b.Title = strings.TrimSpace(strings.TrimLeft(l.text, "#"))
		return at
	case strings.HasPrefix(trimmed, "#"):
		p.comment(b, l, indent, indent+1, at)
		return at
	case strings.HasPrefix(trimmed, "//"):
		p.comment(b, l, indent, indent+2, at)
		return at
	case strings.HasPrefix(trimmed, "??"):
		p.ask(b, l, indent, indent, at)
		return at
	case p.fileVariable(b, l, at):
		return at
	}
	switch at {
	case above:
		return p.lineAbove(b, l, indent)
	case query, head:
		return p.lineHead(b, l, indent, at)
	case body:
		p.lineBody(b, l)
	}
	return at
}

func (p *parser) lineAbove(b *Block, l line, indent int) phase {
	if l.blank() {
		return above
	}
	if p.requestLine(b, l, indent) {
		return query
	}
	return lost
}

func (p *parser) lineHead(b *Block, l line, indent int, at phase) phase {
	c := byte(0)
	if indent < l.to {
		c = p.src.text[indent]
	}
	switch {
	case l.blank():
		return body
	case at == query && (c == '?' || c == '&'):
		p.markQuery(indent, l.to)
		more := p.template(indent, trimRight(p.src.text, indent, l.to))
		b.Request.Target = append(b.Request.Target, more...)
		return query
	}
	p.header(b, l, indent)
	return head
}

// lineBody keeps a line of the body. Its end is sent as "\n".
func (p *parser) lineBody(b *Block, l line) {
	r := b.Request
	if l.blank() && len(r.Body) == 0 {
		return
	}
	if len(r.Body) == 0 {
		r.IsJSON = strings.IndexByte("{[", strings.TrimLeft(l.text, " \t")[0]) >= 0
	} else {
		r.Body = append(r.Body, Piece{Text: "\n", At: l.from - 1})
	}
	r.Body = append(r.Body, p.template(l.from, l.to)...)
	if len(r.Body) == 0 { // the line held one broken reference and nothing else
		r.Body = append(r.Body, Piece{At: l.from})
	}
	if r.IsJSON {
		p.markJSON(l.from, l.to)
		return
	}
	p.mark(l.from, l.to, "")
}

// comment reads a line that begins with "#" or "//", which end at text.
func (p *parser) comment(b *Block, l line, from, text int, at phase) {
	rest := skipBlanks(p.src.text, text, l.to)
	switch s := p.src.text[rest:l.to]; {
	case strings.HasPrefix(s, "??"):
		p.ask(b, l, from, rest, at)
	case strings.HasPrefix(s, "@") && len(s) > 1 && isLetter(s[1]):
		p.metaLine(b, l, from, rest, at)
	default:
		p.put(from, l.to, kindCom)
	}
}

// ask reads an assertion; the "??" is at mark.
func (p *parser) ask(b *Block, l line, from, mark int, at phase) {
	p.put(from, mark, kindCom)
	p.put(mark, mark+2, kindAsk)
	p.mark(mark+2, l.to, kindAskB)
	if a := p.assertion(l, mark+2, l.to); a != nil {
		b.Assertions = append(b.Assertions, a)
		if at == above {
			b.early = append(b.early, earlyAssertion{a, mark, l.to})
		}
	}
}

// metaLine reads "@key text"; the "@" is at mark.
func (p *parser) metaLine(b *Block, l line, from, mark int, at phase) {
	end := mark + 1
	for end < l.to && isLetter(p.src.text[end]) {
		end++
	}
	p.put(from, mark, kindCom)
	p.put(mark, end, kindMeta)
	p.mark(end, l.to, kindMetaB)
	key := p.src.text[mark+1 : end]
	if at == above {
		p.parseDirective(b, l, mark+1, end, l.to)
		return
	}
	if d := directiveOf(key); d != nil && d.parse != nil {
		p.fail(mark, end, "meta-below-request", key)
	}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// fileVariable reads "@name = text".
func (p *parser) fileVariable(b *Block, l line, at phase) bool {
	name := variableOf(l.text)
	if name == "" {
		return false
	}
	from := skipBlanks(p.src.text, l.from+strings.IndexByte(l.text, '=')+1, l.to)
	p.put(l.from, l.from+1+len(name), kindVar)
	p.mark(from, l.to, kindLit)
	if at != above && at != lost {
		p.fail(l.from, l.to, "variable-in-request")
		return true
	}
	p.script.Vars[name] = p.template(from, trimRight(p.src.text, from, l.to))
	return true
}

// skipBlanks returns the position of the first byte from from on that is not a space or a tab.
func skipBlanks(text string, from, to int) int {
	for from < to && (text[from] == ' ' || text[from] == '\t') {
		from++
	}
	return from
}

// trimRight returns the position after the last byte before to that is not a space or a tab.
func trimRight(text string, from, to int) int {
	for to > from && (text[to-1] == ' ' || text[to-1] == '\t') {
		to--
	}
	return to
}

// parseSetup finds, parses and remembers a script that @setup names.
func (p *parser) parseSetup(_ *Block, v metaValue) {
	name, text, ok := p.find(v.text)
	switch {
	case v.text == "":
		p.fail(v.line.from, v.line.to, "setup-without-name")
		return
	case !ok:
		p.fail(v.from, v.to, "no-script-to-set-up", v.text)
		p.script.Setups = append(p.script.Setups, Setup{v.text, v.line.n, nil})
		return
	case slices.Contains(p.outer, name):
		p.fail(v.from, v.to, "set-up-by-itself", v.text)
		return
	}
	for _, s := range p.script.Setups {
		if s.Name == name {
			return
		}
	}
	s := p.nested(name, text)
	if err, ok := s.Err().(*SyntaxError); ok {
		p.report(SeverityError, v.from, v.to, message.New("in-script", err.Name, strconv.Itoa(err.Line)).And(err.Text))
	}
	p.script.Setups = append(p.script.Setups, Setup{name, v.line.n, s})
}

// find looks for a file beside this script, then from the top, then without leading "../": a page
// carries its files flat.
func (p *parser) find(name string) (found, text string, ok bool) {
	if p.open == nil {
		return "", "", false
	}
	top := path.Clean(name)
	bare := top
	for strings.HasPrefix(bare, "../") {
		bare = bare[3:]
	}
	for _, candidate := range [...]string{path.Join(path.Dir(p.script.Name), name), top, bare} {
		if text, ok := p.open(candidate); ok {
			return candidate, text, true
		}
	}
	return "", "", false
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

// units groups the blocks that run in one step. Blocks that hold no request may be between the
// operations of a batch.
func units(blocks []Block) []Unit {
	var list []Unit
	for i := 0; i < len(blocks); {
		u := Unit{i, i}
		for j := i + 1; blocks[i].InBatch() && j < len(blocks); j++ {
			switch {
			case blocks[j].InBatch() && blocks[j].Batch == blocks[i].Batch:
				u.Last = j
			case blocks[j].Request == nil && len(blocks[j].Assertions) == 0:
				continue
			default:
				j = len(blocks)
			}
		}
		list = append(list, u)
		i = u.Last + 1
	}
	return list
}

func (b *Block) InBatch() bool { return b.Batch != "" && b.Request != nil && !b.Meta.Disabled }
