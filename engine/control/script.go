package control

import (
	"rowkey/engine/client"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/message"
	"rowkey/engine/script"
)

// source is a script as a page sends it, with the files that it can set up with.
type source struct {
	name, text string
	files      map[string]string
}

func sourceOf(o *jsontext.Object) source {
	return source{o.Text("name"), o.Text("text"), o.Texts("files")}
}

func (s source) parse() *script.Script {
	return script.Parse(s.name, s.text, func(name string) (string, bool) {
		text, ok := s.files[name]
		return text, ok
	})
}

// run returns the run with a number.
func (c *call) run(id string) (*client.Session, error) {
	if run := c.e.Run(id); run != nil {
		return run, nil
	}
	return nil, refuse(404, "run-not-kept", id)
}

// runIf returns the run that a member names, nil if it names none.
func (c *call) runIf(o *jsontext.Object, name string) (*client.Session, error) {
	if id := o.Name(name); id != "" {
		return c.run(id)
	}
	return nil, nil
}

// Parsed is the answer to POST /-/parse.
type Parsed struct {
	Blocks      []script.Block      `json:"blocks"`
	Tokens      [][3]any            `json:"tokens"` // from, to, kind
	Diagnostics []script.Diagnostic `json:"diagnostics"`
}

func (c *call) parse() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	src := sourceOf(in)
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	s := src.parse()
	out := Parsed{Blocks: s.Blocks, Tokens: make([][3]any, len(s.Tokens)), Diagnostics: s.Diagnostics}
	for i, t := range s.Tokens {
		out.Tokens[i] = [3]any{t.From, t.To, t.Kind}
	}
	return out, nil
}

// Formatted is the answer to POST /-/format.
type Formatted struct {
	Edits []script.Edit `json:"edits"` // in order
}

// format tidies a script.
func (c *call) format() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	text := in.Text("text")
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	return Formatted{script.Format(text)}, nil
}

// Peeked is the answer to POST /-/peek.
type Peeked struct {
	Value     string       `json:"value"`
	Message   string       `json:"message"` // why there is no value, "" if there is one
	Sentences message.Text `json:"sentences"`
}

// peek says what a text with references stands for in a script, after a run if it names one.
func (c *call) peek() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	src, of := sourceOf(in), in.Text("of")
	run, err := c.runIf(in, "after")
	if err != nil {
		return nil, err
	}
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	t, problem := script.ParseTemplate(of)
	if problem != nil {
		return Peeked{Message: problem.String(), Sentences: problem}, nil
	}
	value, wrong := c.e.Peek(src.parse(), t, run)
	if wrong != nil {
		return Peeked{Message: wrong.Message, Sentences: wrong.Sentences}, nil
	}
	return Peeked{Value: value}, nil
}

func (c *call) words() (any, error) { return script.Words(), nil }

// Started is the answer to POST /-/scripts.
type Started struct {
	ID          string              `json:"id"`
	Blocks      []script.Block      `json:"blocks"`
	Diagnostics []script.Diagnostic `json:"diagnostics"`
}

func (c *call) start() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	src := sourceOf(in)
	blocks := in.Ints("blocks")
	var setups []string
	if in.Has("setups") {
		setups = in.Strings("setups")
	}
	before, err := c.runIf(in, "continue")
	if err != nil {
		return nil, err
	}
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	s := src.parse()
	return Started{ID: c.e.Start(s, blocks, before, setups...), Blocks: s.Blocks, Diagnostics: s.Diagnostics}, nil
}

// Progressed is the answer to POST /-/scripts/{id}/next.
type Progressed struct {
	Exchanges []Exchange       `json:"exchanges"`
	Done      bool             `json:"done"`
	Counters  explain.Counters `json:"counters"`
}

// next runs steps until max are to be shown.
func (c *call) next() (any, error) {
	run, err := c.run(c.path[1])
	if err != nil {
		return nil, err
	}
	most, err := c.number("max", 1)
	if err != nil {
		return nil, err
	}
	steps, err := c.e.Next(c.ctx, run, most)
	if err != nil {
		return nil, err
	}
	out := Progressed{Exchanges: make([]Exchange, len(steps)), Done: run.Done(), Counters: run.Counters()}
	for i, x := range steps {
		if out.Exchanges[i], err = exchangeOf(x); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// judge runs a check script on the live tables.
func (c *call) judge() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	src := source{"check.http", in.Text("check"), in.Texts("files")}
	learner, err := c.runIf(in, "session")
	if err != nil {
		return nil, err
	}
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	return c.e.Judge(c.ctx, src.parse(), learner)
}
