package sheet

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/spelling"
)

// directives are the lines of a sheet. A design has only @keys.
var directives = []string{"sheet", "entity", "attribute", "ask", "do", "together", "keys"}

// parser reads the text form line by line.
type parser struct {
	report
	sheet   Sheet
	title   string         // of the block
	request bool           // the block has a request, whose lines are not those of a sheet
	inSheet bool           // the block has lines of a sheet
	started bool           // the block's design is the last of the sheet
	seen    bool           // a line @sheet has been read
	any     bool           // a line of a sheet has been read
	lines   map[string]int // where each part of the sheet begins, by its path
}

// Parse reads a sheet and its designs from an .http file of at most [MaxSize] bytes, whose comments they are;
// everything else in it is left out. The messages say what is wrong; if one of them is an error ([Failed]), the sheet
// is what could be read.
func Parse(text string) (*Sheet, []Message) {
	p := parser{lines: map[string]int{}}
	if len(text) > MaxSize {
		p.say(TooLong, "", nil, float64(len(text)), MaxSize)
		return &p.sheet, p.messages
	}
	for rest, more := text, true; more; {
		var line string
		line, rest, more = strings.Cut(rest, "\n")
		p.line++
		p.readLine(strings.TrimSpace(line))
	}
	p.line, p.path = 0, ""
	addCounts(&p.sheet)
	switch {
	case !p.any:
		p.say(NoSheet, "", nil)
	case !p.seen:
		p.sheet.Name = Untitled
	}
	return &p.sheet, p.merge(p.sheet.Check())
}

// merge adds messages about the whole sheet, with their lines. What could not be read has its message already, and so
// has what it is part of.
func (p *parser) merge(checked []Message) []Message {
	read := p.messages
	for _, m := range checked {
		m.Line = lineOf(m.Path, p.lines)
		follows := slices.ContainsFunc(read, func(r Message) bool {
			return r.Line == m.Line || m.Path != "" && strings.HasPrefix(r.Path, m.Path+"/")
		})
		if !follows && len(p.messages) < maxMessages {
			p.messages = append(p.messages, m)
		}
	}
	return p.messages
}

// lineOf returns the line of the innermost part that has one and contains the path.
func lineOf(path string, lines map[string]int) int {
	for {
		if line := lines[path]; line > 0 || path == "" {
			return line
		}
		path = path[:strings.LastIndexByte(path, '/')]
	}
}

func (p *parser) readLine(line string) {
	if title, ok := strings.CutPrefix(line, "###"); ok {
		p.title, p.inSheet, p.started = strings.TrimSpace(strings.TrimLeft(title, "#")), false, false
		p.request = false
		return
	}
	text, ok := p.lineOfSheet(line)
	if !ok {
		method, _, _ := strings.Cut(line, " ")
		p.request = p.request || slices.Contains(methods, method)
		return
	}
	word, rest, _ := strings.Cut(text, " ")
	p.directive(word, strings.TrimSpace(rest))
}

// methods begin the requests of an .http file.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "MERGE", "DELETE"}

// lineOfSheet returns a line of a sheet without what makes it a comment, which people leave out: "# @entity user, 5",
// "@entity user, 5" and "entity user, 5" are the same, except in a request.
func (p *parser) lineOfSheet(line string) (text string, ok bool) {
	for _, sign := range [...]string{"#", "//"} {
		if comment, is := strings.CutPrefix(line, sign); is {
			return strings.CutPrefix(strings.TrimSpace(comment), "@")
		}
	}
	text = strings.TrimPrefix(line, "@")
	word, rest, _ := strings.Cut(text, " ")
	variable := strings.HasPrefix(strings.TrimSpace(rest), "=")
	return text, slices.Contains(directives, word) && rest != "" && !variable && !p.request
}

func (p *parser) directive(word, text string) {
	p.path = ""
	switch word {
	case "sheet":
		p.readSheet(text)
	case "entity":
		p.readEntity(text)
	case "attribute":
		p.readAttribute(text)
	case "ask":
		p.readAsk(text)
	case "do":
		p.readDo(text)
	case "together":
		p.readTogether(text)
	case "keys":
		p.readKeys(text)
		return
	default:
		if p.inSheet {
			p.say(UnknownDirective, word, []string{spelling.Nearest(word, directives)})
		}
		return
	}
	p.inSheet, p.any = true, true
}

// at notes where a part of the sheet begins, and that what follows is about it.
func (p *parser) at(list string, i int) {
	p.path = pathOf(list, i)
	p.lines[p.path] = p.line
}

// pathOf returns the path of a part, such as /asks/3.
func pathOf(list string, i int) string { return "/" + list + "/" + strconv.Itoa(i) }

// readKeys reads a store of the design that the block holds.
func (p *parser) readKeys(text string) {
	designs := &p.sheet.Designs
	if !p.started {
		p.started = true
		letter := string(rune('A' + len(*designs)))
		*designs = append(*designs, Design{Name: or(p.title, "Design "+letter)})
		p.at("designs", len(*designs)-1)
	}
	d := &(*designs)[len(*designs)-1]
	d.Stores = append(d.Stores, store(text))
	p.path = pathOf("designs", len(*designs)-1)
	p.lines[p.path+pathOf("stores", len(d.Stores)-1)] = p.line
}

// store writes the text of a store with one blank around each bar.
func store(text string) string {
	parts := strings.Split(text, "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return strings.Join(parts, " | ")
}

// fields splits a line at its commas, except for those between parentheses. Fields are trimmed; the first one is the
// name.
func fields(text string) []string {
	var list []string
	depth, from := 0, 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth <= 0:
			list, from = append(list, strings.TrimSpace(text[from:i])), i+1
		}
	}
	return append(list, strings.TrimSpace(text[from:]))
}

// checkDuplicate tells of the second value of something that can be said once.
func (p *parser) checkDuplicate(given bool, what string) {
	if given {
		p.say(Duplicate, "", []string{what})
	}
}

// once keeps what can be said once, and tells of the second time.
func once[T comparable](p *parser, to *T, what string, said T) {
	var nothing T
	p.checkDuplicate(*to != nothing, what)
	*to = said
}

// choice reads one of a few words.
func choice(p *parser, word string, of []string) string {
	if slices.Contains(of, word) {
		return word
	}
	p.unknown(word, of)
	return ""
}

// unknown says that words mean nothing where they are, with the nearest that would.
func (p *parser) unknown(text string, known []string) {
	word, _, _ := strings.Cut(text, " ")
	p.say(UnknownWord, text, []string{spelling.Nearest(word, known)})
}
