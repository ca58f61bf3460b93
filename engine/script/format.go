package script

import (
	"cmp"
	"slices"
	"strings"
)

// Edit replaces a piece of a text. From and To are UTF-16 offsets in the text as it was.
type Edit struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Insert string `json:"insert"`
}

// Format returns the edits that tidy a script, in order: spaces, blank lines, the case of methods and headers, and the
// layout of JSON in requests to the tables. What is sent stays the same but for white space in that JSON, and a second
// call finds nothing to do. Lines that cannot be read stay as they are.
func Format(text string) []Edit {
	p := newParser(newScript("", text))
	p.phases = []phase{}
	if len(text) > MaxSize || strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\r") {
		return []Edit{} // a carriage return alone is neither the end of a line nor white space
	}
	p.blocks()
	f := formatter{p: p, edits: []Edit{}}
	f.lines()
	return f.finish()
}

// formatter goes through the lines of a script that was parsed.
type formatter struct {
	p       *parser
	block   int    // index of the next block
	edits   []Edit // offsets are bytes until finish
	json    string // what takes the place of the body, "" if it stays
	request int    // line of the request of this block
	first   int    // first and last line of its body, 0 if there is none
	last    int
}

// lines emits the edits of all lines and of the blank lines between them.
func (f *formatter) lines() {
	var before *line
	was := lineNothing
	for i := range f.p.lines {
		l := &f.p.lines[i]
		if l.blank() {
			continue
		}
		kind := f.kind(*l)
		f.gap(before, was, l, kind)
		f.line(*l, kind)
		before, was = l, kind
	}
	if before != nil {
		f.end(*before)
	}
}

// line emits the edit of a line that is not blank.
func (f *formatter) line(l line, kind lineKind) {
	switch {
	case f.verbatim(l):
	case f.first == l.n && f.json != "":
		f.replace(l.from, f.p.lines[f.last-1].to, f.json)
	case f.first > 0 && f.first < l.n && l.n <= f.last: // a part of that
	default:
		f.replace(l.from, l.to, tidyLine(l.text, kind))
	}
}

// verbatim reports whether a line is in a body that is sent as it is.
func (f *formatter) verbatim(l line) bool {
	return f.json == "" && f.first > 0 && f.first <= l.n && l.n <= f.last
}

// gap emits the edit of the blank lines between two lines.
func (f *formatter) gap(before *line, was lineKind, next *line, kind lineKind) {
	if before == nil {
		f.replace(0, next.from, "")
		return
	}
	inBody := f.first > 0 && before.n >= f.first && next.n <= f.last
	if kind != lineSeparator && (inBody || was == lineUnread || kind == lineUnread) {
		return
	}
	f.replace(f.below(*before), next.from, strings.Repeat("\n", blankLines(was, kind, next.n-before.n-1)))
}

// below returns where the line after a line begins: its line end stays, because an editor may show something there.
func (f *formatter) below(l line) int {
	if end := strings.IndexByte(f.p.text[l.to:], '\n'); end >= 0 {
		return l.to + end + 1
	}
	return len(f.p.text)
}

// blankLines returns how many blank lines are between two lines where there are n now. Those below a request line
// and its headers begin the body, so that none may come or go.
func blankLines(was, kind lineKind, n int) int {
	switch {
	case kind == lineSeparator:
		return 1
	case was == lineSeparator, was == lineMeta && kind == lineRequest:
		return 0
	}
	return min(n, 1)
}

// end leaves nothing after the last line but its line end.
func (f *formatter) end(l line) { f.replace(f.below(l), len(f.p.text), "") }

// replace emits an edit if it changes anything but the style of line ends.
func (f *formatter) replace(from, to int, text string) {
	if strings.ReplaceAll(f.p.text[from:to], "\r\n", "\n") != text {
		f.edits = append(f.edits, Edit{from, to, text})
	}
}

// finish turns bytes into UTF-16 offsets.
func (f *formatter) finish() []Edit {
	wide := cursor{src: f.p.source}
	for i := range f.edits {
		e := &f.edits[i]
		e.From, e.To = wide.utf16(e.From), wide.utf16(e.To)
	}
	return f.edits
}

// kind says what a line is, and turns to its block.
func (f *formatter) kind(l line) lineKind {
	for f.block < len(f.p.script.Blocks) && l.n >= f.p.script.Blocks[f.block].FirstLine {
		b := &f.p.script.Blocks[f.block]
		f.block++
		f.request, f.first, f.last, f.json = b.Line, 0, 0, ""
		if b.Request != nil {
			f.body(b)
		}
	}
	return kindOf(l, f.p.phases[l.n-1], f.request)
}

// body finds the lines of the body of a request, and what they become.
func (f *formatter) body(b *Block) {
	n := 0
	for _, l := range f.p.lines[b.FirstLine-1 : b.LastLine] {
		if !l.blank() && kindOf(l, f.p.phases[l.n-1], b.Line) == lineBody {
			f.first = cmp.Or(f.first, l.n)
			f.last, n = l.n, n+1
		}
	}
	if n == 0 {
		return
	}
	lines := f.p.lines[f.first-1 : f.last]
	from, to := lines[0].from, lines[len(lines)-1].to
	other := func(l line) bool { return !l.blank() && kindOf(l, body, b.Line) != lineBody }
	broken := func(d *Diagnostic) bool { return from <= d.From && d.From < to && d.Severity == SeverityError }
	if b.Request.isEntity() && !slices.ContainsFunc(lines, other) && !slices.ContainsFunc(f.p.diags, broken) {
		f.json = layOut(f.p.text[from:to])
	}
}
