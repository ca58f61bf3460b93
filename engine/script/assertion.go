package script

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/message"
)

// Assertion is one "?? query predicate value" line.
type Assertion struct {
	Line      int
	Text      string       // without "??"
	Answer    bool         // asked of an answer of the learner, the last one if Among says no other
	Among     []*Assertion // the learner's last answer for which they all hold is meant, if there is one
	Query     string
	Arg       string // of header and body; the counter of run
	Path      []Step // of body
	Inner     *Inner // in the text that path leads to, nil to take it as it is
	Predicate string
	Value     Template
}

// queries and the counters that "run" knows.
var (
	queries = []string{"status", "header", "body", "error", "count", "pages", "rolledBack", "plan",
		"scanned", "read", "returned", "partitions", "transactions", "roundtrips", "bytes",
		"elapsed", "attempts", "throttled", "hits", "skipped", "type", "size",
		"failed", "p50", "p95", "p99", "rate", "hottest", "nodes", "keys", "run", "answer", "design", "item"}
	runCounters = []string{"requests", "reads", "writes", "transactions", "roundtrips", "read", "scanned", "returned",
		"partitions", "pages", "bytes", "plan", "status", "methods", "conditions", "keys", "elapsed", "attempts", "throttled",
		"hits", "skipped", "tokens", "failed", "p50", "p95", "p99", "rate", "hottest", "nodes"}
	argued  = []string{"header", "body", "type", "run", "answer", "design"} // more than a comparison follows
	metered = []string{"plan", "scanned", "read", "returned", "partitions", "keys"}
)

// word is a word of an assertion and its place in the script.
type word struct {
	text     string
	from, to int
}

// assertion parses the bytes [from, to), which begin after "??". It returns nil after an error.
func (p *parser) assertion(l line, from, to int) *Assertion {
	from = skipBlanks(p.src.text, from, to)
	a := &Assertion{Line: l.n, Text: strings.TrimSpace(p.src.text[from:to])}
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

// judgeAnswer tells the assertions about an answer of the learner which one @answer means.
func (b *Block) judgeAnswer() {
	for _, a := range b.Assertions {
		a.Among = b.Meta.Answer
	}
	for _, f := range b.Meta.Feedback {
		for _, a := range f.When {
			a.Among = b.Meta.Answer
		}
	}
}

// failIn reports what is wrong inside an assertion.
func (p *parser) failIn(a *Assertion, from, to int, code message.Code, params ...string) *Diagnostic {
	return p.reportIn(a, from, to, message.New(code, params...))
}

func (p *parser) reportIn(a *Assertion, from, to int, problem message.Text) *Diagnostic {
	return p.report(SeverityError, from, to, message.New("in-assertion", a.Text).And(problem))
}

// words cuts the bytes [from, to) at spaces, but not in quotes inside brackets.
func (p *parser) words(from, to int) []word {
	var words []word
	for i := from; i < to; {
		if c := p.src.text[i]; c == ' ' || c == '\t' {
			i++
			continue
		}
		end := i
		for quote := byte(0); end < to; end++ {
			c := p.src.text[end]
			switch {
			case quote != 0 && c == quote:
				quote = 0
			case quote == 0 && end > i && p.src.text[end-1] == '[' && (c == '\'' || c == '"'):
				if strings.IndexByte(p.src.text[end+1:to], c) >= 0 {
					quote = c
				}
			}
			if quote == 0 && (c == ' ' || c == '\t') {
				break
			}
		}
		words = append(words, word{p.src.text[i:end], i, end})
		i = end
	}
	return words
}

// query reads prefix, query and argument, and returns the words after them.
func (p *parser) query(a *Assertion, words []word, from, to int) ([]word, bool) {
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
func (p *parser) predicate(a *Assertion, w word, to int) *Assertion {
	if !isPredicate(w.text) {
		p.unknownPredicate(a, w)
		return nil
	}
	a.Predicate = w.text
	from := skipBlanks(p.src.text, w.to, to)
	to = trimRight(p.src.text, from, to)
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
	if text, ok := a.Value.constant(); ok && a.Predicate == "matches" {
		if _, problem := CompilePattern(text); problem != nil {
			p.reportIn(a, from, to, problem)
			return nil
		}
	}
	return a
}

// mayBeEmpty reports whether the assertion can compare with no text at all: an answer without a body.
func (a *Assertion) mayBeEmpty() bool {
	equal := a.Predicate == "==" || a.Predicate == "!="
	return equal && (a.Query == "body" || a.Query == "header" || a.Query == "error")
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
func (p *parser) unknownPredicate(a *Assertion, w word) {
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

func predicates() []string { return slices.Concat(binaryPredicates, unaryPredicates) }

func isPredicate(s string) bool {
	return slices.Contains(binaryPredicates, s) || slices.Contains(unaryPredicates, s)
}

// Expected says what the assertion wants, for people: "200", "<= 3", "exists".
func (a *Assertion) Expected(want string) string {
	switch {
	case a.Predicate == "==":
		return want
	case want == "":
		return a.Predicate
	}
	return a.Predicate + " " + want
}

// Name is the query as written: "body LastName", "run transactions".
func (a *Assertion) Name() string {
	s := a.Query
	if a.Answer {
		s = "answer " + s
	}
	if a.Arg != "" {
		s += " " + a.Arg
	}
	return s
}

// AsksMeter reports whether only the engine itself can answer: no client sees what a request reads.
func (a *Assertion) AsksMeter() bool {
	if a.Query == "run" {
		return slices.Contains(metered, a.Arg) || a.Arg == "pages"
	}
	return slices.Contains(metered, a.Query)
}

// AsksForError reports whether the assertion expects a certain outcome, so that a refusal does not stop the run.
func (a *Assertion) AsksForError() bool {
	return !a.Answer && (a.Query == "status" || a.Query == "error")
}

// Predicates that compare with the text after them, and those without one.
var (
	binaryPredicates = []string{"==", "!=", ">", ">=", "<", "<=", "startsWith", "endsWith", "includes",
		"contains", "excludes", "matches"}
	unaryPredicates = []string{"exists", "isTrue", "isFalse", "isNumber", "isBoolean", "isString",
		"isArray"}
)

// IsNumber accepts decimal numbers only: no hexadecimal, no "inf".
func IsNumber(s string) bool {
	digits, dots := 0, 0
	for i, c := range []byte(s) {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case c == '-' && i == 0:
		case c == '.':
			dots++
		case (c == 'e' || c == 'E') && digits > 0:
			_, err := strconv.Atoi(s[i+1:])
			return err == nil && dots < 2
		default:
			return false
		}
	}
	return digits > 0 && dots < 2
}
