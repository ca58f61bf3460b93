package client

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/percent"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// Problem is an error of the script itself, found while it runs.
type Problem struct {
	Line    int    `json:"line"` // from 1, 0 if none
	Message string `json:"message"`
	Fix     string `json:"fix"` // label of a button, "" if none

	missing  bool // an earlier answer does not have what was asked of it
	answered bool // there was an answer, of another type than the program declares
}

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

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
func (s *Session) expand(t script.Template, c scope) (string, *Problem) {
	var b strings.Builder
	for _, p := range t {
		if p.Ref == nil {
			b.WriteString(p.Text)
			continue
		}
		text, problem := s.resolve(p.Ref, c)
		if problem != nil {
			return "", problem
		}
		if p.Ref.Encode {
			text = percent.Encode(text)
		}
		if b.WriteString(text); b.Len() > maxExpanded {
			return "", problemAt(p.Ref, "the text becomes larger than 8 MiB.")
		}
	}
	return b.String(), nil
}

// resolve returns the value of a reference.
func (s *Session) resolve(r *script.Ref, c scope) (string, *Problem) {
	if s.resolved++; s.resolved > maxResolved {
		return "", problemAt(r, "the variables hold too many others.")
	}
	switch {
	case r.Helper != "":
		return s.call(r, c)
	case r.Request != "":
		return s.captured(r)
	}
	if text, ok := s.state.sets[r.Name]; ok {
		return text, nil
	}
	if t, ok := s.script.Vars[r.Name]; ok {
		if slices.Contains(c.open, r.Name) {
			return "", problemAt(r, "the variable is defined by itself.")
		}
		c.open = append(c.open[:len(c.open):len(c.open)], r.Name)
		return s.expand(t, c)
	}
	if service, ok := serviceOf(r.Name); ok {
		return s.o.Bases.of(service), nil
	}
	if s.script.Sets[r.Name] {
		return "", problemAt(r, "no block with @set "+r.Name+" has run yet.")
	}
	return "", problemAt(r, "there is no variable \""+r.Name+"\". Define it above: @"+
		r.Name+" = value.")
}

func problemAt(r *script.Ref, text string) *Problem {
	return &Problem{Line: r.Line, Message: "`" + r.Source + "`: " + text}
}

// call evaluates the arguments of a helper, then the helper.
func (s *Session) call(r *script.Ref, c scope) (string, *Problem) {
	if r.Helper == "item" {
		return s.item(r, c)
	}
	if r.Helper == "repeat" {
		return s.repeated(r, c)
	}
	args := make([]string, len(r.Args))
	for i, a := range r.Args {
		text, problem := s.argument(a, r.Line, c)
		if problem != nil {
			return "", problem
		}
		args[i] = text
	}
	if problem, _ := script.CheckHelper(r); problem != "" {
		return "", problemAt(r, problem)
	}
	text, problem := s.helper(r.Helper, args, c)
	if problem != "" {
		return "", problemAt(r, problem)
	}
	return text, nil
}

// argument is a nested reference, the name of a file variable, or a word.
func (s *Session) argument(a script.Arg, line int, c scope) (string, *Problem) {
	if a.Ref != nil {
		return s.resolve(a.Ref, c)
	}
	if _, ok := s.script.Vars[a.Word]; (ok || s.script.Sets[a.Word]) && !a.Quoted {
		return s.resolve(&script.Ref{Source: a.Word, Line: line, Name: a.Word}, c)
	}
	return a.Word, nil
}

// captured returns a part of an earlier answer.
func (s *Session) captured(r *script.Ref) (string, *Problem) {
	got, ok := s.state.answers[r.Request]
	if !ok {
		p := problemAt(r, "`"+r.Request+"` has not run yet.")
		p.Fix = "Run it first"
		return "", p
	}
	v := got.part(r.Part)
	if !v.found {
		p := problemAt(r, "the answer of `"+r.Request+"` has no "+partText(r.Part)+".")
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
	path, _ := script.ParsePath(rest)
	return a.pathValue(path)
}

func partText(part string) string {
	kind, rest, _ := strings.Cut(part, ".")
	if kind == "headers" {
		return "header `" + rest + "`"
	}
	return "`" + rest + "`"
}
