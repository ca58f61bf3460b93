package client

import (
	"rowkey/engine/message"
	"rowkey/engine/script"
)

// Problem is an error of the script itself, found while it runs.
type Problem struct {
	Line      int          `json:"line"` // from 1, 0 if none
	Message   string       `json:"message"`
	Sentences message.Text `json:"sentences"` // of the message
	Fix       string       `json:"fix"`       // label of a button, "" if none
	Label     message.Text `json:"label"`     // the same by its code

	missing  bool // an earlier answer does not have what was asked of it
	answered bool // there was an answer, of another type than the program declares
}

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

func problemOn(line int, code message.Code, params ...string) *Problem {
	return problemOf(line, message.New(code, params...))
}

func problemOf(line int, text message.Text) *Problem {
	return &Problem{Line: line, Message: text.String(), Sentences: text}
}

// problemAt says what is wrong with a reference.
func problemAt(r *script.Ref, code message.Code, params ...string) *Problem {
	return problemIn(r, message.New(code, params...))
}

func problemIn(r *script.Ref, text message.Text) *Problem {
	return problemOf(r.Line, message.New("in-ref", r.Source).And(text))
}

func stopped(x *Exchange, p *Problem) *Exchange {
	x.Problem, x.Stopped = p, true
	return x
}
