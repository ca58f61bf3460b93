package script

import (
	"strings"
	"unicode"
)

// template is a text with references in it.
type template []piece

// piece is either literal text or a reference.
type piece struct {
	text string
	ref  *ref
	at   int // byte offset in the script
}

func (p piece) blank() bool { return p.ref == nil && strings.TrimSpace(p.text) == "" }

// ref is one {{…}}.
type ref struct {
	src    string // with its braces, for messages
	line   int
	encode bool // {{%…}}: percent-encode the value

	name    string // of a variable
	helper  string // without "$"
	args    []arg
	path    []step // below $item
	request string // of a captured response
	part    string // below ".response."
}

// arg is one argument of a helper.
type arg struct {
	word   string
	quoted bool // never the name of a variable
	ref    *ref // a nested helper or a captured value
}

// constant returns the text of a template without references.
func (t template) constant() (string, bool) {
	var b strings.Builder
	for _, p := range t {
		if p.ref != nil {
			return "", false
		}
		b.WriteString(p.text)
	}
	return b.String(), true
}

// masked returns the text with every reference replaced by as many of the byte c.
func (t template) masked(c string) string {
	var b strings.Builder
	for _, p := range t {
		if p.ref != nil {
			b.WriteString(strings.Repeat(c, len(p.ref.src)))
			continue
		}
		b.WriteString(p.text)
	}
	return b.String()
}

// dynamicIn says that a reference begins in the bytes [from, to) of the text as written.
func (t template) dynamicIn(from, to int) bool {
	at := 0
	for _, p := range t {
		if p.ref == nil {
			at += len(p.text)
			continue
		}
		if from <= at && at < to {
			return true
		}
		at += len(p.ref.src)
	}
	return false
}

// source returns the byte offset in the script of a byte of the text as written.
func (t template) source(pos int) int {
	at := 0
	for _, p := range t {
		n := len(p.text)
		if p.ref != nil {
			n = len(p.ref.src)
		}
		if pos <= n {
			return p.at + pos
		}
		pos -= n
		at = p.at + n
	}
	return at
}

// template parses the references of the script's bytes [from, to).
func (p *parser) template(from, to int) template {
	var t template
	for from < to {
		text := p.src.text[from:to]
		open := strings.Index(text, "{{")
		if open < 0 {
			return append(t, piece{text: text, at: from})
		}
		if open > 0 {
			t = append(t, piece{text: text[:open], at: from})
		}
		end := strings.Index(text[open:], "}}")
		if end < 0 {
			p.fail(from+open, to, "`{{` without `}}` on the same line.")
			return append(t, piece{text: text[open:], at: from + open})
		}
		at := from + open
		from = at + end + 2
		if r := p.ref(at, from); r != nil {
			t = append(t, piece{ref: r, at: at})
		}
	}
	return t
}

// ref parses one reference with its braces, and remembers it for the check against the names of
// the whole file.
func (p *parser) ref(from, to int) *ref {
	src := p.src.text[from:to]
	inner := strings.TrimSpace(src[2 : len(src)-2])
	r := &ref{src: src, line: p.src.lineAt(from) + 1}
	if rest, ok := strings.CutPrefix(inner, "%"); ok {
		r.encode, inner = true, strings.TrimSpace(rest)
	}
	if problem := r.parse(inner); problem != "" {
		p.fail(from, to, "`"+src+"`: "+problem)
		return nil
	}
	p.refs = append(p.refs, placed{r, from, to})
	return r
}

// placed is a reference and its place.
type placed struct {
	ref      *ref
	from, to int
}

// parse reads what stands between the braces. It returns what is wrong, "" if nothing is.
func (r *ref) parse(s string) string {
	switch {
	case s == "":
		return "a name is missing."
	case s[0] == '$':
		return r.parseHelper(s[1:])
	case strings.Contains(s, ".response."):
		r.request, r.part, _ = strings.Cut(s, ".response.")
		return checkPart(r.part)
	case strings.Contains(s, ".request."):
		return "only `.response.` can be captured."
	case !isName(s):
		return "a name has letters, digits, \"_\" and \"-\"; a helper begins with \"$\"."
	}
	r.name = s
	return ""
}

func (r *ref) parseHelper(s string) string {
	words := splitArgs(s)
	if len(words) == 0 {
		return "the name of a helper is missing."
	}
	r.helper = words[0].word
	if path, ok := strings.CutPrefix(r.helper, "item"); ok && strings.IndexAny(path, ".[") == 0 {
		var problem string
		if r.path, problem = parsePath(path); problem != "" {
			return problem
		}
		r.helper = "item"
	}
	for _, w := range words[1:] {
		if !w.quoted && (strings.HasPrefix(w.word, "$") || strings.Contains(w.word, ".response.")) {
			w.ref = &ref{src: w.word, line: r.line}
			if problem := w.ref.parse(w.word); problem != "" {
				return problem
			}
		}
		r.args = append(r.args, w)
	}
	return ""
}

// checkPart says what is wrong with the part of a response.
func checkPart(part string) string {
	kind, rest, _ := strings.Cut(part, ".")
	switch {
	case part == "status":
		return ""
	case kind == "headers" && rest != "":
		return ""
	case kind == "body" && rest == "*", kind == "body" && strings.HasPrefix(rest, "//"):
		return ""
	case kind == "body" && rest != "":
		_, problem := parsePath(rest)
		return problem
	}
	return "after `.response.` comes `status`, `headers.<name>`, `body.<path>` or `body.*`."
}

// splitArgs cuts a helper call at blanks; quotes keep blanks together, and `\n` in them is the end of
// a line.
func splitArgs(s string) []arg {
	var args []arg
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		if q := s[0]; q == '"' || q == '\'' {
			if end := strings.IndexByte(s[1:], q); end >= 0 {
				args = append(args, arg{word: lineEnds(s[1 : 1+end]), quoted: true})
				s = s[end+2:]
				continue
			}
		}
		if strings.HasPrefix(s, "($") {
			if end := closingParen(s); end > 0 {
				args = append(args, arg{word: s[1:end]})
				s = s[end+1:]
				continue
			}
		}
		end := strings.IndexAny(s, " \t")
		if end < 0 {
			end = len(s)
		}
		args = append(args, arg{word: s[:end]})
		s = s[end:]
	}
	return args
}

// lineEnds writes `\n` as what it stands for: a line of a script cannot hold the end of one.
func lineEnds(s string) string { return strings.ReplaceAll(s, `\n`, "\n") }

// closingParen returns the position of the ")" that belongs to the "(" at the beginning, -1 if there
// is none. Quotes may hold parentheses; an apostrophe inside of a word is no quote.
func closingParen(s string) int {
	depth, quote := 0, byte(0)
	for i := range len(s) {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && s[i-1] == ' ':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// isName says that s can name a variable or a request.
func isName(s string) bool {
	for _, c := range s {
		if c != '_' && c != '-' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}

// repeats says that a reference of the text makes more than one value, so that nobody knows what
// the text looks like before it is sent.
func (t template) repeats() bool {
	for _, p := range t {
		if p.ref != nil && p.ref.helper == "repeat" {
			return true
		}
	}
	return false
}
