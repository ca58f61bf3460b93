package script

import (
	"slices"
	"strings"

	"rowkey/engine/message"
)

// Template is a text with references in it.
type Template []Piece

// Piece is either literal text or a reference.
type Piece struct {
	Text string
	Ref  *Ref
	At   int // byte offset in the script
}

func (p Piece) blank() bool { return p.Ref == nil && strings.TrimSpace(p.Text) == "" }

// masked returns the text with every reference replaced by as many of the byte c.
func (t Template) masked(c string) string {
	var b strings.Builder
	for _, p := range t {
		if p.Ref != nil {
			b.WriteString(strings.Repeat(c, len(p.Ref.Source)))
			continue
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// dynamicIn reports whether a reference begins in the bytes [from, to) of the text as written.
func (t Template) dynamicIn(from, to int) bool {
	at := 0
	for _, p := range t {
		if p.Ref == nil {
			at += len(p.Text)
			continue
		}
		if from <= at && at < to {
			return true
		}
		at += len(p.Ref.Source)
	}
	return false
}

// source returns the byte offset in the script of a byte of the text as written.
func (t Template) source(pos int) int {
	at := 0
	for _, p := range t {
		n := len(p.Text)
		if p.Ref != nil {
			n = len(p.Ref.Source)
		}
		if pos <= n {
			return p.At + pos
		}
		pos -= n
		at = p.At + n
	}
	return at
}

// repeats reports whether a reference of the text makes more than one value, so that it is not known what
// the text looks like before it is sent.
func (t Template) repeats() bool {
	return slices.ContainsFunc(t, func(p Piece) bool { return p.Ref != nil && p.Ref.Helper == "repeat" })
}

// ParseTemplate reads a text with references. It returns what is wrong with the first bad one, nil if nothing is.
func ParseTemplate(text string) (Template, message.Text) {
	d := document{source: newSource(text)}
	t := d.template(0, len(text))
	if len(d.diags) > 0 {
		return nil, d.diags[0].Sentences
	}
	return t, nil
}

// Template parses the references of the script's bytes [from, to).
func (d *document) template(from, to int) Template {
	var t Template
	for from < to {
		text := d.text[from:to]
		open := strings.Index(text, "{{")
		if open < 0 {
			return append(t, Piece{Text: text, At: from})
		}
		if open > 0 {
			t = append(t, Piece{Text: text[:open], At: from})
		}
		end := strings.Index(text[open:], "}}")
		if end < 0 {
			d.fail(from+open, to, "ref-open")
			return append(t, Piece{Text: text[open:], At: from + open})
		}
		at := from + open
		from = at + end + 2
		if r := d.ref(at, from); r != nil {
			t = append(t, Piece{Ref: r, At: at})
		}
	}
	return t
}

// refRange is a reference and where it is written.
type refRange struct {
	ref      *Ref
	from, to int
}

// Ref parses one reference with its braces, and remembers it for the check against the names of the whole file.
func (d *document) ref(from, to int) *Ref {
	src := d.text[from:to]
	inner := strings.TrimSpace(src[2 : len(src)-2])
	r := &Ref{Source: src, Line: d.lineAt(from) + 1}
	if rest, ok := strings.CutPrefix(inner, "%"); ok {
		r.Encode, inner = true, strings.TrimSpace(rest)
	}
	problem := r.parse(inner)
	if strings.Contains(inner, "{{") {
		problem = message.New("ref-in-ref")
	}
	if problem != nil {
		d.report(SeverityError, from, to, message.New("in-ref", src).And(problem))
		return nil
	}
	d.refs = append(d.refs, refRange{r, from, to})
	return r
}
