package script

import (
	"slices"
	"strings"

	"rowkey/engine/message"
	"rowkey/engine/spelling"
)

// assertionParser reads what comes after "??".
type assertionParser struct{ *document }

// assertion parses the bytes [from, to), which begin after "??". It returns nil after an error.
func (p *assertionParser) assertion(l line, from, to int) *Assertion {
	from = skipBlanks(p.text, from, to)
	a := &Assertion{Line: l.n, Text: strings.TrimSpace(p.text[from:to])}
	words := p.words(from, to)
	rest, ok := p.query(a, words, from, to)
	if !ok {
		return nil
	}
	if len(rest) == 0 {
		p.failIn(a, from, to, "no-comparison")
		return nil
	}
	return p.predicate(a, rest[0], to)
}

// failIn reports what is wrong inside an assertion.
func (p *assertionParser) failIn(a *Assertion, from, to int, code message.Code, params ...string) *Diagnostic {
	return p.reportIn(a, from, to, message.New(code, params...))
}

func (p *assertionParser) reportIn(a *Assertion, from, to int, problem message.Text) *Diagnostic {
	return p.report(SeverityError, from, to, message.New("in-assertion", a.Text).And(problem))
}

// query reads prefix, query and argument, and returns the words after them.
func (p *assertionParser) query(a *Assertion, words []word, from, to int) ([]word, bool) {
	if len(words) > 0 && words[0].text == "answer" {
		a.Answer, words = true, words[1:]
	}
	if len(words) == 0 {
		p.fail(from, to, "empty-assertion")
		return nil, false
	}
	w := words[0]
	if a.Query = w.text; !slices.Contains(queries, a.Query) || a.Query == "answer" {
		d := p.failIn(a, w.from, w.to, "unknown-query", w.text)
		if d.suggest(w.text, queries); d.Label == nil && isToken(w.text) {
			d.and("query-of-header", w.text)
		}
		return nil, false
	}
	words = words[1:]
	switch a.Query {
	case "header":
		return p.argument(a, w, words, "header-argument")
	case "design":
		return p.designArgument(a, w, words)
	case "run":
		if a.Answer {
			p.fail(w.from, w.to, "answer-of-run")
			return nil, false
		}
		return p.runArgument(a, w, words)
	case "type":
		return p.typeArgument(a, words)
	case "body":
		if len(words) > 0 && !isPredicate(words[0].text) {
			return p.pathArgument(a, words)
		}
	}
	return words, true
}

// predicate reads the comparison and what it compares with.
func (p *assertionParser) predicate(a *Assertion, w word, to int) *Assertion {
	if !isPredicate(w.text) {
		p.unknownPredicate(a, w)
		return nil
	}
	a.Predicate = w.text
	from := skipBlanks(p.text, w.to, to)
	to = trimRight(p.text, from, to)
	unary := slices.Contains(unaryPredicates, a.Predicate)
	switch {
	case unary && from < to:
		p.failIn(a, from, to, "value-too-much", a.Predicate)
		return nil
	case !unary && from == to && !a.mayBeEmpty():
		p.failIn(a, w.from, w.to, "no-value", a.Predicate)
		return nil
	}
	a.Value = p.template(from, to)
	if v := a.Value; len(v) == 1 && v[0].Ref == nil && a.Predicate == "matches" {
		if _, problem := CompilePattern(v[0].Text); problem != nil {
			p.reportIn(a, from, to, problem)
			return nil
		}
	}
	return a
}

// otherPredicates are comparisons as other languages spell them, and what they are called here.
var otherPredicates = [...][2]string{
	{"=", "=="}, {"===", "=="}, {"eq", "=="}, {"is", "=="}, {"equals", "=="}, {"<>", "!="}, {"ne", "!="},
	{"!==", "!="}, {"gt", ">"}, {"ge", ">="}, {"=>", ">="}, {"lt", "<"}, {"le", "<="}, {"=<", "<="},
	{"starts", "startsWith"}, {"begins", "startsWith"}, {"beginsWith", "startsWith"},
	{"ends", "endsWith"}, {"has", "includes"}, {"like", "matches"},
}

// unknownPredicate reports a comparison that does not exist. What people write in other languages
// is answered with the right spelling.
func (p *assertionParser) unknownPredicate(a *Assertion, w word) {
	d := p.failIn(a, w.from, w.to, "unknown-comparison", w.text)
	for _, k := range otherPredicates {
		if k[0] == w.text {
			d.and("use-instead", k[1])
			d.replace(k[1], "fix")
			return
		}
	}
	d.suggest(w.text, predicates())
}

// argument reads the word after a query; lacking is what to say if there is none.
func (p *assertionParser) argument(a *Assertion, query word, words []word, lacking message.Code) ([]word, bool) {
	if len(words) == 0 || isPredicate(words[0].text) {
		p.failIn(a, query.from, query.to, lacking)
		return nil, false
	}
	a.Arg = words[0].text
	return words[1:], true
}

func (p *assertionParser) runArgument(a *Assertion, query word, words []word) ([]word, bool) {
	rest, ok := p.argument(a, query, words, "run-argument")
	if ok && !slices.Contains(runCounters, a.Arg) {
		w := words[0]
		p.failIn(a, w.from, w.to, "unknown-counter", w.text).suggest(w.text, runCounters)
		return nil, false
	}
	return rest, ok
}

func (p *assertionParser) pathArgument(a *Assertion, words []word) ([]word, bool) {
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

// Inner is what a query looks for inside a string: "json(Profile).Skills[0]" or "xml(Profile)//Skill".
type Inner struct {
	Path    []Step // in the JSON text
	Element string // of the XML text
}

// innerArgument reads a path of that form; ok is false for any other.
func (p *assertionParser) innerArgument(a *Assertion, w word) (ok bool) {
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
func (p *assertionParser) typeArgument(a *Assertion, words []word) ([]word, bool) {
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
func (p *assertionParser) designArgument(a *Assertion, query word, words []word) ([]word, bool) {
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
