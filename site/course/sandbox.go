package course

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Sandbox is an engine with an empty store, at the epoch, with seed 1. Ask sends one request to its control
// paths: method, path, body.
type Sandbox struct {
	Ask func(method, path string, body []byte) (status int, answer []byte)
}

// call asks and reads the answer into out, which may be nil.
func (s *Sandbox) call(method, path string, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	code, answer := s.Ask(method, path, body)
	if code >= 400 {
		var e struct {
			Error Problem `json:"error"`
		}
		if json.Unmarshal(answer, &e) != nil || e.Error.Message == "" {
			return fmt.Errorf("%s %s: %d %.200s", method, path, code, answer)
		}
		return &scriptError{e.Error}
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// scriptError is a mistake in a script that the engine found.
type scriptError struct{ Problem }

func (e *scriptError) Error() string {
	if e.Fix == "" {
		return e.Message
	}
	return e.Message + " (" + e.Fix + ")"
}

type parseAnswer struct {
	Blocks      json.RawMessage `json:"blocks"`
	Tokens      json.RawMessage `json:"tokens"`
	Diagnostics []Diagnostic    `json:"diagnostics"`
}

func (s *Sandbox) parse(name, text string, files map[string]string) (parseAnswer, error) {
	var out parseAnswer
	err := s.call("POST", "/-/parse", map[string]any{"name": name, "text": text, "files": files}, &out)
	return out, err
}

// session is a script that runs.
type session struct {
	box *Sandbox
	ID  string `json:"id"`
}

func (s *Sandbox) start(name, text string, files map[string]string) (*session, error) {
	out := &session{box: s}
	in := map[string]any{"name": name, "text": text, "files": files}
	return out, s.call("POST", "/-/scripts", in, out)
}

type progress struct {
	Exchanges []*Exchange `json:"exchanges"`
	Done      bool        `json:"done"`
	Counters  Counters    `json:"counters"`
}

// next runs at most max steps.
func (s *session) next(max int) (progress, error) {
	var out progress
	return out, s.box.call("POST", "/-/scripts/"+s.ID+"/next?max="+strconv.Itoa(max), nil, &out)
}

func (s *session) judge(check string, files map[string]string) (Verdict, error) {
	var out Verdict
	in := map[string]any{"check": check, "files": files, "session": s.ID}
	return out, s.box.call("POST", "/-/judge", in, &out)
}

// keyLine returns the picture of what a request read.
func (s *Sandbox) keyLine(record int) (json.RawMessage, error) {
	var out json.RawMessage
	return out, s.call("GET", "/-/ledger/"+strconv.Itoa(record)+"/keyline", nil, &out)
}

func (s *Sandbox) options(o map[string]any) error {
	if len(o) == 0 {
		return nil
	}
	return s.call("PUT", "/-/options", o, nil)
}
