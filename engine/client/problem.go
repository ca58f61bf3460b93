package client

import "rowkey/engine/script"

// Problem is an error of the script itself, found while it runs.
type Problem struct {
	Line    int    `json:"line"` // from 1, 0 if none
	Message string `json:"message"`
	Fix     string `json:"fix"` // label of a button, "" if none

	missing  bool // an earlier answer does not have what was asked of it
	answered bool // there was an answer, of another type than the program declares
}

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

func problemAt(r *script.Ref, text string) *Problem {
	return &Problem{Line: r.Line, Message: "`" + r.Source + "`: " + text}
}

func stopped(x *Exchange, p *Problem) *Exchange {
	x.Problem, x.Stopped = p, true
	return x
}
