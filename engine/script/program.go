package script

import (
	"slices"
	"strconv"
)

// Program is one @run.
type Program struct {
	Name    string
	Script  *Script // nil for the text of the learner, and after an error
	Learner bool
	Lane    string // "" keeps the lanes of the program
	Crash   CrashPoint
	Times   int
	Line    int
}

// CrashPoint says at which of its requests a client crashes.
type CrashPoint struct {
	At    int  // from 1, 0 for never
	After bool // after the request, not before it
}

// String says where, for people: "before 4".
func (p CrashPoint) String() string {
	if p.After {
		return "after " + strconv.Itoa(p.At)
	}
	return "before " + strconv.Itoa(p.At)
}

// Race says that the requests of a lane run in every order with those of a second client.
type Race struct {
	Rival *Script // of the second client, nil if it does what the lane does
}

// Condition is an assertion about an earlier answer: that of a named request or, without a name,
// the last one of the lane.
type Condition struct {
	Name     string
	from, to int // bytes of the name
	Line     int
	*Assertion
}

// parseSetup reads the name of a script that runs before this one.
func (p *directiveParser) parseSetup(_ *Block, v argument) {
	if v.text == "" {
		p.fail(v.line.from, v.line.to, "setup-without-name")
		return
	}
	name, s := p.files.load(word{v.text, v.from, v.to}, "no-script-to-set-up", "set-up-by-itself")
	same := func(other Setup) bool { return other.Name == name }
	if name != "" && !slices.ContainsFunc(p.script.Setups, same) {
		p.script.Setups = append(p.script.Setups, Setup{name, v.line.n, s})
	}
}

// learnerFile is the name of the learner's text in a check script.
const learnerFile = "learner"

// programWords are the words that may come after the file of a @run.
var programWords = []string{"as", "crash", "times"}

// parseRun reads "FILE [as LANE] [crash N] [crash after N] [times M]".
func (p *directiveParser) parseRun(b *Block, v argument) {
	m := &b.Meta.Client
	words := p.words(v.from, v.to)
	if len(words) == 0 {
		p.fail(v.line.from, v.line.to, "run-without-name")
		return
	}
	run := Program{Name: words[0].text, Times: 1, Line: v.line.n}
	run.Script, run.Learner = p.program(words[0])
	for words = words[1:]; len(words) > 0; {
		w := words[0]
		after := w.text == "crash" && len(words) > 1 && words[1].text == "after"
		if after {
			words = words[1:]
		}
		if !slices.Contains(programWords, w.text) {
			p.fail(w.from, w.to, "unknown-run-word", w.text).suggest(w.text, programWords)
			return
		}
		if words = words[1:]; len(words) == 0 {
			p.fail(w.from, v.to, "no-value", w.text)
			return
		}
		p.programWord(&run, w.text, after, argument{v.line, words[0].text, words[0].from, words[0].to})
		words = words[1:]
	}
	m.Programs = append(m.Programs, run)
}

// program returns the script of a file, or that it is the text of the learner.
func (p *directiveParser) program(file word) (s *Script, learner bool) {
	if file.text == learnerFile {
		if _, _, ok := p.files.find(learnerFile); !ok {
			return nil, true
		}
	}
	_, s = p.files.load(file, "no-script-to-run", "run-by-itself")
	return s, false
}

func (p *directiveParser) programWord(run *Program, word string, after bool, v argument) {
	switch word {
	case "as":
		run.Lane = v.text
	case "times":
		run.Times = p.number(v, "times", MaxRequests)
	case "crash":
		run.Crash = CrashPoint{At: p.number(v, "crash", MaxRequests), After: after}
	}
}

// parseIf reads "[NAME] <assertion>".
func (p *directiveParser) parseIf(b *Block, v argument) {
	m := &b.Meta.Client
	c := &Condition{Line: v.line.n}
	from := v.from
	words := p.words(v.from, v.to)
	if len(words) > 1 && isName(words[0].text) && namesRequest(words[0].text, words[1].text) {
		c.Name, c.from, c.to = words[0].text, words[0].from, words[0].to
		from = words[1].from
	}
	if c.Assertion = p.assertion(v.line, from, v.to); c.Assertion != nil {
		m.If = c
	}
}

// namesRequest reports whether the first two words of a condition are a name and a query: names may be
// spelled like queries.
func namesRequest(first, second string) bool {
	switch {
	case isPredicate(second):
		return false
	case !slices.Contains(queries, first):
		return true
	case slices.Contains(argued, first):
		return false
	}
	return slices.Contains(queries, second)
}

// trialWords are the kinds of trials.
var trialWords = []string{"crash", "race"}

// parseTrial reads "crash LANE" or "race LANE [FILE]".
func (p *directiveParser) parseTrial(b *Block, v argument) {
	m := &b.Meta.Client
	words := p.words(v.from, v.to)
	if len(words) < 2 || len(words) > 3 || !slices.Contains(trialWords, words[0].text) {
		p.fail(v.line.from, v.line.to, "bad-trial")
		return
	}
	m.Trial, m.Line = words[1].text, v.line.n
	switch race := words[0].text == "race"; {
	case race && len(words) == 3:
		m.Race = &Race{}
		m.Race.Rival, _ = p.program(words[2])
	case race:
		m.Race = &Race{}
	case len(words) == 3:
		p.fail(words[2].from, words[2].to, "trial-lane")
	}
}

// parseAlways reads nothing more.
func parseAlways(_ *directiveParser, b *Block, v argument) {
	b.Meta.Client.Always, b.Meta.Client.Line = true, v.line.n
}
