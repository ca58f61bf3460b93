package control

import (
	"rowkey/engine/client"
	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/message"
	"rowkey/engine/script"
)

// Source is a script as a page sends it.
type Source struct {
	Name  string            `json:"name,omitempty"`
	Text  string            `json:"text"`
	Files map[string]string `json:"files,omitempty"` // that it can name, by their names
}

func (s *Source) parse() *script.Script {
	return script.Parse(s.Name, s.Text, func(name string) (string, bool) {
		text, ok := s.Files[name]
		return text, ok
	})
}

// session returns the run with a number, nil for "".
func (c *call) session(id string) (*client.Session, error) {
	if id == "" {
		return nil, nil
	}
	if run := c.e.Run(id); run != nil {
		return run, nil
	}
	return nil, refuse(404, "run-not-kept", id)
}

// Parsed is the answer to POST /-/parse.
type Parsed struct {
	Blocks      []script.Block      `json:"blocks"`
	Tokens      [][3]any            `json:"tokens"` // from, to, kind
	Diagnostics []script.Diagnostic `json:"diagnostics"`
}

func parse(_ *call, in *Source) (*Parsed, error) {
	s := in.parse()
	tokens := lists.Map(s.Tokens, func(t script.Token) [3]any { return [3]any{t.From, t.To, t.Kind} })
	return &Parsed{s.Blocks, tokens, s.Diagnostics}, nil
}

// FormatRequest is the body of POST /-/format.
type FormatRequest struct {
	Text string `json:"text"`
}

// Formatted is the answer to POST /-/format.
type Formatted struct {
	Edits []script.Edit `json:"edits"` // in order
}

// format tidies a script.
func format(_ *call, in *FormatRequest) (*Formatted, error) {
	return &Formatted{script.Format(in.Text)}, nil
}

// PeekRequest is the body of POST /-/peek.
type PeekRequest struct {
	Source
	Of    string `json:"of"`              // a text with references
	After string `json:"after,omitempty"` // the run whose captures it may use
}

// Peeked is the answer to POST /-/peek.
type Peeked struct {
	Value     string       `json:"value"`
	Message   string       `json:"message"` // why there is no value, "" if there is one
	Sentences message.Text `json:"sentences"`
}

// peek returns a text with the values of its references.
func peek(c *call, in *PeekRequest) (*Peeked, error) {
	run, err := c.session(in.After)
	if err != nil {
		return nil, err
	}
	t, problem := script.ParseTemplate(in.Of)
	if problem != nil {
		return &Peeked{Message: problem.String(), Sentences: problem}, nil
	}
	value, wrong := c.e.Peek(in.parse(), t, run)
	if wrong != nil {
		return &Peeked{Message: wrong.Message, Sentences: wrong.Sentences}, nil
	}
	return &Peeked{Value: value}, nil
}

func words(*call, *None) (*script.Vocabulary, error) {
	return pointer(script.Words(), nil)
}

// StartRequest is the body of POST /-/scripts.
type StartRequest struct {
	Source
	Blocks   []int    `json:"blocks,omitempty"`   // the only ones that run
	Setups   []string `json:"setups,omitempty"`   // scripts that have filled the store already
	Continue string   `json:"continue,omitempty"` // the run whose captures and finished setups are taken over
}

// Started is the answer to POST /-/scripts.
type Started struct {
	ID          string              `json:"id"`
	Blocks      []script.Block      `json:"blocks"`
	Diagnostics []script.Diagnostic `json:"diagnostics"`
}

func start(c *call, in *StartRequest) (*Started, error) {
	before, err := c.session(in.Continue)
	if err != nil {
		return nil, err
	}
	s := in.parse()
	id := c.e.Start(s, in.Blocks, before, in.Setups...)
	return &Started{ID: id, Blocks: s.Blocks, Diagnostics: s.Diagnostics}, nil
}

// Progressed is the answer to POST /-/scripts/{id}/next.
type Progressed struct {
	Exchanges []Exchange       `json:"exchanges"`
	Done      bool             `json:"done"`
	Counters  explain.Counters `json:"counters"`
}

// next runs steps until max are to be shown.
func next(c *call, _ *None) (*Progressed, error) {
	run, err := c.session(c.path[1])
	if err != nil || run == nil {
		return nil, refuse(404, "run-not-kept", c.path[1])
	}
	most, err := c.number("max", 1)
	if err != nil {
		return nil, err
	}
	steps, err := c.e.Next(c.ctx, run, most)
	if err != nil {
		return nil, err
	}
	out := &Progressed{Exchanges: make([]Exchange, len(steps)), Done: run.Done(), Counters: run.Counters()}
	for i, x := range steps {
		if out.Exchanges[i], err = exchangeOf(x); err != nil {
			return out, err
		}
	}
	return out, nil
}

// JudgeRequest is the body of POST /-/judge.
type JudgeRequest struct {
	Check   string            `json:"check"` // a script
	Files   map[string]string `json:"files,omitempty"`
	Session string            `json:"session,omitempty"` // the run that is judged
}

// judge runs a check script on the live tables.
func judge(c *call, in *JudgeRequest) (*client.Verdict, error) {
	learner, err := c.session(in.Session)
	if err != nil {
		return nil, err
	}
	check := Source{"check.http", in.Check, in.Files}
	return pointer(c.e.Judge(c.ctx, check.parse(), learner))
}
