package script

import (
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

// Token is a piece of the text with a meaning, for highlighting. From and To are UTF-16 offsets.
type Token struct {
	From, To int
	Kind     string
}

// The kinds of tokens.
const (
	kindTitle = "title"
	kindVerb  = "verb"
	kindURL   = "url"
	kindKey   = "key"
	kindLit   = "lit"
	kindVar   = "var"
	kindOp    = "op"
	kindOpt   = "opt"
	kindHead  = "head"
	kindCom   = "com"
	kindMeta  = "meta"
	kindMetaB = "metab"
	kindAsk   = "ask"
	kindAskB  = "askb"
	kindProp  = "prop"
)

// report adds a diagnostic; from and to are bytes. It returns the diagnostic for a fix to be added.
func (p *parser) report(sev Severity, from, to int, text message.Text) *Diagnostic {
	from = max(0, min(from, len(p.src.text)))
	to = max(from, min(to, len(p.src.text)))
	line := p.src.lineAt(from) + 1
	d := &Diagnostic{From: from, To: to, Line: line, Severity: sev, Sentences: text}
	p.diags = append(p.diags, d)
	return d
}

func (p *parser) fail(from, to int, code message.Code, params ...string) *Diagnostic {
	return p.report(SeverityError, from, to, message.New(code, params...))
}

func (p *parser) warn(from, to int, code message.Code, params ...string) *Diagnostic {
	return p.report(SeverityWarning, from, to, message.New(code, params...))
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

// mark adds a token; from and to are bytes. Pieces {{…}} inside it become tokens of their own.
func (p *parser) mark(from, to int, kind string) {
	for from < to {
		open := strings.Index(p.src.text[from:to], "{{")
		if open < 0 {
			break
		}
		end := strings.Index(p.src.text[from+open:to], "}}")
		if end < 0 {
			break
		}
		p.put(from, from+open, kind)
		p.put(from+open, from+open+end+2, kindVar)
		from += open + end + 2
	}
	p.put(from, to, kind)
}

// put adds a token as it is. Text without a kind needs none.
func (p *parser) put(from, to int, kind string) {
	if from < to && kind != "" {
		p.tokens = append(p.tokens, Token{from, to, kind})
	}
}

// finish turns bytes into UTF-16 offsets, and sorts.
func (p *parser) finish() {
	p.sort()
	wide := cursor{src: p.src}
	end := 0
	for _, t := range p.tokens {
		if t.From >= end { // of two that overlap the first wins
			p.script.Tokens = append(p.script.Tokens, Token{wide.utf16(t.From), wide.utf16(t.To), t.Kind})
			end = t.To
		}
	}
	wide = cursor{src: p.src}
	for _, d := range p.diags {
		d.Message, d.Fix = d.Sentences.String(), d.Label.String()
		size := utf16text.Len(p.src.text[d.From:d.To])
		d.From = wide.utf16(d.From)
		d.To = d.From + size
		p.script.Diagnostics = append(p.script.Diagnostics, *d)
	}
}

// sort puts diagnostics and tokens into the order of the text; those of one place stay as they
// came. Both are nearly in order, so that insertion is quick.
func (p *parser) sort() {
	for i := range p.diags {
		for j := i; j > 0 && p.diags[j].From < p.diags[j-1].From; j-- {
			p.diags[j], p.diags[j-1] = p.diags[j-1], p.diags[j]
		}
	}
	for i := range p.tokens {
		for j := i; j > 0 && p.tokens[j].From < p.tokens[j-1].From; j-- {
			p.tokens[j], p.tokens[j-1] = p.tokens[j-1], p.tokens[j]
		}
	}
}

// cursor converts ascending byte offsets without counting a line twice.
type cursor struct {
	src      *source
	at, wide int
}

func (c *cursor) utf16(at int) int {
	c.wide += utf16text.Len(c.src.text[c.at:at])
	c.at = at
	return c.wide
}
