package client

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/message"
	"rowkey/engine/percent"
	"rowkey/engine/script"
)

// expander knows the values of the references of a run: variables, earlier answers and helpers.
type expander struct {
	script   *script.Script
	o        *Options
	state    *state
	trial    *trial
	totals   *totals // counts tokens
	resolved int     // references in this step
	peek     bool    // helpers stay as they are written
}

// scope is where a text is expanded.
type scope struct {
	index  int    // of the loop
	item   string // of the loop, as JSON; "" if there is none
	round  int    // of $repeat
	client string
	open   []string // variables being expanded, for cycles
}

// The limits of one expansion. Variables may contain variables, which multiplies both.
const (
	maxExpanded = 8 << 20 // bytes
	maxResolved = 100_000 // references, of one step
)

// expand replaces the references of a text.
func (e *expander) expand(t script.Template, c scope) (string, *Problem) {
	var b strings.Builder
	for _, p := range t {
		if p.Ref == nil {
			b.WriteString(p.Text)
			continue
		}
		if e.peek && p.Ref.Helper != "" {
			b.WriteString(p.Ref.Source)
			continue
		}
		text, problem := e.resolve(p.Ref, c)
		if problem != nil {
			return "", problem
		}
		if p.Ref.Encode {
			text = percent.Encode(text)
		}
		if b.WriteString(text); b.Len() > maxExpanded {
			return "", problemAt(p.Ref, "text-too-large")
		}
	}
	return b.String(), nil
}

// resolve returns the value of a reference.
func (e *expander) resolve(r *script.Ref, c scope) (string, *Problem) {
	if e.resolved++; e.resolved > maxResolved {
		return "", problemAt(r, "too-many-references")
	}
	switch {
	case r.Helper != "":
		return e.call(r, c)
	case r.Request != "":
		return e.captured(r)
	}
	if text, ok := e.state.sets[r.Name]; ok {
		return text, nil
	}
	if t, ok := e.script.Vars[r.Name]; ok {
		if slices.Contains(c.open, r.Name) {
			return "", problemAt(r, "variable-of-itself")
		}
		c.open = append(c.open[:len(c.open):len(c.open)], r.Name)
		return e.expand(t, c)
	}
	if service, ok := serviceOf(r.Name); ok {
		return e.o.Bases.of(service), nil
	}
	if e.script.Sets[r.Name] {
		return "", problemAt(r, "not-set-yet", r.Name)
	}
	return "", problemIn(r, message.New("no-variable", r.Name).And(message.New("define-variable", r.Name)))
}

// call evaluates the arguments of a helper, then the helper.
func (e *expander) call(r *script.Ref, c scope) (string, *Problem) {
	if r.Helper == "item" {
		return e.item(r, c)
	}
	if r.Helper == "repeat" {
		return e.repeated(r, c)
	}
	args := make([]string, len(r.Args))
	for i, a := range r.Args {
		text, problem := e.argument(a, r.Line, c)
		if problem != nil {
			return "", problem
		}
		args[i] = text
	}
	if problem, _ := script.CheckHelper(r); problem != nil {
		return "", problemIn(r, problem)
	}
	text, problem := e.helper(r.Helper, args, c)
	if problem != nil {
		return "", problemIn(r, problem)
	}
	return text, nil
}

// argument is a nested reference, the name of a file variable, or a word.
func (e *expander) argument(a script.Arg, line int, c scope) (string, *Problem) {
	if a.Ref != nil {
		return e.resolve(a.Ref, c)
	}
	if _, ok := e.script.Vars[a.Word]; (ok || e.script.Sets[a.Word]) && !a.Quoted {
		return e.resolve(&script.Ref{Source: a.Word, Line: line, Name: a.Word}, c)
	}
	return a.Word, nil
}

// captured returns a part of an earlier answer.
func (e *expander) captured(r *script.Ref) (string, *Problem) {
	got, ok := e.state.answers[r.Request]
	if !ok {
		p := problemAt(r, "not-run-yet", r.Request)
		p.Label = message.New("fix-run-first")
		p.Fix = p.Label.String()
		return "", p
	}
	v := got.part(r.Part)
	if !v.found {
		p := problemIn(r, noPart(r))
		p.missing = true
		return "", p
	}
	return v.text, nil
}

// part returns what comes after ".response." in a reference.
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

// noPart says that an earlier answer does not have what a reference asks for.
func noPart(r *script.Ref) message.Text {
	kind, rest, _ := strings.Cut(r.Part, ".")
	if kind == "headers" {
		return message.New("answer-without-header", r.Request, rest)
	}
	return message.New("answer-without", r.Request, rest)
}
