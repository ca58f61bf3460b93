package engine

import (
	"errors"
	"io"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/script"
)

// maxHidden is how many exchanges of a setup one request runs before it answers, so that a page can
// show that something happens.
const maxHidden = 1000

// source is a script as a page sends it, with the files that it can set up with.
type source struct {
	Name     string            `json:"name"`
	Text     string            `json:"text"`
	Files    map[string]string `json:"files"`
	Blocks   []int             `json:"blocks"`   // run only these; absent runs all
	Continue sessionID         `json:"continue"` // an earlier run, "" for none
	Setups   []string          `json:"setups"`   // that the store holds already
}

// sessionID is the number of a run; as JSON it is a string or a number.
type sessionID = jsontext.Raw

// run returns the run with a number.
func (c *call) run(id string) (*script.Session, error) {
	if run := c.e.sessions.get(id); run != nil {
		return run, nil
	}
	return nil, refuse(404, "run %s is not kept any more: run the script again", id)
}

// runIf returns the run with a number, nil if none is given.
func (c *call) runIf(id sessionID) (*script.Session, error) {
	text := strings.Trim(string(id), `"`)
	if text == "" || text == "null" {
		return nil, nil
	}
	return c.run(text)
}

// opener finds files in a map.
func opener(files map[string]string) script.Open {
	return func(name string) (string, bool) {
		text, ok := files[name]
		return text, ok
	}
}

// Parsed is the answer to POST /-/parse.
type Parsed struct {
	Blocks      []script.Block      `json:"blocks"`
	Tokens      [][3]any            `json:"tokens"` // from, to, kind
	Diagnostics []script.Diagnostic `json:"diagnostics"`
}

func (c *call) parse() (any, error) {
	var in source
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	s := script.Parse(in.Name, in.Text, opener(in.Files))
	out := Parsed{Blocks: s.Blocks, Tokens: make([][3]any, len(s.Tokens)), Diagnostics: s.Diagnostics}
	for i, t := range s.Tokens {
		out.Tokens[i] = [3]any{t.From, t.To, t.Kind}
	}
	return out, nil
}

// Started is the answer to POST /-/scripts.
type Started struct {
	ID          string              `json:"id"`
	Blocks      []script.Block      `json:"blocks"`
	Diagnostics []script.Diagnostic `json:"diagnostics"`
}

func (c *call) start() (any, error) {
	var in source
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	o := c.e.scriptOptions()
	o.Blocks, o.Setups, o.Meter = in.Blocks, in.Setups, c.e.ledger.Add
	var err error
	if o.Continue, err = c.runIf(in.Continue); err != nil {
		return nil, err
	}
	s := script.Parse(in.Name, in.Text, opener(in.Files))
	id := c.e.sessions.add(s.Start(service{c.e}, o))
	return Started{ID: id, Blocks: s.Blocks, Diagnostics: s.Diagnostics}, nil
}

func (e *Engine) scriptOptions() script.Options {
	return script.Options{Now: e.clock.Now, Advance: e.clock.Advance, Random: e.random}
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
	var in struct {
		Check   string            `json:"check"`
		Files   map[string]string `json:"files"`
		Session sessionID         `json:"session"`
	}
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	o := c.e.scriptOptions()
	var err error
	if o.Learner, err = c.runIf(in.Session); err != nil {
		return nil, err
	}
	s := script.Parse("check.http", in.Check, opener(in.Files))
	var verdict script.Verdict
	err = c.e.trial(func() (err error) {
		verdict, err = s.Judge(c.ctx, service{c.e}, o)
		return err
	})
	return verdict, err
}

// trial calls fn and leaves no trace of it. The caller holds the gate alone.
func (e *Engine) trial(fn func() error) error {
	now, ids, random, writes := e.clock.Now(), e.ids.State(), e.random.State(), e.writes.Load()
	defer func() {
		e.clock.Set(now)
		e.ids.Reset(ids)
		e.random.Reset(random)
		e.writes.Store(writes)
	}()
	return e.db.Trial(fn)
}
