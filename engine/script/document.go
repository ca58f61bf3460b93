package script

import (
	"slices"
	"strings"

	"rowkey/engine/message"
	"rowkey/engine/spelling"
	"rowkey/engine/utf16text"
)

// Severity of a [Diagnostic].
type Severity string

// An error stops the block when it is reached; a warning does not.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
)

// Diagnostic is a remark about a place of the text. From and To are UTF-16 offsets.
type Diagnostic struct {
	From        int          `json:"from"`
	To          int          `json:"to"`
	Line        int          `json:"line"`
	Severity    Severity     `json:"severity"`
	Message     string       `json:"message"`
	Sentences   message.Text `json:"sentences"`   // of the message
	Replacement *string      `json:"replacement"` // for From..To; nil if the author has to decide
	Fix         string       `json:"fix"`         // label of a button, "" if none
	Label       message.Text `json:"label"`       // the same by its code
}

// and adds a sentence.
func (d *Diagnostic) and(code message.Code, params ...string) {
	d.Sentences = d.Sentences.And(message.New(code, params...))
}

// replace says what the mechanical correction is, and what the button for it says.
func (d *Diagnostic) replace(with string, label message.Code, params ...string) {
	d.Replacement, d.Label = &with, message.New(label, params...)
}

// suggest adds "Did you mean" and its fix when a known word is near.
func (d *Diagnostic) suggest(word string, known []string) {
	if near := spelling.Nearest(word, known); near != "" {
		d.and("did-you-mean-text", near)
		d.replace(near, "fix")
	}
}

// insert is a fix that puts text at a place.
func (d *Diagnostic) insert(at int, text string) {
	d.From, d.To = at, at
	d.replace(text, "fix-insert", strings.TrimSpace(text))
}

// document is the text of a script, and what is known of places in it. Offsets are bytes until [document.finish].
type document struct {
	*source
	diags   []*Diagnostic
	tokens  []Token
	refs    []refRange
	hanging []line // of each ### that is indented and below a request line, where it is a comment
}

// report adds a diagnostic; from and to are bytes. It returns the diagnostic for a fix to be added.
func (d *document) report(sev Severity, from, to int, text message.Text) *Diagnostic {
	from = max(0, min(from, len(d.text)))
	to = max(from, min(to, len(d.text)))
	found := &Diagnostic{From: from, To: to, Line: d.lineAt(from) + 1, Severity: sev, Sentences: text}
	d.diags = append(d.diags, found)
	return found
}

func (d *document) fail(from, to int, code message.Code, params ...string) *Diagnostic {
	return d.report(SeverityError, from, to, message.New(code, params...))
}

func (d *document) warn(from, to int, code message.Code, params ...string) *Diagnostic {
	return d.report(SeverityWarning, from, to, message.New(code, params...))
}

// indented reports a line that would count if nothing were before it.
func (d *document) indented(sev Severity, l line, what string) {
	d.report(sev, l.from, l.to, message.New("indented", what)).replace(strings.TrimLeft(l.text, " \t"), "fix")
}

// hang reports the ### above a remark that is indented, if there is one in the block: it is the cause of all remarks
// below it, and takes the place of this one, which has to be the last.
func (d *document) hang(f *Diagnostic) bool {
	i := len(d.hanging) - 1
	for ; i >= 0 && d.hanging[i].n >= f.Line; i-- {
	}
	if i < 0 || slices.ContainsFunc(d.lines[d.hanging[i].n:f.Line], isSeparator) {
		return false
	}
	l := d.hanging[i]
	d.diags = d.diags[:len(d.diags)-1]
	if !slices.ContainsFunc(d.diags, func(o *Diagnostic) bool { return o.From == l.from }) {
		d.indented(f.Severity, l, "###")
	}
	return true
}

// unparted offers a ### above a line, unless one is there.
func (d *document) unparted(f *Diagnostic) {
	if !d.hang(f) {
		f.replace("###\n"+d.text[f.From:f.To], "fix-insert", "###")
	}
}

// finish gives a script the tokens and diagnostics, in order and with UTF-16 offsets.
func (d *document) finish(s *Script) {
	inOrder(d.tokens, func(t *Token) int { return t.From })
	inOrder(d.diags, func(f **Diagnostic) int { return (*f).From })
	wide, end := cursor{src: d.source}, 0
	for _, t := range d.tokens {
		if t.From >= end { // of two that overlap the first wins
			s.Tokens = append(s.Tokens, Token{wide.utf16(t.From), wide.utf16(t.To), t.Kind})
			end = t.To
		}
	}
	wide = cursor{src: d.source}
	for _, f := range d.diags {
		f.Message, f.Fix = f.Sentences.String(), f.Label.String()
		size := utf16text.Len(d.text[f.From:f.To])
		f.From = wide.utf16(f.From)
		f.To = f.From + size
		s.Diagnostics = append(s.Diagnostics, *f)
	}
}

// inOrder puts a list into the order of the text; what is at one place stays as it came. Lists are nearly in order, so
// that insertion is quick.
func inOrder[T any](list []T, from func(*T) int) {
	for i := range list {
		for j := i; j > 0 && from(&list[j]) < from(&list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// mark adds a token; from and to are bytes. Pieces {{…}} inside it become tokens of their own.
func (d *document) mark(from, to int, kind string) {
	for from < to {
		open := strings.Index(d.text[from:to], "{{")
		if open < 0 {
			break
		}
		end := strings.Index(d.text[from+open:to], "}}")
		if end < 0 {
			break
		}
		d.put(from, from+open, kind)
		d.put(from+open, from+open+end+2, kindVar)
		from += open + end + 2
	}
	d.put(from, to, kind)
}

// put adds a token as it is. Text without a kind needs none.
func (d *document) put(from, to int, kind string) {
	if from < to && kind != "" {
		d.tokens = append(d.tokens, Token{from, to, kind})
	}
}

// word is a word of a line and its place in the script.
type word struct {
	text     string
	from, to int
}

// words cuts the bytes [from, to) at spaces, but not in quotes inside brackets.
func (d *document) words(from, to int) []word {
	var words []word
	for i := from; i < to; {
		if c := d.text[i]; c == ' ' || c == '\t' {
			i++
			continue
		}
		end := i
		for quote := byte(0); end < to; end++ {
			c := d.text[end]
			switch {
			case quote != 0 && c == quote:
				quote = 0
			case quote == 0 && end > i && d.text[end-1] == '[' && (c == '\'' || c == '"'):
				if strings.IndexByte(d.text[end+1:to], c) >= 0 {
					quote = c
				}
			}
			if quote == 0 && (c == ' ' || c == '\t') {
				break
			}
		}
		words = append(words, word{d.text[i:end], i, end})
		i = end
	}
	return words
}
