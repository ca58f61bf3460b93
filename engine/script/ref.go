package script

import (
	"strings"
	"unicode"

	"rowkey/engine/message"
)

// Ref is one {{…}}.
type Ref struct {
	Source string // with its braces, for messages
	Line   int
	Encode bool // {{%…}}: percent-encode the value

	Name    string // of a variable
	Helper  string // without "$"
	Args    []Arg
	Path    []Step // below $item
	Request string // of a captured response
	Part    string // below ".response."
}

// Arg is one argument of a helper.
type Arg struct {
	Word   string
	Quoted bool // never the name of a variable
	Ref    *Ref // a nested helper or a captured value
}

// parse reads what is between the braces. It returns what is wrong, nil if nothing is.
func (r *Ref) parse(s string) message.Text {
	switch {
	case s == "":
		return message.New("ref-empty")
	case isCalculation(s):
		return r.parseCalculation(s)
	case s[0] == '$':
		return r.parseHelper(s[1:])
	case strings.Contains(s, ".response."):
		r.Request, r.Part, _ = strings.Cut(s, ".response.")
		return checkPart(r.Part)
	case strings.Contains(s, ".request."):
		return message.New("ref-request")
	case !isName(s):
		return message.New("ref-name")
	}
	r.Name = s
	return nil
}

func (r *Ref) parseHelper(s string) message.Text {
	words := splitArgs(s)
	if len(words) == 0 {
		return message.New("ref-helper")
	}
	r.Helper = words[0].Word
	if path, ok := strings.CutPrefix(r.Helper, "item"); ok && strings.IndexAny(path, ".[") == 0 {
		var problem message.Text
		if r.Path, problem = ParsePath(path); problem != nil {
			return problem
		}
		r.Helper = "item"
	}
	for _, w := range words[1:] {
		if !w.Quoted && (strings.HasPrefix(w.Word, "$") || strings.Contains(w.Word, ".response.")) {
			w.Ref = &Ref{Source: w.Word, Line: r.Line}
			if problem := w.Ref.parse(w.Word); problem != nil {
				return problem
			}
		}
		r.Args = append(r.Args, w)
	}
	return nil
}

// checkPart says what is wrong with the part of a response.
func checkPart(part string) message.Text {
	kind, rest, _ := strings.Cut(part, ".")
	switch {
	case part == "status":
		return nil
	case kind == "headers" && rest != "":
		return nil
	case kind == "body" && rest == "*", kind == "body" && strings.HasPrefix(rest, "//"):
		return nil
	case kind == "body" && hasOperator(rest):
		return message.New("calculation")
	case kind == "body" && rest != "":
		_, problem := ParsePath(rest)
		return problem
	}
	return message.New("ref-part")
}

// hasOperator reports whether a path has an operator without blanks around it. Names in quotes may have one.
func hasOperator(path string) bool {
	return !strings.ContainsAny(path, `'"`) && strings.ContainsAny(strings.ReplaceAll(path, "[*]", ""), "+*")
}

// splitArgs cuts a helper call at spaces, but not in quotes, and `\n` in them is the end of a line.
func splitArgs(s string) []Arg {
	var args []Arg
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		if q := s[0]; q == '"' || q == '\'' {
			if end := strings.IndexByte(s[1:], q); end >= 0 {
				args = append(args, Arg{Word: lineEnds(s[1 : 1+end]), Quoted: true})
				s = s[end+2:]
				continue
			}
		}
		if strings.HasPrefix(s, "($") {
			if end := closingParen(s); end > 0 {
				args = append(args, Arg{Word: s[1:end]})
				s = s[end+1:]
				continue
			}
		}
		end := strings.IndexAny(s, " \t")
		if end < 0 {
			end = len(s)
		}
		args = append(args, Arg{Word: s[:end]})
		s = s[end:]
	}
	return args
}

// lineEnds replaces `\n` by the end of a line, which a line of a script cannot contain.
func lineEnds(s string) string { return strings.ReplaceAll(s, `\n`, "\n") }

// closingParen returns the position of the ")" that belongs to the "(" at the beginning, -1 if there
// is none. Quotes may hold parentheses; an apostrophe inside a word is not a quote.
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

// isName reports whether s can name a variable or a request.
func isName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return c != '_' && c != '-' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
}
