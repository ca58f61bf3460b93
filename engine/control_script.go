package engine

import (
	"errors"
	"io"

	"rowkey/engine/client"
	"rowkey/engine/clock"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/script"
)

// maxHidden is how many exchanges of a setup one request runs before it answers, so that a page can
// show that something happens.
const maxHidden = 1000

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
	if run := c.e.sessions.get(id); run != nil {
		return run, nil
	}
	return nil, refuse(404, "run %s is not kept any more: run the script again", id)
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
	src, o := sourceOf(in), c.e.scriptOptions()
	o.Blocks, o.Meter = in.Ints("blocks"), c.e.ledger.Add
	if o.Continue, err = c.runIf(in, "continue"); err != nil {
		return nil, err
	}
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	s := src.parse()
	var run *client.Session
	o.Began = func() { c.e.keep(run) }
	run = client.Start(s, service{c.e}, o)
	id := c.e.sessions.add(run)
	return Started{ID: id, Blocks: s.Blocks, Diagnostics: s.Diagnostics}, nil
}

// scriptOptions hands the key of the account to scripts if a page wants signatures checked. What the
// sandbox was opened with stays secret.
func (e *Engine) scriptOptions() client.Options {
	o := client.Options{
		Now: e.clock.Now, Advance: e.clock.Advance, Random: e.random,
		Cluster: e.cluster.Load, Elapse: e.cluster.Load() != nil,
	}
	if e.o.Accounts == nil {
		o.Accounts = e.api.Guard().Accounts
	}
	return o
}

// Progressed is the answer to POST /-/scripts/{id}/next.
type Progressed struct {
	Exchanges []Exchange       `json:"exchanges"`
	Done      bool             `json:"done"`
	Counters  explain.Counters `json:"counters"`
}

// next runs steps until max are to be shown. What sets up is shown only if it goes wrong.
func (c *call) next() (any, error) {
	run, err := c.run(c.path[1])
	if err != nil {
		return nil, err
	}
	most, err := c.number("max", 1)
	if err != nil {
		return nil, err
	}
	out := Progressed{Exchanges: []Exchange{}}
	for hidden := 0; len(out.Exchanges) < most && hidden < maxHidden; {
		x, err := run.Next(c.ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if x.Hidden && !x.Stopped {
			hidden++
			continue
		}
		shown, err := exchangeOf(x)
		if err != nil {
			return nil, err
		}
		out.Exchanges = append(out.Exchanges, shown)
	}
	out.Done, out.Counters = run.Done(), run.Counters()
	return out, nil
}

// judge runs a check script on the live tables and takes back whatever it did: rows, time, numbers.
func (c *call) judge() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	src, o := source{"check.http", in.Text("check"), in.Texts("files")}, c.e.scriptOptions()
	if o.Learner, err = c.runIf(in, "session"); err != nil {
		return nil, err
	}
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	o.Sandbox = sandbox{c.e, o.Learner}
	s := src.parse()
	var verdict client.Verdict
	err = c.e.trial(func() (err error) {
		verdict, err = client.Judge(c.ctx, s, service{c.e}, o)
		return err
	})
	return verdict, err
}

// trial calls fn and leaves no trace of it. The caller holds the gate alone.
func (e *Engine) trial(fn func() error) error {
	from, writes := e.position(), e.writes.Load()
	if c := e.cluster.Load(); c != nil {
		e.cluster.Store(c.Quiet())
		defer e.cluster.Store(c)
	}
	defer func() {
		e.goTo(from)
		e.writes.Store(writes)
	}()
	return e.db.Trial(fn)
}

// position is where the clock and the sources of numbers are.
type position struct {
	clock       clock.Mark
	ids, random uint64
}

func (e *Engine) position() position {
	return position{e.clock.Mark(), e.ids.State(), e.random.State()}
}

// goTo goes back to a position.
func (e *Engine) goTo(p position) {
	e.clock.Return(p.clock)
	e.ids.Reset(p.ids)
	e.random.Reset(p.random)
}
