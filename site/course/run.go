package course

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"sync/atomic"
)

// Runner executes scripts, each in a fresh sandbox, and counts them. It may be used from several
// goroutines.
type Runner struct {
	Open     func() (*Sandbox, error)
	Remember bool // keep results, for another build of the same process
	Answers  bool // verify the known right and wrong answers of tasks as well, which no page shows
	Executed atomic.Int64
	Passed   atomic.Int64
	stores   *stores
	memory   *memory
}

// NewRunner returns a runner that opens its sandboxes with open, and verifies everything.
func NewRunner(open func() (*Sandbox, error)) *Runner {
	return &Runner{Open: open, Answers: true, stores: &stores{made: map[string]*store{}},
		memory: &memory{kept: map[string]kept{}}}
}

// Again returns a runner that has the results which r remembers, and counts for itself.
func (r *Runner) Again() *Runner {
	return &Runner{Open: r.Open, Remember: r.Remember, Answers: r.Answers, stores: r.stores, memory: r.memory}
}

// Run is a script that ran. As JSON it is what app/static.ts draws.
type Run struct {
	Name      string                  `json:"name"` // of the file
	Text      string                  `json:"text"`
	Blocks    json.RawMessage         `json:"blocks"`
	Tokens    json.RawMessage         `json:"tokens"`
	Exchanges []*Exchange             `json:"exchanges"` // that are not hidden, as they came
	Pictures  map[int]json.RawMessage `json:"pictures"`  // of what the last answer to a block read
	Counters  Counters                `json:"counters"`
	session   *session
	files     map[string]string
	trouble   *trouble // the first thing that did not go as the script says
}

// Run executes a script on the store that the setup of its set leaves. The error says that the script cannot run. A
// script that runs otherwise than it says is not an error here; Example and Verify make it one.
func (r *Runner) Run(set *Set, name, text string) (*Run, error) {
	r.Executed.Add(1)
	return r.try(set, name, text)
}

// try is Run for a script that no page shows: it does not count.
func (r *Runner) try(set *Set, name, text string) (*Run, error) {
	run, err := r.run(set, name, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path.Join(set.Dir, name), err)
	}
	return run, nil
}

func (r *Runner) run(set *Set, name, text string) (*Run, error) {
	box, err := r.Open()
	if err != nil {
		return nil, err
	}
	run := &Run{Name: name, Text: text, Exchanges: []*Exchange{}, Pictures: map[int]json.RawMessage{}, files: set.Files}
	parsed, err := box.parse(name, text, set.Files)
	if err != nil {
		return nil, err
	}
	run.Blocks, run.Tokens = parsed.Blocks, parsed.Tokens
	for _, d := range parsed.Diagnostics {
		if d.Severity == "error" {
			run.fail(d.Line, d.Message)
		}
	}
	if err := box.options(set.Options); err != nil {
		return nil, err
	}
	if err := r.Prepare(set); err != nil {
		return nil, err
	}
	if err := box.restore(set.snapshot); err != nil {
		return nil, err
	}
	if run.session, err = box.start(name, text, set.Files); err != nil {
		return nil, err
	}
	return run, run.finish()
}

// Tokens returns the places of a script that has no store and does not run, for colours.
func (r *Runner) Tokens(text string, files map[string]string) (json.RawMessage, error) {
	box, err := r.Open()
	if err != nil {
		return nil, err
	}
	parsed, err := box.parse("", text, files)
	return parsed.Tokens, err
}

// trouble is what did not go as a line of a script says.
type trouble struct {
	line int
	text string
}

func (t *trouble) Error() string { return fmt.Sprintf("line %d: %s", t.line, t.text) }

// fail keeps the first trouble.
func (r *Run) fail(line int, text string) {
	if r.trouble == nil {
		r.trouble = &trouble{line, text}
	}
}

// where names the place of the first trouble of an answer, if it met any: " (answers.http:7: 404 TableNotFound)".
func (r *Run) where(step *Step) string {
	if r.trouble == nil {
		return ""
	}
	return fmt.Sprintf(" (%s: %s)", step.place(r.Name, r.trouble.line), r.trouble.text)
}

// setup runs the script that fills the store, as a setup so that the greater limits of one hold. It
// must succeed.
func (s *Sandbox) setup(set *Set) error {
	if set.Setup == "" {
		return nil
	}
	session, err := s.start("", "# @setup "+set.Setup+"\n", set.Files)
	if err != nil {
		return fmt.Errorf("%s: %w", set.Setup, err)
	}
	for {
		p, err := session.next(setupSteps)
		if err != nil {
			return fmt.Errorf("%s: %w", set.Setup, err)
		}
		for _, x := range p.Exchanges {
			if line, msg := x.trouble(); msg != "" {
				return fmt.Errorf("%s: line %d: %s", set.Setup, line, msg)
			}
		}
		if p.Done {
			return nil
		}
	}
}

// restore loads a snapshot; nil leaves the store as it is.
func (s *Sandbox) restore(snapshot []byte) error {
	if snapshot == nil {
		return nil
	}
	if code, answer := s.Ask("PUT", "/-/snapshot", snapshot); code != 200 {
		return fmt.Errorf("restore a snapshot: %d %.200s", code, answer)
	}
	return nil
}

// setupSteps is how many steps of a setup are asked for at once.
const setupSteps = 10000

// finish runs the script to its end. Pictures are taken step by step: what a request read is drawn
// on the table as it then was.
func (r *Run) finish() error {
	for {
		p, err := r.session.next(1)
		if err != nil {
			return err
		}
		r.Counters = p.Counters
		for _, x := range p.Exchanges {
			if err := r.add(x); err != nil {
				return err
			}
		}
		if p.Done {
			return nil
		}
	}
}

func (r *Run) add(x *Exchange) error {
	if line, msg := x.trouble(); msg != "" {
		r.fail(line, msg)
	}
	if x.Hidden {
		return nil
	}
	r.Exchanges = append(r.Exchanges, x)
	if x.Record.Plan == nil || x.Code != "" || x.Record.ID == 0 {
		return nil
	}
	var err error
	r.Pictures[x.Block], err = r.session.box.keyLine(x.Record.ID)
	return err
}

// Last returns the last answer, an empty one if there is none.
func (r *Run) Last() *Exchange {
	if len(r.Exchanges) == 0 {
		return &Exchange{}
	}
	return r.Exchanges[len(r.Exchanges)-1]
}

// Example executes a script that has to go as it says.
func (r *Runner) Example(set *Set, name string) (*Run, error) {
	return remembered(r, set, name, nil, 1, func() (*Run, error) {
		run, err := r.example(set, name)
		if err == nil {
			run.session = nil // nothing judges it, and its engine is large
		}
		return run, err
	})
}

func (r *Runner) example(set *Set, name string) (*Run, error) {
	run, err := r.Run(set, name, set.Files[name])
	if err != nil {
		return nil, err
	}
	if run.trouble != nil {
		return nil, fmt.Errorf("%s: %w", path.Join(set.Dir, name), run.trouble)
	}
	r.Passed.Add(1)
	return run, nil
}

// firstLine drops the lines of a message that hold the request id and the time.
func firstLine(message string) string {
	first, _, _ := strings.Cut(message, "\n")
	return first
}
