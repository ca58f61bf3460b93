package script

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/rest"
)

// Problem is an error of the script itself, found while it runs.
type Problem struct {
	Line    int    `json:"line"` // from 1, 0 if none
	Message string `json:"message"`
	Fix     string `json:"fix"` // label of a button, "" if none

	missing  bool // an earlier answer does not have what was asked of it
	answered bool // there was an answer, of another type than the program declares
}

// Well-known addresses of the development account.
// Source: Use the Azurite emulator, "Well-known storage account and key".
const (
	TableURL = "http://127.0.0.1:10002/devstoreaccount1"
	QueueURL = "http://127.0.0.1:10001/devstoreaccount1"
	BlobURL  = "http://127.0.0.1:10000/devstoreaccount1"
)

// serviceOf returns the service whose account a predefined variable names.
func serviceOf(name string) (s rest.Service, ok bool) {
	switch name {
	case "table":
		return rest.TableService, true
	case "queue":
		return rest.QueueService, true
	case "blob":
		return rest.BlobService, true
	}
	return 0, false
}

// scope is where a text is expanded.
type scope struct {
	index  int    // of the loop
	item   string // of the loop, as JSON; "" if there is none
	round  int    // of $repeat
	client string
	open   []string // variables being expanded, for cycles
}

// The limits of one expansion. Variables may hold variables, which multiplies both.
const (
	maxExpanded = 8 << 20 // bytes
	maxResolved = 100_000 // references, of one step
)

// expand replaces the references of a text.
func (s *Session) expand(t template, c scope) (string, *Problem) {
	var b strings.Builder
	for _, p := range t {
		if p.ref == nil {
			b.WriteString(p.text)
			continue
		}
		text, problem := s.resolve(p.ref, c)
		if problem != nil {
			return "", problem
		}
		if p.ref.encode {
			text = encodeValue(text)
		}
		if b.WriteString(text); b.Len() > maxExpanded {
			return "", problemAt(p.ref, "the text becomes larger than 8 MiB.")
		}
	}
	return b.String(), nil
}

// resolve returns the value of a reference.
func (s *Session) resolve(r *ref, c scope) (string, *Problem) {
	if s.resolved++; s.resolved > maxResolved {
		return "", problemAt(r, "the variables hold too many others.")
	}
	switch {
	case r.helper != "":
		return s.call(r, c)
	case r.request != "":
		return s.captured(r)
	}
	if text, ok := s.state.sets[r.name]; ok {
		return text, nil
	}
	if t, ok := s.script.vars[r.name]; ok {
		if slices.Contains(c.open, r.name) {
			return "", problemAt(r, "the variable is defined by itself.")
		}
		c.open = append(c.open[:len(c.open):len(c.open)], r.name)
		return s.expand(t, c)
	}
	if service, ok := serviceOf(r.name); ok {
		return s.o.Bases.of(service), nil
	}
	if s.script.sets[r.name] {
		return "", problemAt(r, "no block with @set "+r.name+" has run yet.")
	}
	return "", problemAt(r, "there is no variable \""+r.name+"\". Define it above: @"+
		r.name+" = value.")
}

func problemAt(r *ref, text string) *Problem {
	return &Problem{Line: r.line, Message: "`" + r.src + "`: " + text}
}

// call evaluates the arguments of a helper, then the helper.
func (s *Session) call(r *ref, c scope) (string, *Problem) {
	if r.helper == "item" {
		return s.item(r, c)
	}
	if r.helper == "repeat" {
		return s.repeated(r, c)
	}
	args := make([]string, len(r.args))
	for i, a := range r.args {
		text, problem := s.argument(a, r.line, c)
		if problem != nil {
			return "", problem
		}
		args[i] = text
	}
	if problem, _ := checkHelper(r); problem != "" {
		return "", problemAt(r, problem)
	}
	text, problem := s.helper(r.helper, args, c)
	if problem != "" {
		return "", problemAt(r, problem)
	}
	return text, nil
}

// argument is a nested reference, the name of a file variable, or a word.
func (s *Session) argument(a arg, line int, c scope) (string, *Problem) {
	if a.ref != nil {
		return s.resolve(a.ref, c)
	}
	if _, ok := s.script.vars[a.word]; (ok || s.script.sets[a.word]) && !a.quoted {
		return s.resolve(&ref{src: a.word, line: line, name: a.word}, c)
	}
	return a.word, nil
}

// captured returns a part of an earlier answer.
func (s *Session) captured(r *ref) (string, *Problem) {
	got, ok := s.state.answers[r.request]
	if !ok {
		p := problemAt(r, "`"+r.request+"` has not run yet.")
		p.Fix = "Run it first"
		return "", p
	}
	v := got.part(r.part)
	if !v.found {
		p := problemAt(r, "the answer of `"+r.request+"` has no "+partText(r.part)+".")
		p.missing = true
		return "", p
	}
	return v.text, nil
}

// part returns what stands behind ".response." in a reference.
func (a *answer) part(part string) value {
	kind, rest, _ := strings.Cut(part, ".")
	switch {
	case kind == "status":
		return textValue(strconv.Itoa(a.status))
	case kind == "headers":
		return a.headerValue(rest)
	case rest == "*":
		return textValue(a.body)
	case strings.HasPrefix(rest, "//"):
		return a.elementValue(rest[2:])
	}
	path, _ := parsePath(rest)
	return a.pathValue(path)
}

func partText(part string) string {
	kind, rest, _ := strings.Cut(part, ".")
	if kind == "headers" {
		return "header `" + rest + "`"
	}
	return "`" + rest + "`"
}
