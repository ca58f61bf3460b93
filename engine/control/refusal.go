package control

import (
	"errors"

	"rowkey/engine"
	"rowkey/engine/apierr"
	"rowkey/engine/message"
)

// Fault is why a control request is refused.
type Fault struct {
	status    int
	Line      int          `json:"line"` // of a script, from 1; 0 if none
	Message   string       `json:"message"`
	Sentences message.Text `json:"sentences"` // of the message
	Fix       string       `json:"fix"`
	Label     message.Text `json:"label"`    // the fix by its codes
	Position  *int         `json:"position"` // UTF-16 offset in a filter, null if none
}

// Refusal is the answer to a control request that is refused.
type Refusal struct {
	Error *Fault `json:"error"`
}

// Error returns the message.
func (f *Fault) Error() string { return f.Message }

func refuse(status int, code message.Code, params ...string) *Fault {
	return refusal(status, message.New(code, params...))
}

func refusal(status int, text message.Text) *Fault {
	return &Fault{status: status, Message: text.String(), Sentences: text}
}

// faultOf returns what is said of an error. What no client caused is 500 and is shown as it is: page and engine
// are one program.
func faultOf(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	if input, ok := errors.AsType[engine.InputError](err); ok {
		return refusal(400, message.Text(input))
	}
	if said, ok := errors.AsType[*apierr.Error](err); ok {
		return refuse(said.Code.Status(), "verbatim", said.Message)
	}
	return refusal(500, message.Of(err))
}
