package client

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/client/helper"
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

// helper evaluates a helper with its arguments. It returns what is wrong, nil if nothing is.
func (e *expander) helper(name string, args []string, c scope) (string, message.Text) {
	switch name {
	case "learner":
		return e.learnerSet(args[0])
	case "sas":
		return e.sas(args, c)
	}
	h := helper.Context{Now: e.o.Now, Random: e.o.Random, Index: c.index, Round: c.round, Client: c.client,
		Crash: e.trial.crash(), After: e.trial.after}
	return h.Call(name, args)
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
		p.missing, p.none = true, got.hasNone(r.Part)
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

// hasNone reports whether an answer lacks a part because it is a refusal, or a list without such an element.
func (a *answer) hasNone(part string) bool {
	kind, rest, _ := strings.Cut(part, ".")
	switch {
	case a.status < 200 || a.status >= 400:
		return true
	case kind != "body":
		return false
	case strings.HasPrefix(rest, "//"):
		return !strings.Contains(a.body, "<QueueMessage>")
	}
	path, _ := script.ParsePath(rest)
	for i, step := range path {
		if _, ok := script.Lookup(a.body, path[:i+1]); !ok {
			return step.Index >= 0
		}
	}
	return false
}

// noPart says that an earlier answer does not have what a reference asks for.
func noPart(r *script.Ref) message.Text {
	kind, rest, _ := strings.Cut(r.Part, ".")
	if kind == "headers" {
		return message.New("answer-without-header", r.Request, rest)
	}
	return message.New("answer-without", r.Request, rest)
}

// maxRepeats bounds what one $repeat makes; the size of the text is bounded by [maxExpanded].
const maxRepeats = 10_000

// repeated joins a text that is expanded once a round, with the number of the round in $n. It is not a
// helper like the others: they get the values of their arguments, this one makes them.
func (e *expander) repeated(r *script.Ref, c scope) (string, *Problem) {
	if problem, _ := script.CheckHelper(r); problem != nil {
		return "", problemIn(r, problem)
	}
	count, p := e.argument(r.Args[0], r.Line, c)
	if p != nil {
		return "", p
	}
	n, ok := helper.Number(count)
	if !ok || n < 0 || n > maxRepeats {
		return "", problemAt(r, "repeat-number", strconv.Itoa(maxRepeats), count)
	}
	between := ""
	if len(r.Args) > 2 {
		if between, p = e.argument(r.Args[2], r.Line, c); p != nil {
			return "", p
		}
	}
	var b strings.Builder
	for c.round = 0; c.round < int(n); c.round++ {
		text, p := e.argument(r.Args[1], r.Line, c)
		if p != nil {
			return "", p
		}
		if c.round > 0 {
			b.WriteString(between)
		}
		if b.WriteString(text); b.Len() > maxExpanded {
			return "", problemAt(r, "text-too-large")
		}
	}
	return b.String(), nil
}

// item returns the value of {{$item}}.
func (e *expander) item(r *script.Ref, c scope) (string, *Problem) {
	if c.item == "" {
		return "", problemAt(r, "item-outside-loop")
	}
	text, ok := script.Lookup(c.item, r.Path)
	if !ok {
		return "", problemAt(r, "item-property", c.item)
	}
	return jsonValue(text).text, nil
}

// learnerSet returns what the learner's script has kept under a name.
func (e *expander) learnerSet(name string) (text string, problem message.Text) {
	sets := e.state.sets
	if learner := e.o.Learner; learner != nil {
		learner.mu.Lock()
		defer learner.mu.Unlock()
		sets = learner.state.sets
	}
	text, ok := sets[name]
	if !ok {
		return "", message.New("not-set", name)
	}
	return text, nil
}

// Peek returns a text with the values of its references: variables of a script, and captures of a run, which may be
// nil. Nothing is sent, and no random number is taken: a helper makes its value when a request is sent, so it stays as
// it is written.
func Peek(s *script.Script, t script.Template, run *Session, o Options) (string, *Problem) {
	kept := newState()
	if run != nil {
		kept = run.handOn()
	}
	e := expander{script: s, o: &o, state: &kept, peek: true}
	return e.expand(t, scope{})
}
