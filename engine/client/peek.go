package client

import "rowkey/engine/script"

// Peek returns what a text with references stands for: variables of a script, and what a run has kept, nil for none.
// Nothing is sent, and no random number is taken: a helper makes its value when a request is sent, so it stays as it is
// written.
func Peek(s *script.Script, t script.Template, run *Session, o Options) (string, *Problem) {
	kept := newState()
	if run != nil {
		kept = run.handOn()
	}
	e := expander{script: s, o: &o, state: &kept, peek: true}
	return e.expand(t, scope{})
}
