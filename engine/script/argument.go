package script

import (
	"slices"
	"strings"

	"rowkey/engine/message"
	"rowkey/engine/spelling"
)

// argument reads the word after a query; lacking is what to say if there is none.
func (p *parser) argument(a *Assertion, query word, words []word, lacking message.Code) ([]word, bool) {
	if len(words) == 0 || isPredicate(words[0].text) {
		p.failIn(a, query.from, query.to, lacking)
		return nil, false
	}
	a.Arg = words[0].text
	return words[1:], true
}

func (p *parser) runArgument(a *Assertion, query word, words []word) ([]word, bool) {
	rest, ok := p.argument(a, query, words, "run-argument")
	if ok && !slices.Contains(runCounters, a.Arg) {
		w := words[0]
		p.failIn(a, w.from, w.to, "unknown-counter", w.text).suggest(w.text, runCounters)
		return nil, false
	}
	return rest, ok
}

func (p *parser) pathArgument(a *Assertion, words []word) ([]word, bool) {
	w := words[0]
	if len(words) == 1 && spelling.Nearest(w.text, predicates()) != "" {
		p.unknownPredicate(a, w)
		return nil, false
	}
	a.Arg = w.text
	if strings.HasPrefix(a.Arg, "//") {
		return words[1:], true
	}
	if p.innerArgument(a, w) {
		return words[1:], true
	}
	path, problem := ParsePath(a.Arg)
	if problem != nil {
		p.reportIn(a, w.from, w.to, problem)
		return nil, false
	}
	a.Path = path
	return words[1:], true
}

// Inner is what a query looks for inside a string: "json(Profile).Skills[0]" or
// "xml(Profile)//Skill".
type Inner struct {
	Path    []Step // in the JSON text
	Element string // of the XML text
}

// innerArgument reads a path of that form; ok is false for any other.
func (p *parser) innerArgument(a *Assertion, w word) (ok bool) {
	kind, rest, open := strings.Cut(w.text, "(")
	outer, below, closed := strings.Cut(rest, ")")
	if !open || kind != "json" && kind != "xml" {
		return false
	}
	problem := message.New("inner-property", kind)
	if closed {
		a.Path, problem = ParsePath(outer)
	}
	a.Inner = &Inner{}
	switch {
	case problem != nil:
	case kind == "json":
		a.Inner.Path, problem = ParsePath(below)
	case !strings.HasPrefix(below, "//") || len(below) == 2:
		problem = message.New("inner-element")
	default:
		a.Inner.Element = below[2:]
	}
	if problem != nil {
		p.reportIn(a, w.from, w.to, problem)
	}
	return true
}

// typeArgument reads what may come after "type": [n], [n].Property, [*], error, or a type.
func (p *parser) typeArgument(a *Assertion, words []word) ([]word, bool) {
	if len(words) == 0 || isPredicate(words[0].text) {
		a.Path = []Step{{"", 0}}
		return words, true
	}
	w := words[0]
	a.Arg = w.text
	if isName(a.Arg) {
		return words[1:], true
	}
	path, problem := ParsePath(a.Arg)
	if problem == nil && (path[0].Index == Member || len(path) > 2) {
		problem = message.New("type-argument")
	}
	if problem != nil {
		p.reportIn(a, w.from, w.to, problem)
		return nil, false
	}
	a.Path = path
	return words[1:], true
}

// patternFields are what `design` can be asked of a pattern.
var patternFields = []string{"class", "read", "returned", "requests", "roundtrips", "transactions", "workflow", "pass"}

// figures are what can be asked of a number instead of what 99 of 100 calls do not exceed.
var figures = []string{"typical", "largest"}

// designArgument reads "hottest", "by-number read", or "by-number read typical".
func (p *parser) designArgument(a *Assertion, query word, words []word) ([]word, bool) {
	rest, ok := p.argument(a, query, words, "design-argument")
	if !ok || len(rest) == 0 || isPredicate(rest[0].text) {
		return rest, ok
	}
	field := rest[0]
	for _, known := range patternFields {
		if field.text == known {
			a.Arg += " " + known
			if rest = rest[1:]; len(rest) > 0 && slices.Contains(figures, rest[0].text) {
				a.Arg, rest = a.Arg+" "+rest[0].text, rest[1:]
			}
			return rest, true
		}
	}
	p.failIn(a, field.from, field.to, "unknown-number", field.text).suggest(field.text, patternFields)
	return nil, false
}
