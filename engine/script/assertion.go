package script

import (
	"slices"
	"strconv"
)

// Assertion is one "?? query predicate value" line.
type Assertion struct {
	Line      int
	Text      string       // without "??"
	Answer    bool         // about an answer of the learner: the last one, unless Among selects another
	Among     []*Assertion // select the learner's last answer for which all of them hold, if there is one
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

// mayBeEmpty reports whether the assertion can compare with no text at all: an answer without a body.
func (a *Assertion) mayBeEmpty() bool {
	equal := a.Predicate == "==" || a.Predicate == "!="
	return equal && (a.Query == "body" || a.Query == "header" || a.Query == "error")
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

// AsksMeter reports whether only the engine itself can answer: a client cannot see what a request reads.
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
